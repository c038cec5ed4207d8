// My vessels on this device: kept in localStorage, shown from the page's templates, never sent.
// A vessel is {name, code, about, language, saved}: about is what it is in words, in the language in which it was saved.
(function () {
  var KEY = "vessels", VERSION = 1, MOST = 200, NAME = 60, ABOUT = 200, FILE = 512 * 1024;
  var LANGUAGES = ["de", "nl", "fr", "en"], CODE = /^[A-Za-z0-9_-]{1,80}$/, DAY = /^\d{4}-\d{2}-\d{2}$/;
  var language = document.documentElement.lang, deleted = null, wanted = null;
  function by(id) { return document.getElementById("v-" + id); }

  function isText(value, most) { return typeof value === "string" && value.trim() !== "" && value.length <= most; }
  function isVessel(each) {
    return Boolean(each) && typeof each === "object" && isText(each.name, NAME) && isText(each.code, 80) && CODE.test(each.code) &&
      typeof each.about === "string" && each.about.length <= ABOUT && LANGUAGES.indexOf(each.language) >= 0 &&
      typeof each.saved === "string" && DAY.test(each.saved);
  }
  function plain(each) { return { name: each.name.trim(), code: each.code, about: each.about, language: each.language, saved: each.saved }; }
  function same(one, other) { return one.code === other.code && one.name === other.name; }

  // What cannot be read is left where it is until something new is kept.
  function kept() {
    try {
      var found = JSON.parse(localStorage.getItem(KEY) || "[]");
      return Array.isArray(found) ? found.filter(isVessel).map(plain) : [];
    } catch (e) { return []; }
  }
  function keep(vessels) {
    if (vessels.length > MOST) { say("too-many", { most: MOST }); return false; }
    try { localStorage.setItem(KEY, JSON.stringify(vessels)); } catch (e) { say("no-room", {}); return false; }
    show();
    return true;
  }

  // The words are the page's; gaps are filled as text.
  function say(key, gaps) {
    var words = by("words").content.querySelector('[data-key="' + key + '"]').cloneNode(true);
    var walker = document.createTreeWalker(words, NodeFilter.SHOW_TEXT), node;
    while ((node = walker.nextNode())) {
      node.data = node.data.replace(/\{(\w+)\}/g, function (all, name) { return name in gaps ? String(gaps[name]) : all; });
    }
    by("said").replaceChildren(words);
    var undo = by("undo");
    if (undo) { undo.addEventListener("click", restore); undo.focus(); }
  }

  function show() {
    var vessels = kept();
    by("list").replaceChildren.apply(by("list"), vessels.map(entry));
    by("none").hidden = vessels.length > 0 || wanted !== null;
    by("export").hidden = vessels.length === 0;
  }
  function entry(vessel, place) {
    var item = by("vessel").content.firstElementChild.cloneNode(true);
    function put(name) { return item.querySelector('[data-put="' + name + '"]'); }
    put("name").textContent = vessel.name;
    put("name").id = "v-title-" + place;
    ["ask", "check"].forEach(function (name) { put(name).setAttribute("aria-describedby", put("name").id); });
    put("about").textContent = vessel.about;
    put("about").lang = vessel.language;
    put("ask").href = "/" + language + "/r/" + vessel.code;
    put("check").href = "/" + language + "/r/" + vessel.code + "#suffice";
    var form = put("rename"), field = form.querySelector("input");
    field.id = "v-name-" + place;
    form.querySelector("label").htmlFor = field.id;
    field.value = vessel.name;
    form.addEventListener("submit", function (e) {
      e.preventDefault();
      var vessels = kept(), at = vessels.findIndex(function (each) { return same(each, vessel); });
      if (at < 0 || !field.value.trim()) { show(); return; }
      vessels[at].name = field.value.trim().slice(0, NAME);
      if (keep(vessels)) {
        say("renamed", { name: vessels[at].name });
        by("list").children[at].querySelector("h2").focus();
      }
    });
    put("delete").addEventListener("click", function () {
      var vessels = kept(), at = vessels.findIndex(function (each) { return same(each, vessel); });
      if (at < 0) { show(); return; }
      deleted = { vessel: vessels[at], at: at };
      vessels.splice(at, 1);
      if (keep(vessels)) { say("deleted", { name: vessel.name }); }
    });
    return item;
  }
  function restore() {
    if (!deleted) { return; }
    var vessels = kept(), back = deleted;
    vessels.splice(back.at, 0, back.vessel);
    if (keep(vessels)) {
      deleted = null;
      say("back", { name: back.vessel.name });
      by("list").children[Math.min(back.at, vessels.length - 1)].querySelector("h2").focus();
    }
  }

  // A case to save comes behind the # of the address, which browsers do not send.
  function read() {
    var given = new URLSearchParams(location.hash.slice(1)), code = given.get("code");
    wanted = null;
    by("save").hidden = true;
    if (code === null) { return; }
    if (!CODE.test(code)) { say("bad-code", {}); return; }
    wanted = { code: code, about: (given.get("about") || "").slice(0, ABOUT) };
    by("about").textContent = wanted.about;
    by("save").hidden = false;
    by("name").value = wanted.about.split(" · ").slice(1, 3).join(" ").slice(0, NAME);
    var twin = kept().find(function (each) { return each.code === code; });
    if (twin) { say("already", { name: twin.name }); }
    by("name").focus();
    by("name").select();
  }
  by("save").addEventListener("submit", function (e) {
    e.preventDefault();
    var name = by("name").value.trim().slice(0, NAME), now = new Date();
    if (!name || !wanted) { return; }
    var day = [now.getFullYear(), ("0" + (now.getMonth() + 1)).slice(-2), ("0" + now.getDate()).slice(-2)].join("-");
    var vessel = { name: name, code: wanted.code, about: wanted.about, language: language, saved: day };
    var others = kept().filter(function (each) { return !same(each, vessel); });
    if (keep([vessel].concat(others))) {
      history.replaceState(null, "", location.pathname);
      read();
      show();
      say("saved", { name: name });
      by("list").firstElementChild.querySelector("h2").focus();
    }
  });

  by("export").addEventListener("click", function () {
    var text = JSON.stringify({ rheincrew: "vessels", version: VERSION, vessels: kept() }, null, 1);
    var link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    link.download = "rheincrew-vessels.json";
    link.click();
    setTimeout(function () { URL.revokeObjectURL(link.href); }, 10000);
  });
  by("import").addEventListener("change", function () {
    var field = by("import"), file = field.files[0];
    if (!file) { return; }
    (file.size > FILE ? Promise.reject(new Error("too long")) : file.text()).then(take, function () { say("no-json", {}); });
    field.value = "";
  });
  function take(text) {
    var given;
    try { given = JSON.parse(text); } catch (e) { given = null; }
    if (!given || given.rheincrew !== "vessels" || !Number.isInteger(given.version) || !Array.isArray(given.vessels)) { say("no-json", {}); return; }
    if (given.version > VERSION) { say("newer", {}); return; }
    var bad = given.vessels.findIndex(function (each) { return !isVessel(each); });
    if (bad >= 0) { say("bad-entry", { number: bad + 1 }); return; }
    var vessels = kept(), added = 0;
    given.vessels.map(plain).forEach(function (each) {
      if (!vessels.some(function (own) { return same(own, each); })) { vessels.push(each); added += 1; }
    });
    if (keep(vessels)) { say("added", { added: added, same: given.vessels.length - added }); }
  }

  window.addEventListener("storage", function (e) { if (e.key === KEY || e.key === null) { show(); } });
  window.addEventListener("hashchange", function () { read(); show(); });
  document.querySelector(".vessels").classList.add("ready");
  read();
  show();
})();
