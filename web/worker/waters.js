// Waters by their names, found as core/waters.py finds them.

function plainName(name) {
  return name.toLowerCase().replaceAll("ß", "ss").replaceAll("ä", "ae").replaceAll("ö", "oe").replaceAll("ü", "ue")
    .normalize("NFKD").replace(/[^a-z0-9]/g, "");
}

/** Return the waters that a name means, the best first. */
function findWaters({ list, most }, query) {
  const wanted = plainName(query);
  if (!wanted) { return []; }
  const words = query.trim().split(/\s+/);
  const phrases = new Set(words.flatMap((_, start) => words.slice(start).map((_each, end) =>
    plainName(words.slice(start, start + end + 1).join(" ")))));
  const rank = (name) => {
    if (name === wanted) { return 0; }
    if (name.startsWith(wanted)) { return 1; }
    if (wanted.length >= 3 && name.includes(wanted)) { return 2; }
    return phrases.has(name) ? 3 : 9;
  };
  let ranked = list.map((water) => [Math.min(...water[3].map((name) => rank(plainName(name)))), water]).filter(([each]) => each < 9);
  if (ranked.some(([each]) => each === 0)) { ranked = ranked.filter(([each]) => each === 0); }
  return ranked.sort(([left], [right]) => left - right).slice(0, most).map(([, water]) => water);
}
