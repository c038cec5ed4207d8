// The pages of a pack: an address in, a whole page out, as web/pages.py and web/render.py make it on the server.

/**
 * Return what draws the pages of a pack. ``open`` gives the page of an address: {status, address, html}; null for an address
 * of another kind. ``at`` says what no pack knows: {site, day}, the day in words.
 */
function openPack(pack) {
  const value = openHeap(pack.heap);
  const { facts: known, words, ranks, people } = pack;
  const codes = openCodes(pack);
  const interview = openInterview(pack, value);
  const check = openCheck(pack, interview);
  const draw = openTemplates(pack.templates);
  const start = `/${pack.language}/`;
  const kinds = people.kinds.map(([letter, , names]) => ({ letter, names }));

  // ------------------------------------------------------------------------------------------------------------ words

  function named(names, number) {
    return names[Math.min(number, 2)];
  }
  const said = (number) => sayNumber(number, pack.decimal);

  function valueLabel(key, given) {
    const fact = known[key];
    if (fact.kind === "choice") { return fact.values[given][1]; }
    if (isNumber(given)) { return said(given) + (fact.unit && `\u00a0${fact.unit}`); }
    return fact.bands[given][1];
  }

  function headline(facts) {
    const parts = Object.entries(facts).map(([key, given]) => {
      const fact = known[key];
      if (fact.kind === "number" && isNumber(given)) { return fact.headline && fill(fact.headline, () => said(given)); }
      return (fact.kind === "choice" ? fact.values : fact.bands)[given][2];
    });
    return parts.filter(Boolean).join(" · ");
  }

  function peopleWords(missing) {
    return Object.entries(missing).map(([rank, number]) => `${number}\u00a0${named(ranks[rank], number)}`).join(", ");
  }

  function sourceUrl(version) {
    const own = pack.sources[version ?? ""] ?? {};
    return ([provision]) => own[asText(provision)] ?? pack.sources[""][asText(provision)];
  }

  const globals = {
    cite: ([provision]) => pack.cited[asText(provision)] ?? asText(provision),
    rank_name: ([rank, number]) => named(ranks[rank], number),
    rank_name_de: ([rank, number]) => named(pack.ranks_de[rank], number),
    source_url: sourceUrl(null),
  };

  // ------------------------------------------------------------------------------------------------------------ places

  /** Return where a page stands: its facts, the code of its people, the rest of its address. */
  function place(facts, aboard, rest, at) {
    const code = (others) => codes.encode(others) + aboard;
    const address = (others, people_ = aboard) => {
      const own = codes.encode(others);
      return own ? `${start}r/${own}${people_}` : start;
    };
    const changed = (changes) => {
      const others = { ...facts };
      for (const each of changes) {
        const [key, ...more] = each.split("=");
        if (more.length) { others[key] = more.join("="); } else { delete others[key.slice(1)]; }
      }
      return others;
    };
    const gap = (text) => {
      const [wanted, ...changes] = text.split("\ue002");
      switch (wanted) {
        case "case": return address(changed(changes));
        case "bare": return address(changed(changes), "");
        case "code": return code(changed(changes));
        case "other": return address(byOtherRules(facts));
        case "rest": return rest;
        case "headline": return headline(facts);
        case "day": return at.day;
        default: return at.site;
      }
    };
    return { facts, aboard, address, code, gap };
  }

  function page(status, template, here, given, address = null) {
    const html = draw(template, { ...globals, ...pack.frame, ...given });
    return { status, address, html: html.replace(/\ue000([^\ue001]*)\ue001/g, (_, gap) => escapeHtml(here.gap(gap))) };
  }

  /** Return a page that says something: a title, a text, and ways on as {label, url}. */
  function message(kind, at, actions = [], names = "", status = 404) {
    const [title, text] = pack.messages[kind];
    const filled = { title, text: fill(text, () => names), actions };
    return page(status, "message.html", place({}, "", "", at), { ...pack.empty, message: filled, canonical: null });
  }

  // ------------------------------------------------------------------------------------------------------------- views

  /** Return the facts of the case by the other rules (core/choice.py). */
  function byOtherRules(facts) {
    const others = Object.fromEntries(Object.entries(facts).filter(([key]) => pack.other.same.includes(key)));
    const holdsFor = ([key, wanted, yes]) => (wanted === null ? key in facts : facts[key] === wanted) === yes;
    for (const [conditions, key, given] of pack.other.carried) {
      if (conditions.every(holdsFor)) { others[key] = given; }
    }
    return others;
  }

  function without(facts, key) {
    if (key === "rules") { return byOtherRules(facts); }
    const { [key]: _, ...others } = facts;
    return others;
  }

  /** Return what question, answer and error pages share. */
  function frame(here, outcome) {
    const { used, facts, labels } = outcome;
    const keys = [...Object.keys(used), ...Object.keys(facts).filter((key) => !(key in used))];
    const chips = keys.map((key) => ({
      key,
      name: known[key].name,
      value: labels[key] ?? valueLabel(key, used[key] ?? facts[key]),
      url: here.address(without(facts, key)),
    }));
    const asked = Object.keys(used), last = asked.findLast((key) => !known[key].offered);
    const left = outcome.question ? interview.remaining(outcome.node) : 0;
    return {
      chips,
      progress: asked.length ? new Float(asked.length / (asked.length + left)) : null,
      back_url: last === undefined ? null : here.address(Object.fromEntries(Object.entries(facts).filter(([key]) => key !== last))),
    };
  }

  function questionPage(here, outcome) {
    const { view } = outcome.question, first = !Object.keys(outcome.facts).length;
    const given = { ...view, ...(first ? pack.start : {}), ...frame(here, outcome) };
    return page(200, first ? "start.html" : "question.html", here, { ...given, doc: { question: given.question } });
  }

  /** Return what the templates of an answer are given, but for the people aboard. */
  function answerGiven(here, outcome) {
    const { view, result, version } = outcome.answer;
    const other = otherCrew(here, outcome);
    const offers = outcome.offers.filter(({ key }) => !(key === "rules" && other)).map(({ offer }) => offer);
    return {
      ...view,
      ...frame(here, outcome),
      doc: { result: { ...result, offers, code: codes.encode(outcome.facts) } },
      headline: headline(outcome.facts),
      other_crew: other,
      source_url: sourceUrl(version),
    };
  }

  function answerPage(here, outcome, counts) {
    return page(200, "answer.html", here, { ...answerGiven(here, outcome), suffice: suffice(here, outcome, counts) });
  }

  /** Return the free choice of crew beside an answer (web/comparison.py). */
  function otherCrew(here, outcome) {
    const offered = "rules" in outcome.facts || outcome.offers.some(({ key }) => key === "rules");
    if (outcome.facts.water !== "german" || outcome.answer.version === null || !offered) { return null; }
    const { outcome: other } = interview.settle(byOtherRules(outcome.facts));
    if (other.answer && other.answer.result.kind === "outside") { return null; }
    const byRhine = outcome.facts.rules === "rhine";
    const [national, rhine] = byRhine ? [other, outcome] : [outcome, other];
    const both = other.answer && outcome.answer.result.crews.length && other.answer.result.crews.length;
    return {
      terms: pack.other.terms,
      chosen: byRhine ? "rhine" : "national",
      url: here.address(other.facts),
      authority: Boolean(other.answer) && other.answer.result.kind === "authority",
      both: both ? { cards: [card(national, "national"), card(rhine, "rhine")], fewer: fewerPeople(national, rhine) } : null,
    };
  }

  const total = (crew) => Object.values(crew).reduce((sum, number) => sum + number, 0);

  function card({ answer: { result } }, rules) {
    const crews = result.crews.filter((crew, at) => result.crews.findIndex((each) => isEqual(each, crew)) === at);
    return {
      rules,
      title: pack.other.titles[rules],
      mode: result.mode,
      hours: result.mode_hours,
      crews: crews.map((crew) => ({ crew, total: total(crew) })),
    };
  }

  function fewerPeople(national, rhine) {
    const [here, there] = [national, rhine].map(({ answer }) => Math.min(...answer.result.crews.map(total)));
    const sentence = here < there ? words.national_needs_fewer : here > there ? words.rhine_needs_fewer : words.both_need_the_same;
    return fill(sentence, (name) => String(name === "many" ? Math.max(here, there) : Math.min(here, there)));
  }

  /** Return the people aboard under an answer, and the verdict once somebody is counted (web/crew_check.py). */
  function suffice(here, outcome, counts) {
    const offered = kinds.filter(({ letter }) => outcome.answer.kinds.includes(letter));
    if (!offered.length) { return null; }
    const own = codes.encode(outcome.facts), counted = Object.keys(counts).length > 0;
    const address = (letter, number) => {
      const aboard = number < 0 || number > people.most ? null : codes.encodePeople({ ...counts, [letter]: number });
      return aboard === null || aboard.length > people.limit ? null : `${start}r/${own}${aboard}`;
    };
    const rows = offered.map(({ letter, names }) => {
      const number = counts[letter] ?? 0, fewer = address(letter, number - 1), more = address(letter, number + 1);
      const stay = here.address(outcome.facts);
      return {
        letter, number, name: named(names, number), fewer: fewer ?? stay, more: more ?? stay,
        least: fewer === null, most: more === null,
      };
    });
    return { rows, again: counted ? `${start}r/${own}` : null, verdict: counted ? verdict(here, outcome, counts) : null };
  }

  function verdict(here, outcome, counts) {
    const found = check(outcome, counts), { filled, unclear } = found.assignment;
    const equal = (one, other) => one.post === other.post && one.by === other.by && one.provision === other.provision && one.text === other.text;
    const once = (entries) => entries.filter((entry, at) => entries.findIndex((each) => equal(each, entry)) === at);
    const doubts = once(unclear);
    return {
      verdict: found.verdict,
      texts: verdictTexts(pack, peopleWords, outcome.answer, found, counts).filter((text) => !doubts.some((doubt) => doubt.text === text)),
      filled: once(filled).map((entry) => ({ ...entry, number: filled.filter((each) => equal(each, entry)).length })),
      unclear: doubts,
      modes: found.modes.map((mode) => ({
        mode: mode.mode,
        hours: mode.hours,
        verdict: mode.verdict,
        missing: missingText(mode.missing),
        question: mode.question && known[mode.question].name,
        url: outcome.facts.mode === mode.mode ? null : here.address({ ...outcome.facts, mode: mode.mode }),
      })),
    };
  }

  function missingText(missing) {
    const number = total(missing);
    return number ? fill(number === 1 ? words.one_missing : words.several_missing, () => peopleWords(missing)) : null;
  }

  // ------------------------------------------------------------------------------------------------------------- input

  function asTyped(raw) {
    const letters = [...raw];
    return letters.length <= 80 ? raw : `${letters.slice(0, 79).join("")}…`;
  }

  /** Read what a form or another site says of a fact: {value}, or {error}. */
  function readFact(key, raw) {
    const fact = known[key];
    if (fact.kind === "date") { return { value: raw }; }
    if (fact.kind === "choice") {
      return Object.hasOwn(fact.values, raw) ? { value: raw } : { error: unfit(key, raw, Object.values(fact.values).map(([, label]) => label)) };
    }
    if (Object.hasOwn(fact.bands, raw)) { return { value: raw }; }
    if (bandByName(raw, fact)) { return { value: raw }; }
    const { number, wrong, ...more } = readNumber(raw, fact);
    if (number !== undefined) { return { value: number }; }
    const gaps = {
      value: asTyped(raw), name: fact.name, low: String(fact.low), high: String(fact.high), unit: fact.unit && `\u00a0${fact.unit}`,
      ...Object.fromEntries(Object.entries(more).map(([name, each]) => [name, said(each)])),
    };
    return { error: { key, value: asTyped(raw), message: fill(words[wrong], (name) => gaps[name]), guess: more.guess } };
  }

  function unfit(key, raw, options) {
    const gaps = { value: asTyped(raw), question: known[key].question, options: options.join(", ") };
    return { key, value: asTyped(raw), message: fill(words.no_answer, (name) => gaps[name]) };
  }

  function errorPage(here, outcome, error) {
    const { key, value: typed, message: text, guess } = error;
    const view = outcome.question ? outcome.question.view : outcome.answer.view;
    return page(422, "error.html", here, {
      question: null, equipment_helper: null, water_finder: null,
      ...view,
      description: null,
      canonical: null,
      ...frame(here, outcome),
      doc: { error: { key, value: typed, message: text } },
      guess: guess === undefined ? null : { label: valueLabel(key, guess), url: here.address({ ...outcome.facts, [key]: guess }) },
      same_question: Boolean(outcome.question) && outcome.question.key === key,
    });
  }

  // ------------------------------------------------------------------------------------------------------------- pages

  const isDay = (key) => known[key].kind === "date";

  /** Say that another day needs a connection, with the way to the case without that day. */
  function dayPage(facts, counts, at) {
    const rest = Object.fromEntries(Object.entries(facts).filter(([key]) => !isDay(key)));
    const { outcome } = interview.settle(rest);
    const url = place({}, codes.encodePeople(counts), "", at).address(outcome.facts);
    return message("day", at, [{ label: words.without_day, url }]);
  }

  /** Return where a case stands, and the people who can matter there; a question keeps them all. */
  function settled(facts, counts) {
    // What a code does not say, such as the order of the facts, does not count.
    const proper = codes.encode(interview.settle(facts).outcome.facts);
    const { outcome } = interview.settle(codes.readBoth(proper).facts);
    if (outcome.question) { return { outcome, aboard: counts }; }
    const letters = kinds.map(({ letter }) => letter).filter((letter) => counts[letter] && outcome.answer.kinds.includes(letter));
    return { outcome, aboard: Object.fromEntries(letters.map((letter) => [letter, counts[letter]])) };
  }

  function casePage(facts, counts, at) {
    if (Object.keys(facts).some(isDay)) { return dayPage(facts, counts, at); }
    const { outcome, aboard } = settled(facts, counts);
    const code = codes.encodePeople(aboard), address = place({}, code, "", at).address(outcome.facts);
    const here = place(outcome.facts, code, address.slice(start.length), at);
    const made = outcome.question ? questionPage(here, outcome) : answerPage(here, outcome, aboard);
    return { ...made, address };
  }

  /** Return a page that stands beside an answer: ``rest`` or ``more``; a question has none. */
  function besidePage(kind, code, at) {
    const read = codes.readBoth(code);
    if (!read) { return message("strange", at); }
    if (Object.keys(read.facts).some(isDay)) { return dayPage(read.facts, read.counts, at); }
    const { outcome, aboard } = settled(read.facts, read.counts);
    if (outcome.question) { return casePage(read.facts, read.counts, at); }
    const people_ = codes.encodePeople(aboard), own = codes.encode(outcome.facts);
    const here = place(outcome.facts, people_, `${kind}/${own}${people_}`, at);
    const canonical = `${at.site}${start}${kind}/${own}`;
    const given = { ...answerGiven(here, outcome), description: null, canonical };
    return { ...page(200, `${kind}.html`, here, given), address: `${start}${kind}/${own}${people_}` };
  }

  /** Read facts from a form or another site: their page, or what is wrong with one of them. */
  function enter(query, at) {
    const given = Object.fromEntries([...query].reverse());
    const read = codes.readBoth(given.code ?? "");
    if (!read) { return message("strange", at); }
    const raw = Object.fromEntries([...query.keys()].filter((key) => key !== "code" && Object.hasOwn(known, key)).map((key) => [key, given[key]]));
    const facts = {}, errors = [];
    for (const key of Object.keys({ ...read.facts, ...raw })) {
      const { value: taken, error } = key in raw ? readFact(key, raw[key]) : { value: read.facts[key] };
      if (error) { errors.push(error); } else { facts[key] = taken; }
    }
    if (Object.keys(facts).some(isDay)) { return dayPage(facts, read.counts, at); }
    const { outcome, unfit: dropped } = interview.settle(facts);
    errors.push(...dropped.map((each) => unfit(each.key, each.value, each.options)));
    const typed = errors.find(({ key }) => key in raw);
    if (!typed) { return casePage(outcome.facts, read.counts, at); }
    outcome.facts = Object.fromEntries(Object.entries(outcome.facts).filter(([key, each]) => codes.canBeSaid(known[key], each)));
    return errorPage(place(outcome.facts, codes.encodePeople(read.counts), "", at), outcome, typed);
  }

  /** Turn the ticked list of equipment into the answer of its question (web/checklist.py). */
  function fromEquipment(query, at) {
    const read = codes.readBoth(query.get("code") ?? "");
    if (!read) { return message("strange", at); }
    const { outcome } = interview.settle(read.facts);
    const helper = outcome.question?.view.equipment_helper;
    if (!helper) { return casePage(outcome.facts, read.counts, at); }
    const missing = Object.fromEntries(helper.groups.map(({ name, options }) => {
      const ticked = query.getAll(name);
      return [name, options.map((option) => option.value).filter((item) => !ticked.includes(item))];
    }));
    const answer = missing.item ? (missing.item.length ? "not-met" : "met") : standard(missing, outcome.question.values);
    return casePage({ ...outcome.facts, equipment: answer }, read.counts, at);
  }

  function standard({ s1, s2 }, values) {
    const { none_missing: full, missing: short, order } = pack.equipment;
    const weights = s1.map((item) => order.indexOf(short[item]));
    const found = s1.length ? order[Math.max(...weights)] : s2.length ? full.without : full.with_s2;
    return values.includes(found) ? found : "none";
  }

  /** Find a water by its name for the question that the code stands at (web/finder.py). */
  function byName(query, at) {
    const code = query.get("code") ?? "", { longest, answers } = pack.waters;
    const name = [...(query.get("q") ?? "").trim()].slice(0, longest).join("");
    const read = codes.readBoth(code);
    if (!read) { return message("strange", at); }
    const { outcome } = interview.settle(read.facts), keys = outcome.question && answers[outcome.question.key];
    if (!keys || !name) { return casePage(outcome.facts, read.counts, at); }
    const found = findWaters(pack.waters, name).map(([water, part, told]) => {
      const kept = Object.entries(outcome.facts).filter(([key]) => !keys.includes(key));
      const facts = Object.fromEntries([...kept, ...keys.filter((key) => key in told).map((key) => [key, told[key]])]);
      const wanted = outcome.question.key === "water" ? "zone" : outcome.question.key;
      const means = wanted in told ? wanted : "water";
      return { name: water, part, facts, means: valueLabel(means, told[means]), plain: (outcome.facts.water ?? told.water) === told.water };
    });
    if (found.length === 1 && found[0].plain) { return casePage(found[0].facts, read.counts, at); }
    const rest = new URLSearchParams({ code, q: name }).toString().replaceAll("*", "%2A").replaceAll("%7E", "~");
    const here = place(outcome.facts, codes.encodePeople(read.counts), `water?${rest}`, at);
    return page(200, "waters.html", here, {
      ...outcome.question.view,
      ...frame(here, outcome),
      description: null,
      canonical: null,
      doc: {},
      water_finder: { ...outcome.question.view.water_finder, name },
      found: found.map(({ facts, ...each }) => ({ ...each, url: here.address(facts) })),
      name,
      question_url: here.address(outcome.facts),
    });
  }

  function open(url, at) {
    const { pathname: path, searchParams: query } = url;
    if (path === start && query.has("q")) { return null; }
    if (path === start) { return query.size ? enter(query, at) : casePage({}, {}, at); }
    if (path === `${start}equipment`) { return fromEquipment(query, at); }
    if (path === `${start}water`) { return byName(query, at); }
    const [kind, code, ...more] = path.startsWith(start) ? path.slice(start.length).split("/") : [];
    if (["rest", "more"].includes(kind) && code && !more.length) { return besidePage(kind, code, at); }
    if (kind !== "r") { return null; }
    if (!code || more.length) { return message("lost", at); }
    const read = codes.readBoth(code);
    return read ? casePage(read.facts, read.counts, at) : message("strange", at);
  }
  return { open, message };
}
