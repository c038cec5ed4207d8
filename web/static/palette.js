// What must be known before the first paint: night, which is remembered on the device (day and dusk follow the system), and
// whether an iPhone is told once how to install.
(function () {
  var root = document.documentElement, bars = [];
  function kept() { try { return localStorage.getItem("palette"); } catch (e) { return null; } }
  function keep(name) { try { if (name) { localStorage.setItem("palette", name); } else { localStorage.removeItem("palette"); } } catch (e) { /* not kept */ } }
  function show(name) {
    var night = name === "night";
    if (night) { root.setAttribute("data-palette", "night"); } else { root.removeAttribute("data-palette"); }
    document.querySelectorAll("[data-act=palette]").forEach(function (b) { b.setAttribute("aria-pressed", String(night)); });
    bars.forEach(function (bar) { bar.meta.content = night ? "#070302" : bar.own; });
  }
  function untold() { try { return localStorage.getItem("iphone") === null; } catch (e) { return false; } }
  // The bars of the browser take the colour of the paper.
  bars = [["light", "#fdfcf8"], ["dark", "#18222c"]].map(function (each) {
    var meta = document.createElement("meta");
    meta.name = "theme-color";
    meta.media = "(prefers-color-scheme: " + each[0] + ")";
    document.head.appendChild(meta);
    return { meta: meta, own: each[1] };
  });
  root.classList.add("js");
  if (navigator.standalone === false && untold()) { root.classList.add("iphone"); }
  show(kept());
  document.addEventListener("DOMContentLoaded", function () { show(kept()); });
  window.addEventListener("storage", function (e) { if (e.key === "palette") { show(e.newValue); } });
  // The browser draws suggestions in colours of its own, white among them.
  document.addEventListener("focusin", function (e) {
    if (root.getAttribute("data-palette") === "night") { e.target.removeAttribute("list"); }
  });
  document.addEventListener("click", function (e) {
    if (!e.target.closest("[data-act=palette]")) { return; }
    var next = root.getAttribute("data-palette") === "night" ? null : "night";
    keep(next);
    show(next);
  });
})();
