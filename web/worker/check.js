// Do these people suffice? People are matched with posts as core/matching.py and core/check.py do it, without a word of law.

/** Return for each post the place of the kind of people that fills it, or null (core/matching.py). */
function match(costs, available) {
  const filled = costs.map(() => null), spare = [...available];
  const possible = costs.map((row) => row.reduce((sum, cost, kind) => sum + (cost === null ? 0 : available[kind]), 0));
  const scarceFirst = costs.map((_, post) => post).sort((left, right) => possible[left] - possible[right] || left - right);
  for (const post of scarceFirst) { augment(post, costs, filled, spare); }
  return filled;
}

function augment(start, costs, filled, spare) {
  let best = null;
  costs[start].forEach((cost, kind) => {
    if (cost === null) { return; }
    const choice = [cost, spare[kind] ? 0 : 1, kind];
    if (best === null || isLess(choice, best)) { best = choice; }
  });
  if (best && best[1] === 0) {
    filled[start] = best[2];
    spare[best[2]] -= 1;
    return;
  }
  const reach = new Map();
  for (let posts = new Map([[start, 0]]); posts.size;) {
    const after = new Map();
    for (const [post, soFar] of posts) {
      costs[post].forEach((cost, kind) => {
        if (cost === null || kind === filled[post]) { return; }
        const total = soFar + cost;
        if (reach.has(kind) && reach.get(kind)[0] <= total) { return; }
        reach.set(kind, [total, post]);
        filled.forEach((held, other) => {
          if (held !== kind || other === start) { return; }
          const left = total - costs[other][kind];
          if (!after.has(other) || left < after.get(other)) { after.set(other, left); }
        });
      });
    }
    posts = after;
  }
  let end = null;
  for (const [kind, [total]] of reach) {
    if (spare[kind] && (end === null || isLess([total, kind], end))) { end = [total, kind]; }
  }
  if (end === null) { return; }
  let kind = end[1];
  spare[kind] -= 1;
  for (;;) {
    const post = reach.get(kind)[1], before = filled[post];
    filled[post] = kind;
    if (post === start) { return; }
    kind = before;
  }
}

/** Compare two lists of numbers from left to right. */
function isLess(left, right) {
  const place = left.findIndex((each, at) => each !== right[at]);
  return place >= 0 && left[place] < right[place];
}

function openCheck(pack, interview) {
  const ranks = Object.fromEntries(pack.people.kinds.map(([letter, rank]) => [letter, rank]));

  function verdict({ missing, unclear }) {
    if (Object.keys(missing).length) { return "insufficient"; }
    return unclear.length ? "unclear" : "sufficient";
  }

  function assign(crew, posts, letters, counts) {
    const costs = posts.map(({ ways }) => letters.map((letter) => (ways[letter] ? ways[letter][0] : null)));
    const found = match(costs, letters.map((letter) => counts[letter]));
    const missing = {}, filled = [], unclear = [];
    let doubtful = 0;
    posts.forEach(({ rank, ways }, place) => {
      if (found[place] === null) { missing[rank] = (missing[rank] ?? 0) + 1; return; }
      const letter = letters[found[place]], [, provision, doubts] = ways[letter], by = ranks[letter];
      if (!doubts.length) { filled.push({ post: rank, by, provision }); return; }
      doubtful += 1;
      for (const [, text, same] of doubts) { unclear.push({ post: rank, by, provision, text, same }); }
    });
    return { crew, missing, filled, unclear, doubtful };
  }

  function order({ missing, doubtful, crew }) {
    return [Object.values(missing).reduce((sum, number) => sum + number, 0), doubtful, crew];
  }

  /** Return the best that these people can do for an answer; null where the law names no crew. */
  function best(answer, counts) {
    const letters = Object.keys(counts);
    let chosen = null;
    answer.posts.forEach(([table, ...others], crew) => {
      let found = assign(crew, table, letters, counts);
      for (const other of others) {
        if (verdict(found) === "sufficient") { break; }
        const candidate = assign(crew, other, letters, counts);
        if (!Object.keys(candidate.missing).length && isLess(order(candidate), order(found))) { found = candidate; }
      }
      if (chosen === null || isLess(order(found), order(chosen))) { chosen = found; }
    });
    return chosen;
  }

  /** Say in which operating modes these people would suffice; ``facts`` are those of the answer. */
  function modes(outcome, own, counts) {
    const { answer, facts } = outcome;
    if (answer.version === null || !("mode" in facts)) { return []; }
    return pack.modes[answer.version].map(([mode, hours]) => {
      let assignment = own;
      if (mode !== answer.result.mode) {
        const { outcome: other } = interview.settle({ ...facts, mode });
        if (other.question) { return { mode, hours, verdict: "unclear", missing: {}, question: other.question.key }; }
        assignment = best(other.answer, counts);
      }
      const worth = assignment ? verdict(assignment) : "unclear";
      return { mode, hours, verdict: worth, missing: assignment ? assignment.missing : {}, question: null };
    });
  }

  /** Return the verdict on the people of an answer that names a crew. */
  return (outcome, counts) => {
    const assignment = best(outcome.answer, counts);
    return { assignment, verdict: assignment ? verdict(assignment) : "unclear", modes: modes(outcome, assignment, counts) };
  };
}

/** Return the verdict in sentences (core/check_words.py). */
function verdictTexts({ words, people }, say, answer, { assignment }, counts) {
  const { missing, crew, unclear } = assignment;
  const doubts = unclear.filter(({ same }, place) => unclear.findIndex((each) => each.same === same) === place).map(({ text }) => text);
  const here = answer.result.conditions.filter(({ alternatives }) => alternatives.includes(crew));
  const isJudged = ({ id }) => people.judged.includes(id);
  const texts = [];
  if (Object.keys(missing).length) {
    const first = doubts.length ? words.missing_anyway : words.enough_with;
    texts.push(fill(first, () => say(missing)), ...doubts);
    texts.push(...here.filter((each) => isJudged(each) && each.rank in missing).map(({ text }) => text));
  } else {
    texts.push(...(doubts.length ? [words.not_certain, ...doubts] : [words.enough]));
  }
  texts.push(...here.filter((each) => !isJudged(each)).map(({ text }) => fill(words.supposed, () => text)));
  const taken = Object.keys(counts).flatMap((letter) => people.taken[letter] ?? []);
  texts.push(...people.taken_order.filter((text) => taken.includes(text)));
  return texts;
}
