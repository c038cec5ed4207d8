// How htmx changes the page: links and forms swap <main>. Said here once and not in every page that is sent; it comes before
// htmx in the bundle page.js, which runs when the document is read and before htmx looks at it.
(function () {
  var config = document.createElement("meta"), body = document.body;
  config.name = "htmx-config";
  config.content = '{"includeIndicatorCSS":false,"morphIgnore":["data-htmx-powered","open"]}';
  document.head.appendChild(config);
  [["boost", "true"], ["target", "#main"], ["select", "#main"], ["swap", "outerHTML show:top showTarget:body"],
    ["select-oob", "#languages"], ["push-url", "true"]].forEach(function (each) {
    body.setAttribute("hx-" + each[0] + ":inherited", each[1]);
  });
})();
