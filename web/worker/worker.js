// The service worker: pages from the network while there is one, from the pack of the language otherwise.
// Before this stand, written by web/pack/routes.py: ENGINE (the version of the engine, which is loaded there too), FORMAT (of
// packs), LANGUAGES, HEADERS (of every page).

/** How long a page may take to come from the network, and how long a slow network is not waited for after that (ms). */
const PATIENCE = 2500, DISTRUST = 20000;
/** How long a file of a pack may take (ms). */
const DOWNLOAD = 60000;
/** The cache that says which pack of which language is in use; the packs themselves have one each. */
const INDEX = "rheincrew-packs";

const indexKey = (language) => `/pack/in-use/${ENGINE}/${language}`;
const storeName = ({ language, sha256 }) => `rheincrew-${ENGINE}-${language}-${sha256.slice(0, 16)}`;

// --------------------------------------------------------------------------------------------------------------- packs

/** Return what is known of the pack of a language that is in use, or null. */
async function inUse(language) {
  const found = await (await caches.open(INDEX)).match(indexKey(language));
  return found ? found.json() : null;
}

async function languagesInUse(engine = ENGINE) {
  const keys = await (await caches.open(INDEX)).keys();
  const parts = keys.map((request) => new URL(request.url).pathname.split("/").slice(-2));
  return parts.filter(([each]) => engine === null || each === engine).map(([, language]) => language);
}

/** Load and check the pack of a description; raises an error if a byte is not as it should be. */
async function download(description) {
  const response = await fetch(description.file, { signal: AbortSignal.timeout(DOWNLOAD) });
  const bytes = response.ok ? await response.arrayBuffer() : null;
  if (!bytes || bytes.byteLength !== description.bytes) { throw new Error("the pack is not complete"); }
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  if ([...digest].map((each) => each.toString(16).padStart(2, "0")).join("") !== description.sha256) {
    throw new Error("the pack is not as it was sent");
  }
  return bytes;
}

/** Put a pack and everything that its pages need into a store of its own. */
async function fillStore(description) {
  const bytes = await download(description), name = storeName(description);
  const pack = JSON.parse(new TextDecoder().decode(bytes));
  if (pack.format !== FORMAT) { throw new Error("the pack is for another worker"); }
  await caches.delete(name);
  const store = await caches.open(name);
  try {
    await store.put(description.file, new Response(bytes));
    const files = new Set(pack.files);
    for (const page of description.pages) {
      const response = await fetch(page, { cache: "no-store" });
      if (!response.ok) { throw new Error("a page of the pack is missing"); }
      const html = await response.clone().text();
      for (const [file] of html.matchAll(/\/static\/[^"'#]+/g)) { files.add(file); }
      await store.put(page, response);
    }
    await store.addAll([...files]);
  } catch (error) {
    await caches.delete(name);
    throw error;
  }
}

/** Take the server's pack of a language into use, if it is another one; the old one serves until the new one is whole. */
async function bringUpToDate(language) {
  const response = await fetch(`/pack/${language}.json`, { cache: "no-cache", signal: AbortSignal.timeout(DOWNLOAD) });
  if (response.status === 503) { return { state: "later" }; }
  if (!response.ok) { throw new Error("no pack is known"); }
  const description = await response.json(), old = await inUse(language);
  if (!old || storeName(old) !== storeName(description) || !(await caches.has(storeName(description)))) {
    await fillStore(description);
  }
  const index = await caches.open(INDEX);
  await index.put(indexKey(language), new Response(JSON.stringify(description)));
  if (old && storeName(old) !== storeName(description)) { await caches.delete(storeName(old)); }
  return { state: "ready", day: description.day_said };
}

const underWay = new Map();

function update(language) {
  if (!underWay.has(language)) {
    underWay.set(language, bringUpToDate(language).finally(() => underWay.delete(language)));
  }
  return underWay.get(language);
}

/** Say how a language stands: ready, old (another law is in force by now), later, failed. */
async function stateOf(language) {
  let state;
  try {
    state = await update(language);
  } catch {
    state = { state: "failed" };
  }
  const old = state.state === "ready" ? null : await inUse(language);
  if (old) { state = { state: "ready", day: old.day_said }; }
  const description = state.state === "ready" ? await inUse(language) : null;
  return description && isOutdated(description) ? { ...state, state: "old" } : state;
}

const opened = new Map();

/** Return the pages of a pack in use. */
async function pagesOf(description) {
  const name = storeName(description);
  if (opened.get(description.language)?.name !== name) {
    const found = await (await caches.open(name)).match(description.file);
    opened.set(description.language, { name, pages: openPack(await found.json()) });
  }
  return opened.get(description.language).pages;
}

function isOutdated({ until }) {
  const today = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Berlin" }).format(new Date());
  return until !== null && today >= until;
}

// --------------------------------------------------------------------------------------------------------------- pages

function asResponse({ status, html }, description) {
  const note = isOutdated(description) ? description.note_old : description.note;
  const noted = html.replace(/<main\b[^>]*>/, (main) => main + note);
  return new Response(noted, { status, headers: { ...HEADERS, "Content-Type": "text/html; charset=utf-8" } });
}

/** Return the page of an address from the pack of its language; null if nothing is kept on this device. */
async function withoutNetwork(url) {
  const [, wanted] = url.pathname.split("/"), kept = await languagesInUse();
  if (!kept.length) { return null; }
  if (url.pathname === "/") { return Response.redirect(`/${kept.at(-1)}/`, 302); }
  const language = kept.includes(wanted) ? wanted : kept.at(-1);
  const description = await inUse(language), pages = await pagesOf(description);
  const at = { site: description.site, day: description.day_said };
  if (language !== wanted) { return asResponse(otherLanguage(pages, description, kept, url, at), description); }
  const page = pages.open(url, at);
  if (page && page.address !== null && page.address !== url.pathname + url.search) {
    return Response.redirect(page.address, 302);
  }
  if (page) { return asResponse(page, description); }
  const own = description.pages.find((each) => each === url.pathname || (each.endsWith("/") && url.pathname.startsWith(each)));
  const stored = own && await (await caches.open(storeName(description))).match(own);
  const html = stored ? { status: 200, html: await stored.text() } : pages.message("page", at);
  return asResponse(html, description);
}

/** Say that a language is not here, and lead to the same page in those that are. */
function otherLanguage(pages, { languages }, kept, url, at) {
  const rest = url.pathname.slice(3) + url.search;
  const actions = kept.map((language) => ({ label: languages[language], url: `/${language}${rest}` }));
  return pages.message("language", at, actions, kept.map((language) => languages[language]).join(", "));
}

let distrustedUntil = 0;

/** Answer from the network if it is quick, else from the pack. */
async function page(request) {
  const url = new URL(request.url);
  const network = fetch(request).then((response) => {
    distrustedUntil = 0;
    return response;
  });
  const working = network.then((response) => (response.status < 500 ? response : null), () => null);
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, "late"));
  if (navigator.onLine && Date.now() >= distrustedUntil) {
    const first = await Promise.race([working, late]);
    if (first === "late") { distrustedUntil = Date.now() + DISTRUST; } else if (first) { return first; }
  }
  return (await withoutNetwork(url).catch(() => null)) ?? network;
}

async function file(request) {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

function isPage({ destination }, { pathname }) {
  return ["", "document"].includes(destination) && (pathname === "/" || LANGUAGES.includes(pathname.split("/")[1]));
}

// -------------------------------------------------------------------------------------------------------------- events

addEventListener("install", (event) => {
  // Packs that an older worker uses are loaded anew before this one takes over, so that no moment is without one.
  const ready = languagesInUse(null).then((languages) => Promise.all([...new Set(languages)].map(async (language) => {
    const { state } = await update(language);
    if (state !== "ready") { throw new Error("the pack is not there yet"); }
  })));
  event.waitUntil(ready.then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  async function tidyUp() {
    const index = await caches.open(INDEX);
    for (const request of await index.keys()) {
      if (!request.url.includes(`/${ENGINE}/`)) { await index.delete(request); }
    }
    for (const name of await caches.keys()) {
      if (name !== INDEX && name.startsWith("rheincrew-") && !name.startsWith(`rheincrew-${ENGINE}-`)) { await caches.delete(name); }
    }
    await clients.claim();
  }
  event.waitUntil(tidyUp());
});

addEventListener("message", (event) => {
  const language = event.data?.pack;
  if (!LANGUAGES.includes(language)) { return; }
  event.waitUntil(stateOf(language).then((state) => event.source.postMessage({ pack: language, ...state })));
});

addEventListener("fetch", (event) => {
  const { request } = event, url = new URL(request.url);
  if (url.origin !== location.origin || request.method !== "GET") { return; }
  if (url.pathname.startsWith("/static/")) { event.respondWith(file(request)); }
  if (isPage(request, url)) { event.respondWith(page(request)); }
});
