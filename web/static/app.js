// Share, copy, print, install, and what htmx leaves to the page. The page works without any of it.
(function () {
  var root = document.documentElement, offer = null;
  if (navigator.share) { root.classList.add("share"); }
  function note(button, words) {
    var label = button.querySelector("span"), before = label.textContent;
    if (!words || label.dataset.said) { return; }
    label.dataset.said = "1";
    label.textContent = words;
    setTimeout(function () { label.textContent = before; delete label.dataset.said; }, 3000);
  }
  var acts = {
    print: function () { window.print(); },
    share: function () {
      navigator.share({ title: document.title, url: document.getElementById("share-link").href }).catch(function () { /* closed by the user */ });
    },
    copy: function (button) {
      var url = document.getElementById("share-link").href, failed = function () { note(button, button.dataset.failed); };
      if (!navigator.clipboard) { failed(); return; }
      navigator.clipboard.writeText(url).then(function () { note(button, button.dataset.done); }, failed);
    },
    // What the vessel is in words goes along in the part of the address that is never sent.
    save: function (link) {
      var head = document.querySelector("#main .head");
      var words = Array.prototype.map.call(head.children, function (each) { return each.textContent.trim().replace(/\s+/g, " "); });
      link.hash = link.hash.split("&")[0] + "&about=" + encodeURIComponent(words.join(" · "));
    },
    install: function () {
      if (offer) { offer.prompt(); offer = null; root.classList.remove("can-install"); }
    },
    iphone: function () {
      root.classList.remove("iphone");
      try { localStorage.setItem("iphone", "seen"); } catch (e) { /* it will be said again */ }
    }
  };
  // Where the page has a button for it (the start page has), the browser's own bar does not come up.
  window.addEventListener("beforeinstallprompt", function (e) {
    if (!document.querySelector("[data-act=install]")) { return; }
    e.preventDefault();
    offer = e;
    root.classList.add("can-install");
  });
  window.addEventListener("appinstalled", function () { offer = null; root.classList.remove("can-install"); });
  document.addEventListener("click", function (e) {
    var menu = document.querySelector(".languages[open]");
    if (menu && !menu.contains(e.target)) { menu.open = false; }
    var button = e.target.closest("[data-act]"), act = button && acts[button.dataset.act];
    if (act) { act(button); }
  });
  document.addEventListener("keydown", function (e) {
    var menu = e.key === "Escape" && document.querySelector(".languages[open]");
    if (menu) { menu.open = false; menu.querySelector("summary").focus(); }
  });
  // On paper the reasons and the sources are open; afterwards everything is as it was.
  var opened = [];
  window.addEventListener("beforeprint", function () {
    opened = Array.prototype.slice.call(document.querySelectorAll("details.sec:not(.no-print):not([open])"));
    opened.forEach(function (d) { d.open = true; });
  });
  window.addEventListener("afterprint", function () { opened.forEach(function (d) { d.open = false; }); opened = []; });
  // A new question takes the focus, so that a screen reader begins there.
  // Whoever counts people stays at the button. The menu of languages settles by itself: that is no new question.
  var counting = false;
  document.addEventListener("htmx:after:settle", function (e) {
    if (counting || e.target.id !== "main") { return; }
    var title = document.querySelector("#main h1");
    if (title) { title.focus({ preventScroll: true }); }
  });
  // No answer, or not a page of ours (a proxy's error): the browser goes there itself.
  function go(e) {
    if (e.detail.ctx && e.detail.ctx.request) { location.assign(e.detail.ctx.request.action); }
  }
  document.addEventListener("htmx:error", go);
  document.addEventListener("htmx:before:swap", function (e) {
    counting = Boolean(e.detail.ctx.sourceElement && e.detail.ctx.sourceElement.closest(".count"));
    if (e.detail.ctx.text.indexOf('id="main"') < 0) { e.preventDefault(); go(e); }
  });
})();
// Without a network the service worker draws the pages. It is asked to get ready once the page stands; what it says goes
// into the footer.
(function () {
  var line = document.getElementById("offline"), workers = navigator.serviceWorker, asked = 0;
  if (!line || !workers) { return; }
  function ask() {
    asked = Date.now();
    workers.ready.then(function (registration) { registration.active.postMessage({ pack: document.documentElement.lang }); });
  }
  workers.addEventListener("message", function (e) {
    line.textContent = (line.dataset[e.data.state] || "").replace("*", e.data.day);
    if (e.data.state === "later") { setTimeout(ask, 15000); }
  });
  window.addEventListener("load", function () {
    setTimeout(function () { workers.register("/sw.js").then(ask, function () { /* not on this device */ }); }, 1000);
  });
  window.addEventListener("online", ask);
  document.addEventListener("visibilitychange", function () {
    if (!document.hidden && Date.now() - asked > 3600000) { ask(); }
  });
})();
