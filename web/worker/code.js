// The code of a case and of the people aboard, as core/code.py and core/aboard.py write it. Facts are texts by key.

/** Return how codes are written and read with the letters of a pack. */
function openCodes({ facts, code: limits, people }) {
  const byLetter = Object.fromEntries(Object.entries(facts).map(([key, fact]) => [fact.letter, key]));
  const order = Object.keys(facts);
  const digits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  const kinds = people.kinds.map(([letter]) => letter);

  function finest(fact, number) {
    return fact.finest.find((name) => holds(fact.bands[name][0], number)) ?? number;
  }

  /** Say whether a fact can stand in a code: a band that no question ever offered cannot, and is asked again. */
  function canBeSaid(fact, value) {
    return fact.kind !== "number" || isNumber(value) || Object.hasOwn(fact.bands, value);
  }

  function token(fact, value) {
    if (fact.kind === "choice") { return fact.values[value][0]; }
    if (isNumber(value)) {
      const text = value.replace(".", "_");
      return text.length <= limits.longest ? text : token(fact, finest(fact, value));
    }
    const place = Object.keys(fact.bands).indexOf(value), tens = Math.floor(place / 26);
    return (tens ? String.fromCharCode(64 + tens) : "") + String.fromCharCode(65 + (place % 26));
  }

  function encode(given) {
    const known = order.filter((key) => key in given && canBeSaid(facts[key], given[key])).map((key) => [facts[key], given[key]]);
    const code = known.map(([fact, value]) => fact.letter + token(fact, value)).join("");
    if (code.length <= limits.limit) { return code; }
    return known.map(([fact, value]) => fact.letter + token(fact, isNumber(value) ? finest(fact, value) : value)).join("");
  }

  function read(fact, text) {
    if (fact.kind === "choice") { return Object.keys(fact.values).find((value) => fact.values[value][0] === text); }
    if (fact.kind === "date") { return text; }
    if (/^[A-Z]+$/.test(text)) {
      const place = [...text.slice(0, 3)].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0);
      return Object.keys(fact.bands)[place - 1];
    }
    if (!/^\d+(?:_\d+)?$/.test(text)) { return undefined; }
    const number = plainNumber(text.replace("_", "."));
    return isInRange(number, fact) && !(fact.whole && number.includes(".")) ? number : undefined;
  }

  /** Return the facts of a code, or null for a strange one. */
  function decode(code) {
    if (code.length > 2 * limits.limit || !/^(?:[a-z]+[A-Z0-9_]+)*$/.test(code)) { return null; }
    const found = {};
    for (const [, letter, text] of code.matchAll(/([a-z]+)([A-Z0-9_]+)/g)) {
      const key = Object.hasOwn(byLetter, letter) ? byLetter[letter] : null;
      if (key === null || key in found) { return null; }
      found[key] = read(facts[key], text);
      if (found[key] === undefined) { return null; }
    }
    return found;
  }

  function encodePeople(counts) {
    const said = kinds.filter((letter) => counts[letter]).map((letter) => letter + digits[counts[letter]]).join("");
    return said && people.mark + said;
  }

  function decodePeople(code) {
    if ((people.mark + code).length > people.limit || !/^(?:[A-Za-z][A-Za-z0-9])*$/.test(code)) { return null; }
    const counts = {};
    for (const [, letter, digit] of code.matchAll(/(.)(.)/g)) {
      if (!kinds.includes(letter)) { return null; }
      counts[letter] = digits.indexOf(digit);
    }
    return counts;
  }

  /** Return the facts and the people of a code that may have both, or null for a strange one. */
  function readBoth(code) {
    const place = code.indexOf(people.mark);
    const facts = decode(place < 0 ? code : code.slice(0, place));
    const counts = decodePeople(place < 0 ? "" : code.slice(place + people.mark.length));
    return facts && counts && { facts, counts };
  }
  return { encode, encodePeople, readBoth, canBeSaid };
}
