// Numbers as people type them, read as core/numbers.py reads them. A number is its text with a point: "82.5".

const SPACES = "[\\u0020\\u00a0\\u2007\\u2009\\u202f\\t]";
const SPACES_BEFORE = new RegExp(`^${SPACES}+`), SPACES_BEHIND = new RegExp(`${SPACES}+$`);

/** Return a number without needless zeros. */
function plainNumber(text) {
  const [whole, part = ""] = text.split(".");
  const digits = part.replace(/0+$/, "");
  return whole.replace(/^0+(?=\d)/, "") + (digits && `.${digits}`);
}

/** Say which of two numbers is greater: negative, zero or positive. */
function compareNumbers(left, right) {
  const [[a, b = ""], [c, d = ""]] = [left, right].map((each) => plainNumber(each).split("."));
  if (a.length !== c.length) { return a.length - c.length; }
  const width = Math.max(b.length, d.length);
  const [one, other] = [a + b.padEnd(width, "0"), c + d.padEnd(width, "0")];
  return one === other ? 0 : one < other ? -1 : 1;
}

function isNumber(value) {
  return /^\d+(?:\.\d+)?$/.test(value);
}

/** Say whether a number lies within the bounds of a band: [low, open, high, open]. */
function holds([low, lowOpen, high, highOpen], number) {
  const above = low === null ? 1 : compareNumbers(number, low), below = high === null ? 1 : compareNumbers(high, number);
  return (lowOpen ? above > 0 : above >= 0) && (highOpen ? below > 0 : below >= 0);
}

/** Return the bounds of a band by its name, as core/facts.py reads it; null for a text that names none. */
function bandByName(name, { whole, finest }) {
  const [, kind, limit, low, high] = /^(?:(lt|to|over)(\d{1,7}(?:\.\d{1,3})?)|(\d{1,7}(?:\.\d{1,3})?)to(\d{1,7}(?:\.\d{1,3})?))$/.exec(name) ?? [];
  if (kind === "lt" || kind === "to") { return [null, false, limit, kind === "lt"]; }
  if (!kind && (low === undefined || compareNumbers(low, high) >= 0)) { return null; }
  const first = kind ? limit : low, last = kind ? null : high;
  if (finest.includes(`lt${first}`)) { return [first, false, last, false]; }
  return [first, !whole || last === null || finest.includes(`to${first}`), last, false];
}

/** Say whether a band lies wholly inside another one. */
function contains([low, lowOpen, high, highOpen], [first, firstOpen, last, lastOpen]) {
  const above = low === null || (first !== null && compareNumbers(first, low) + (firstOpen || !lowOpen ? 1 : 0) > 0);
  const below = high === null || (last !== null && compareNumbers(high, last) + (lastOpen || !highOpen ? 1 : 0) > 0);
  return above && below;
}

function shifted(number, places) {
  const digits = number.padStart(places + 1, "0");
  return plainNumber(`${digits.slice(0, -places)}.${digits.slice(-places)}`);
}

function isInRange(number, { low, high }) {
  return compareNumbers(number, String(low)) >= 0 && compareNumbers(number, String(high)) <= 0;
}

/** Read a typed number: {number}, or {wrong, …} that says what is wrong, as the name of a sentence. */
function readNumber(raw, fact) {
  let text = raw.trim().replace(SPACES_BEFORE, "").replace(SPACES_BEHIND, "").toLowerCase().replaceAll("ß", "ss");
  const unit = fact.units.find((word) => text.endsWith(word));
  if (unit) { text = text.slice(0, -unit.length).replace(SPACES_BEHIND, ""); }
  const negative = /^[-−–]/.test(text);
  if (negative || text.startsWith("+")) { text = text.slice(1).replace(SPACES_BEFORE, ""); }
  const match = /^(\d+)(?:[.,](\d+))?$/.exec(text);
  if (!match || text.length > 20) { return { wrong: "not_a_number" }; }
  if (/^[1-9]\d{0,2}[.,]\d{3}$/.test(text)) {
    return { wrong: "ambiguous", a: match[1] + match[2], b: plainNumber(`${match[1]}.${match[2]}`) };
  }
  const number = plainNumber(text.replace(",", "."));
  if (negative && number !== "0") { return { wrong: "out_of_range" }; }
  if (!isInRange(number, fact)) {
    const tooLong = number.includes(".") || compareNumbers(number, "1000000000000000") > 0;
    const guess = fact.whole || tooLong ? undefined : [1, 2].map((places) => shifted(number, places)).find((each) => isInRange(each, fact));
    return guess === undefined ? { wrong: "out_of_range" } : { wrong: "out_of_range_guess", guess };
  }
  return fact.whole && number.includes(".") ? { wrong: "not_whole" } : { number };
}

/** Return a number as the language writes it: two decimals where it is a fraction, an exact half to the even neighbour. */
function sayNumber(number, sign) {
  const [whole, part] = number.split(".");
  if (!part) { return whole; }
  const rest = part.slice(2);
  let cents = BigInt(whole + part.padEnd(2, "0").slice(0, 2));
  if (rest > "5" || (rest === "5" && cents % 2n === 1n)) { cents += 1n; }
  const digits = String(cents).padStart(3, "0");
  return digits.slice(0, -2) + sign + digits.slice(-2);
}
