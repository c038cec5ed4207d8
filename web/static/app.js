// Share, print, and what htmx leaves to the page. The page works without any of it.
(function () {
  function copied(button) {
    var label = button.querySelector("span"), before = label.textContent;
    label.textContent = button.dataset.done;
    setTimeout(function () { label.textContent = before; }, 3000);
  }
  document.addEventListener("click", function (e) {
    var menu = document.querySelector(".languages[open]");
    if (menu && !menu.contains(e.target)) { menu.open = false; }
    var button = e.target.closest("[data-act]");
    if (!button) { return; }
    if (button.dataset.act === "print") { window.print(); }
    if (button.dataset.act === "share") {
      var what = { title: document.title, url: button.dataset.url || location.href };
      if (navigator.share) { navigator.share(what).catch(function () { /* closed by the user */ }); return; }
      if (navigator.clipboard) { navigator.clipboard.writeText(what.url).then(function () { copied(button); }, function () { /* refused */ }); }
    }
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
  // Whoever counts people stays at the button.
  var counting = false;
  document.addEventListener("htmx:after:settle", function () {
    if (counting) { return; }
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
    line.textContent = (line.dataset[e.data.state] || "").replace("{day}", e.data.day);
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
