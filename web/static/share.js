// Fills the page to share from where the server could not: the case comes from the address, the QR code is drawn here.
(function () {
  var code = location.pathname.split("/share/")[1] || "", language = document.documentElement.lang;
  if (!/^[A-Za-z0-9_-]{1,80}$/.test(code)) { location.replace("/" + language + "/"); return; }
  var path = "/" + language + "/r/" + code, url = location.origin + path;
  var link = document.getElementById("share-link");
  link.href = path;
  link.textContent = url;
  document.getElementById("share-back").href = path;
  import(document.getElementById("share").dataset.drawing).then(function (drawing) {
    var found = drawing.encode(url, { ecc: "M", border: 4 }), d = "";
    found.data.forEach(function (row, y) {
      row.forEach(function (dark, x) { if (dark) { d += "M" + x + " " + y + "h1v1h-1z"; } });
    });
    var picture = document.getElementById("share-qr");
    picture.setAttribute("viewBox", "0 0 " + found.size + " " + found.size);
    picture.querySelector("path").setAttribute("d", d);
  });
})();
