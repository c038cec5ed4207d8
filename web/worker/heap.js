// Values that share their parts, as web/pack/shared.py writes them.

function running(differences) {
  let sum = 0;
  return differences.map((step) => (sum += step));
}

/** Return a function that gives the value of a number; equal numbers give the same object, which nobody changes. */
function openHeap({ atoms, lists, tables }) {
  const rows = lists.map(running);
  const columns = tables.map(([, , each]) => each.map(running));
  const firsts = [];
  tables.reduce((start, [, size], place) => {
    firsts[place] = start;
    return start + size;
  }, atoms.length + lists.length);
  const known = new Map();

  function make(number) {
    if (number < atoms.length + lists.length) {
      return rows[number - atoms.length].map(value);
    }
    let table = 0;
    while (table + 1 < firsts.length && firsts[table + 1] <= number) { table += 1; }
    const row = number - firsts[table];
    return Object.fromEntries(tables[table][0].map((key, place) => [key, value(columns[table][place][row])]));
  }

  function value(number) {
    if (number < atoms.length) { return atoms[number]; }
    if (!known.has(number)) { known.set(number, make(number)); }
    return known.get(number);
  }
  return value;
}
