// Draws the templates of the page from their trees (web/pack/templates.py), as Jinja draws them on the server.

/** Text that is HTML already. */
class Safe {
  constructor(text) { this.text = text; }
}

/** A number that Python writes with a decimal point, whatever it is. */
class Float {
  constructor(value) { this.value = value; }
}

const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&#34;", "'": "&#39;" };
function escapeHtml(text) {
  return text.replace(/[&<>"']/g, (letter) => ENTITIES[letter]);
}

function bare(value) {
  return value instanceof Float ? value.value : value instanceof Safe ? value.text : value;
}

function asText(value) {
  if (value === undefined) { throw new Error("a template wants something that is not there"); }
  if (value instanceof Float) { return Number.isInteger(value.value) ? `${value.value}.0` : String(value.value); }
  if (value instanceof Safe) { return value.text; }
  if (value === null) { return "None"; }
  if (value === true) { return "True"; }
  return value === false ? "False" : String(value);
}

function asHtml(value) {
  return value instanceof Safe ? value.text : escapeHtml(asText(value));
}

function isTrue(value) {
  const plain = bare(value);
  if (plain === null || typeof plain !== "object") { return Boolean(plain); }
  return (Array.isArray(plain) ? plain : Object.keys(plain)).length > 0;
}

function isEqual(left, right) {
  const [one, other] = [bare(left), bare(right)];
  if (one === other || typeof one !== "object" || typeof other !== "object" || !one || !other) { return one === other; }
  const keys = Object.keys(one);
  return Array.isArray(one) === Array.isArray(other) && keys.length === Object.keys(other).length &&
    keys.every((key) => key in other && isEqual(one[key], other[key]));
}

function isIn(value, many) {
  const plain = bare(many);
  if (typeof plain === "string") { return plain.includes(asText(value)); }
  return Array.isArray(plain) ? plain.some((each) => isEqual(each, value)) : Object.hasOwn(plain, asText(value));
}

/** Round as Python does: an exact half goes to the even neighbour, a whole number stays one. */
function rounded(value, digits) {
  if (!(value instanceof Float)) { return value; }
  const factor = 10 ** digits, scaled = value.value * factor;
  const half = scaled % 1 === 0.5 && scaled / factor === value.value;
  return new Float(half ? 2 * Math.round(scaled / 2) / factor : Number(value.value.toFixed(digits)));
}

function arithmetic(work) {
  return (left, right) => {
    const result = work(bare(left), bare(right));
    return left instanceof Float || right instanceof Float ? new Float(result) : result;
  };
}
const OPERATORS = {
  "+": (left, right) => (Array.isArray(left) ? [...left, ...right] : arithmetic((a, b) => a + b)(left, right)),
  "-": arithmetic((a, b) => a - b),
  "*": (left, right) => (typeof bare(left) === "string" ? bare(left).repeat(right) : arithmetic((a, b) => a * b)(left, right)),
  "/": (left, right) => new Float(bare(left) / bare(right)),
  "//": arithmetic((a, b) => Math.floor(a / b)),
  "%": arithmetic((a, b) => ((a % b) + b) % b),
};
const COMPARISONS = {
  eq: isEqual,
  ne: (left, right) => !isEqual(left, right),
  lt: (left, right) => bare(left) < bare(right),
  lteq: (left, right) => bare(left) <= bare(right),
  gt: (left, right) => bare(left) > bare(right),
  gteq: (left, right) => bare(left) >= bare(right),
  in: isIn,
  notin: (left, right) => !isIn(left, right),
};
const TESTS = {
  defined: (value) => value !== undefined,
  undefined: (value) => value === undefined,
  none: (value) => value === null,
  equalto: isEqual,
  eq: isEqual,
  ne: COMPARISONS.ne,
  in: isIn,
  string: (value) => typeof value === "string" || value instanceof Safe,
  number: (value) => typeof value === "number" || value instanceof Float,
  mapping: (value) => typeof value === "object" && value !== null && value.constructor === Object,
};

const TEXT_METHODS = {
  endswith: (text, end) => text.endsWith(end),
  lower: (text) => text.toLowerCase(),
  replace: (text, before, after) => text.replaceAll(before, after),
  split: (text, between) => text.split(between),
  startswith: (text, start) => text.startsWith(start),
  strip: (text) => text.trim(),
  upper: (text) => text.toUpperCase(),
};

function member(object, name) {
  const plain = bare(object);
  if (plain === null || plain === undefined) { return undefined; }
  if (typeof plain === "string" && Object.hasOwn(TEXT_METHODS, name)) { return (args) => TEXT_METHODS[name](plain, ...args.map(asText)); }
  if (Array.isArray(plain) || typeof plain === "string") { return plain.at(name); }
  if (Object.hasOwn(plain, name)) { return plain[name]; }
  switch (name) {
    case "items": return () => Object.entries(plain);
    case "keys": return () => Object.keys(plain);
    case "values": return () => Object.values(plain);
    case "get": return ([key, otherwise = null]) => (Object.hasOwn(plain, asText(key)) ? plain[key] : otherwise);
    default: return undefined;
  }
}

function least(values, first) {
  return values.reduce((best, each) => (COMPARISONS[first](each, best) ? each : best));
}
function ordered(values) {
  return [...values].sort((left, right) => (bare(left) < bare(right) ? -1 : Number(bare(left) > bare(right))));
}
function passes([name = null, ...more]) {
  return name === null ? isTrue : (value) => TESTS[asText(name)](value, ...more);
}
const FILTERS = {
  abs: (value) => (value instanceof Float ? new Float(Math.abs(value.value)) : Math.abs(value)),
  default: (value, [otherwise = ""]) => (value === undefined ? otherwise : value),
  first: (value) => bare(value)[0],
  last: (value) => bare(value).at(-1),
  float: (value) => new Float(Number.parseFloat(bare(value)) || 0),
  int: (value) => Math.trunc(Number(bare(value))) || 0,
  join: (value, [between = ""]) => value.map(asText).join(asText(between)),
  length: (value) => (typeof bare(value) === "string" ? [...bare(value)] : Object.keys(bare(value))).length,
  list: (value) => (Array.isArray(value) ? [...value] : Object.keys(bare(value))),
  lower: (value) => asText(value).toLowerCase(),
  upper: (value) => asText(value).toUpperCase(),
  max: (value) => least(value, "gt"),
  min: (value) => least(value, "lt"),
  replace: (value, [before, after]) => {
    const text = asText(value).replaceAll(asText(before), asText(after));
    return value instanceof Safe ? new Safe(text) : text;
  },
  round: (value, [digits = 0]) => rounded(value, digits),
  safe: (value) => new Safe(asText(value)),
  select: (value, tests) => value.filter(passes(tests)),
  reject: (value, tests) => value.filter((each) => !passes(tests)(each)),
  selectattr: (value, [name, ...tests]) => value.filter((each) => passes(tests)(member(each, name))),
  rejectattr: (value, [name, ...tests]) => value.filter((each) => !passes(tests)(member(each, name))),
  sort: (value) => ordered(value),
  string: (value) => (value instanceof Safe ? value : asText(value)),
  sum: (value) => value.reduce((total, each) => OPERATORS["+"](total, each), 0),
  trim: (value) => asText(value).trim(),
};

/** Each kind of expression: from its tree to a function that gives its value for the names in scope. */
const EXPRESSIONS = {
  name: ([name]) => (scope) => scope[name],
  safe: ([text]) => () => new Safe(text),
  get: ([object, name]) => {
    const [of, key] = [expression(object), expression(name)];
    return (scope) => member(of(scope), bare(key(scope)));
  },
  slice: ([list, start, stop]) => {
    const [of, from, to] = [list, start, stop].map(expression);
    return (scope) => bare(of(scope)).slice(from(scope) ?? undefined, to(scope) ?? undefined);
  },
  call: ([called, args, named]) => {
    const [of, given, more] = [expression(called), args.map(expression), namedExpressions(named)];
    return (scope) => of(scope)(given.map((each) => each(scope)), more(scope));
  },
  filter: ([name, value, args]) => {
    const [of, given] = [expression(value), args.map(expression)];
    return (scope) => FILTERS[name](of(scope), given.map((each) => each(scope)));
  },
  test: ([name, value, args]) => {
    const [of, given] = [expression(value), args.map(expression)];
    return (scope) => TESTS[name](of(scope), ...given.map((each) => each(scope)));
  },
  compare: ([first, rest]) => {
    const of = expression(first), others = rest.map(([name, each]) => [COMPARISONS[name], expression(each)]);
    return (scope) => {
      let left = of(scope);
      return others.every(([holds, each]) => {
        const right = each(scope), result = holds(left, right);
        left = right;
        return result;
      });
    };
  },
  either: ([test, one, other]) => {
    const [of, first, second] = [test, one, other].map(expression);
    return (scope) => (isTrue(of(scope)) ? first(scope) : second(scope));
  },
  "~": ([parts]) => {
    const all = parts.map(expression);
    return (scope) => {
      const values = all.map((each) => each(scope));
      return values.some((each) => each instanceof Safe) ? new Safe(values.map(asHtml).join("")) : values.map(asText).join("");
    };
  },
  list: ([items]) => {
    const all = items.map(expression);
    return (scope) => all.map((each) => each(scope));
  },
  dict: ([pairs]) => {
    const all = pairs.map((pair) => pair.map(expression));
    return (scope) => Object.fromEntries(all.map(([key, value]) => [asText(key(scope)), value(scope)]));
  },
  and: ([left, right]) => {
    const [one, other] = [expression(left), expression(right)];
    return (scope) => {
      const value = one(scope);
      return isTrue(value) ? other(scope) : value;
    };
  },
  or: ([left, right]) => {
    const [one, other] = [expression(left), expression(right)];
    return (scope) => {
      const value = one(scope);
      return isTrue(value) ? value : other(scope);
    };
  },
  not: ([value]) => {
    const of = expression(value);
    return (scope) => !isTrue(of(scope));
  },
  neg: ([value]) => {
    const of = expression(value);
    return (scope) => OPERATORS["-"](0, of(scope));
  },
  sentence: ([text, named]) => {
    const more = namedExpressions(named);
    return (scope) => {
      const values = more(scope);
      return new Safe(fill(text, (name) => asHtml(values[name])));
    };
  },
};

/** Fill the {gaps} of a sentence. */
function fill(sentence, gap) {
  return sentence.replace(/\{(\w+)\}/g, (_, name) => gap(name));
}

function namedExpressions(named) {
  const all = Object.entries(named ?? {}).map(([name, each]) => [name, expression(each)]);
  return (scope) => Object.fromEntries(all.map(([name, each]) => [name, each(scope)]));
}

function expression(tree) {
  if (!Array.isArray(tree)) { return () => tree; }
  const [kind, ...parts] = tree;
  if (Object.hasOwn(OPERATORS, kind)) {
    const [left, right] = parts.map(expression);
    return (scope) => OPERATORS[kind](left(scope), right(scope));
  }
  return EXPRESSIONS[kind](parts);
}

function assign(scope, target, value) {
  if (typeof target === "string") { scope[target] = value; return; }
  target.forEach((each, place) => assign(scope, each, value[place]));
}

/** Each kind of statement: from its tree to a function that writes what it draws. */
const STATEMENTS = {
  out: ([value]) => {
    const of = expression(value);
    return (scope, write) => write(asHtml(of(scope)));
  },
  if: ([branches, otherwise]) => {
    const all = branches.map(([test, body]) => [expression(test), statements(body)]), last = statements(otherwise);
    return (scope, write) => {
      const branch = all.find(([test]) => isTrue(test(scope)));
      (branch ? branch[1] : last)(scope, write);
    };
  },
  for: ([target, iterable, body, otherwise, test]) => {
    const of = expression(iterable), each = statements(body), none = statements(otherwise);
    const wanted = test === null ? null : expression(test);
    return (scope, write) => {
      const found = bare(of(scope));
      let scopes = (Array.isArray(found) ? found : Object.keys(found)).map((value) => {
        const inner = Object.create(scope);
        assign(inner, target, value);
        return inner;
      });
      if (wanted) { scopes = scopes.filter((inner) => isTrue(wanted(inner))); }
      scopes.forEach((inner, index0) => {
        inner.loop = {
          index0, index: index0 + 1, first: index0 === 0, last: index0 === scopes.length - 1, length: scopes.length,
        };
        each(inner, write);
      });
      if (!scopes.length) { none(scope, write); }
    };
  },
  set: ([target, value]) => {
    const of = expression(value);
    return (scope) => assign(scope, target, of(scope));
  },
  block: ([name]) => (scope, write) => scope["block " + name](write),
};

function statements(body) {
  const all = body.map((part) => {
    if (!Array.isArray(part)) { return (scope, write) => write(part); }
    return STATEMENTS[part[0]](part.slice(1));
  });
  return (scope, write) => { for (const each of all) { each(scope, write); } };
}

function macro([args, body], scope) {
  const parameters = args.map(([name, ...otherwise]) => [name, otherwise.length ? expression(otherwise[0]) : () => undefined]);
  const draw = statements(body);
  return (given, named) => {
    const inner = Object.create(scope), parts = [];
    parameters.forEach(([name, otherwise], place) => {
      inner[name] = place < given.length ? given[place] : Object.hasOwn(named, name) ? named[name] : otherwise(inner);
    });
    draw(inner, (text) => parts.push(text));
    return new Safe(parts.join(""));
  };
}

function range([first, second]) {
  const [start, end] = second === undefined ? [0, bare(first)] : [bare(first), bare(second)];
  return Array.from({ length: Math.max(0, end - start) }, (_, place) => start + place);
}

/** Return a function that draws a template: its name, and what it is given. */
function openTemplates(trees) {
  const bodies = new Map(Object.entries(trees).map(([name, tree]) => [name, statements(tree.body)]));
  const blocks = new Map(Object.entries(trees).map(([name, tree]) =>
    [name, Object.entries(tree.blocks).map(([block, body]) => [block, statements(body)])]));

  /** Put into scope what a template imports and defines. */
  function prepare(name, scope) {
    for (const [module, alias] of trees[name].imports) {
      const inner = Object.create(scope);
      prepare(module, inner);
      bodies.get(module)(inner, () => {});
      scope[alias] = Object.assign({}, inner);
    }
    for (const [own, tree] of Object.entries(trees[name].macros)) { scope[own] = macro(tree, scope); }
  }

  return (first, given) => {
    const scope = Object.assign(Object.create(null), { range }, given);
    let parts = [];
    for (let name = first; name; name = trees[name].extends) {
      parts = [];
      prepare(name, scope);
      for (const [block, draw] of blocks.get(name)) {
        scope["block " + block] ??= (write) => draw(Object.create(scope), write);
      }
      bodies.get(name)(scope, (text) => parts.push(text));
    }
    return parts.join("");
  };
}
