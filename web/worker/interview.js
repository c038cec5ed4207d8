// The interview: a walk through the nodes of a pack with the facts that are given. It knows no law.

const ANSWER = 0, ASK = 1, OFFER = 2, DAY = 3, PEEK = 4;

function openInterview(pack, value) {
  const { kinds, numbers, exact, ways } = pack.nodes;
  const values = running(pack.nodes.values);
  const order = Object.keys(pack.facts);
  const starts = [];
  numbers.reduce((start, number, place) => {
    starts[place] = start;
    return start + number;
  }, 0);
  const way = (node, place) => node - ways[starts[node] + place];

  /** Return the place of the option that a value means; -1 for none. */
  function option(known, given) {
    if (!known.bounds) { return known.values.indexOf(given); }
    if (isNumber(given)) { return known.bounds.findIndex((bounds) => holds(bounds, given)); }
    if (given in pack.facts[known.key].bands) { return known.accepts[given] ?? -1; }
    const band = bandByName(given, pack.facts[known.key]);
    return known.bounds.findIndex((bounds) => contains(bounds, band));
  }

  function next(node, place, given) {
    const cut = isNumber(given) && exact[node]?.find(([low, lowOpen, high, highOpen]) =>
      holds([low, lowOpen, high, highOpen], given));
    return cut ? cut[4] : way(node, place);
  }

  /** Walk as far as the facts lead: a question, an answer, or a fact that cannot be in this case. */
  function walk(facts) {
    const used = {}, labels = {}, offers = [];
    let node = pack.root;
    for (;;) {
      const known = value(values[node]), kind = kinds[node];
      if (kind === ANSWER) { return { node, answer: known, facts: used, used, labels, offers: sorted(offers) }; }
      if (kind === PEEK) { node = way(node, known in facts ? 1 : 0); continue; }
      if (kind === DAY) { offers.push(known); node = way(node, 0); continue; }
      const given = facts[known.key], place = given === undefined ? -1 : option(known, given);
      if (place >= 0) {
        used[known.key] = isNumber(given) ? given : known.values[place];
        if (known.labels) { labels[known.key] = known.labels[place]; }
        node = next(node, place, given);
      } else if (kind === OFFER) {
        offers.push(known);
        node = way(node, known.values.indexOf(known.offer.default));
      } else {
        const unfit = given !== undefined && known.labels ? known : null;
        return { node, question: known, facts, used, labels, unfit };
      }
    }
  }

  function sorted(offers) {
    return offers.sort((left, right) => order.indexOf(left.key) - order.indexOf(right.key));
  }

  /** Walk, and drop every fact that cannot be in this case, so that it is asked again. */
  function settle(given) {
    const facts = { ...given }, unfit = [];
    for (;;) {
      const outcome = walk(facts);
      if (!outcome.unfit) { return { outcome, unfit }; }
      unfit.push({ key: outcome.unfit.key, value: facts[outcome.unfit.key], options: outcome.unfit.labels });
      delete facts[outcome.unfit.key];
    }
  }

  const most = new Map();

  /** Return the most questions that may still come from a node on, its own included. */
  function remaining(node) {
    if (!most.has(node)) {
      const known = value(values[node]);
      switch (kinds[node]) {
        case ANSWER: most.set(node, 0); break;
        case ASK: most.set(node, 1 + Math.max(...known.values.map((_, place) => remaining(way(node, place))))); break;
        case OFFER: most.set(node, remaining(way(node, known.values.indexOf(known.offer.default)))); break;
        default: most.set(node, remaining(way(node, 0)));
      }
    }
    return most.get(node);
  }
  return { settle, remaining };
}
