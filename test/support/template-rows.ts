import { textForms } from '../../src/repair/search/wanted-values';
import { NO_HINTS, type Hints } from '../../src/repair/mutation/site';

const PATHS = { TypeScript: 'x.ts', Python: 'a.py', Go: 'a.go', Rust: 'a.rs', Java: 'a.java' };
type Language = keyof typeof PATHS;

interface Row {
  language: Language;
  /** The mistake that a template mends, in a few words. */
  mistake: string;
  /** Writes the rest of a file around a piece of its code. */
  around: (code: string) => string;
  broken: string;
  /** In MENDED: right code that must be a mutant. In UNMENDED: text that no mutant may hold. */
  sought: string;
  hints: Hints;
}

type Pieces = readonly [broken: string, sought: string, hints?: Partial<Hints>];

const rows = (language: Language, around: (code: string) => string, byMistake: Record<string, Pieces>) =>
  Object.entries(byMistake).map(([mistake, [broken, sought, hints]]): Row => {
    return { language, mistake, around, broken, sought, hints: { ...NO_HINTS, ...hints } };
  });

const roundabout = (
  language: Language,
  around: (code: string) => string,
  triples: readonly (readonly [broken: string, plain: string, undoing: string])[],
) =>
  triples.map(([broken, plain, undoing]) => {
    const row = { language, around, broken, hints: NO_HINTS };
    return {
      mended: { ...row, mistake: 'what is undone', sought: plain },
      undone: { ...row, mistake: 'what is undone', sought: undoing },
    };
  });

const wholeFile = (text: string): string => text;
/** A body of a TypeScript function over usual names. */
const typescript = (body: string): string =>
  `function f(xs: number[], s: string, n: number, k: number) {\n  let t = 0;\n  ${body}\n  return t;\n}\n`;
/** A body after a list is joined by a setting whose default the file holds. */
const joined = (body: string): string =>
  `const defaults = { mark: '&', width: 80 };\nfunction f(xs, options) {\n  const all = xs.join(options.mark);\n  ${body}\n}\n`;
export const python = (body: string): string => `def f(items, limit=None):\n    ${body}\n`;
const go = (body: string): string =>
  `package a\n\nfunc f(items []int, limit int) (int, error) {\n\t${body}\n}\n`;
const rust = (body: string): string => `pub fn f(items: &[i64], limit: i64) -> i64 {\n    ${body}\n}\n`;
const fallible = (body: string): string =>
  `pub fn f(items: &mut Vec<i64>) -> Result<i64, Error> {\n    ${body}\n}\n`;
const java = (body: string): string =>
  `class A {\n    int f(int[] items, int limit) {\n        ${body}\n    }\n}\n`;

const TYPESCRIPT_ROWS = [
  ...rows('TypeScript', typescript, {
    'the wrong end of a list': ['t = xs[0];', 't = xs[xs.length - 1];'],
    'a boundary': ['if (n < k) t = 1;', 'if (n <= k) t = 1;'],
    'a truth for presence': ['if (n) t = 1;', 'if (n !== undefined) t = 1;'],
    'a missing truth for absence': ['if (!n) t = 1;', 'if (n === undefined) t = 1;'],
    'a value that may be missing': ['t = s.length;', 't = s && s.length;'],
    'a name that every object has': [
      't = xs[s] || n;',
      't = (Object.prototype.hasOwnProperty.call(xs, s) ? xs[s] : undefined) || n;',
    ],
    'a forgotten flag': ["t = s.replace(/a/, 'b').length;", "t = s.replace(/a/g, 'b').length;"],
    'a quantifier': ['if (/^a+$/.test(s)) t = 1;', 'if (/^a*$/.test(s)) t = 1;'],
    'a missing anchor': ['if (/^a/.test(s)) t = 1;', 'if (/^a$/.test(s)) t = 1;'],
    'a negated comparison': ['if (n === k) t = 1;', 'if (n !== k) t = 1;'],
    arithmetic: ['t = n + k;', 't = n - k;'],
    'division for remainder': ['t = n / k;', 't = n % k;'],
    'a remainder that is not negative': ['t = n % k;', 't = ((n % k) + k) % k;'],
    'a loop that goes on': [
      'for (const x of xs) { if (x) { return x; } }',
      'for (const x of xs) { if (x) { continue; } }',
    ],
    'one side of a condition': [
      'if (n > 0 && k > 1) t = 1; if (n > 9) t = 2;',
      'if (n > 0 && (k > 1 || n > 9)) t = 1; if (n > 9) t = 2;',
    ],
    'a name that may be missing': ['if (n > 1) t = s.length;', 'if (s && n > 1) t = s.length;'],
    'a name that may be undefined': ['t = n ? k + 1 : 0;', 't = n && k !== undefined ? k + 1 : 0;'],
    'what is no number': ['t = xs[n];', 't = xs[n] || 0;'],
    'a method of the file': ['t = g(n); n.clone();', 't = g(n.clone()); n.clone();'],
    'an object that is shared': ['const o = g(); t = o;', 'const o = g(); t = structuredClone(o);'],
    'and for or': ['if (n > 0 && k > 0) t = 1;', 'if (n > 0 || k > 0) t = 1;'],
    'a chain of ands': ['if (n && k && t) t = 1;', 'if (n || k || t) t = 1;'],
    shift: ['t = n << k;', 't = n >> k;'],
    bits: ['t = n & k;', 't = n | k;'],
    'plain for compound assignment': ['t = n;', 't += n;'],
    'plain for compound assignment of what the loop before set': [
      'let u; for (const x of xs) { if (x) u = n; else u = 1; }',
      'let u; for (const x of xs) { if (x) u += n; else u = 1; }',
    ],
    'compound assignment': ['t += n;', 't -= n;'],
    'a decrement': ['n++;', 'n--;'],
    'a minus too many': ['t = -n;', 't = n;'],
    'a missing minus': ['t = k * n;', 't = k * -n;'],
    'sides of a difference': ['t = n - k;', 't = k - n;'],
    'sides of a longer quotient': ['t = (n + 1) / k;', 't = k / (n + 1);'],
    'an operand too many': ['t = n * k * 2;', 't = n * k;'],
    'a number by one': ['t = n + 2;', 't = n + 1;'],
    'a factor of ten': ['t = n * 10;', 't = n * 100;'],
    'a truth value': ['const ok = false;', 'const ok = true;'],
    'a blank too many': ["s = s + ' ';", "s = s + '';"],
    'a bracket': ["if (s === '(') t = 1;", "if (s === '[') t = 1;"],
    'a quoted name': ["t = g('n');", 't = g(n);'],
    'the wrong name': ['t = n * n;', 't = n * k;'],
    'the name assigned to': ['n = 5;', 'k = 5;'],
    'a negation': ['if (!s) t = 1;', 'if (s) t = 1;'],
    'a missing negation': ['if (s) t = 1;', 'if (!s) t = 1;'],
    'a condition that is too weak': [
      'if (n > 1) t = 1; if (k > 2) t = 2;',
      'if (n > 1 && k > 2) t = 1; if (k > 2) t = 2;',
    ],
    'a forgotten case': [
      'if (n + k === t || n === k + t) t = 1;',
      'if (n + k === t || n + t === k || n === k + t) t = 1;',
    ],
    'swapped arguments': ['t = Math.pow(n, k);', 't = Math.pow(k, n);'],
    'an argument too many': ['t = parseInt(s, n);', 't = parseInt(s);'],
    'a missing argument': ['t = parseInt(s);', 't = parseInt(s, 10);'],
    'min for max': ['t = Math.min(n, k);', 't = Math.max(n, k);'],
    'floor for ceil': ['t = Math.floor(n / k);', 't = Math.ceil(n / k);'],
    'some for every': ['const ok = xs.some((x) => x > n);', 'const ok = xs.every((x) => x > n);'],
    'a call too many': ['t = Math.abs(n);', 't = n;'],
    'a missing call': ['t = n - k;', 't = Math.abs(n - k);'],
    'a missing method': ['s = s + s;', 's = s.toLowerCase() + s;'],
    'a missing sort': ['return xs;', 'return xs.sort();'],
    'sorting numbers as text': ['xs.sort();', 'xs.sort((a, b) => a - b);'],
    'missing spread': ['t = Math.max(xs);', 't = Math.max(...xs);'],
    'an index by one': ['t = xs[n];', 't = xs[n - 1];'],
    'an end by a number of the function': ['s = s.slice(0, n); t = 3;', 's = s.slice(0, n - 3); t = 3;'],
    'a bound by one': [
      'for (let i = 0; i < xs.length; i++) t += i;',
      'for (let i = 0; i < xs.length - 1; i++) t += i;',
    ],
    'a missing +1 in a product': ['t = n * n / 2;', 't = n * (n + 1) / 2;'],
    'in for of': ['for (const x in xs) t += x;', 'for (const x of xs) t += x;'],
    'a missing ?.': ['t = s.length;', 't = s?.length;'],
    'a missing default': ['t = g.price;', 't = g.price ?? 0;'],
    'another expression of the function': ['t = xs[n] + xs[k + 1];', 't = xs[k + 1] + xs[k + 1];'],
    'elements that changed places': ['return [n, k];', 'return [k, n];'],
    'names that changed places': ['t = n - g(k, n);', 't = k - g(n, k);'],
    'branches that changed places': [
      'if (n) { t = 1; } else { t = 2; }',
      'if (n) { t = 2; } else { t = 1; }',
    ],
    'a missing else': ['if (n) t = 1;\n  if (k) t = 2;', 'if (n) t = 1;\n  else if (k) t = 2;'],
    'a break for a continue': ['for (;;) { if (n) continue; }', 'for (;;) { if (n) break; }'],
    'a missing condition': ['t += 1;\n  if (n > 0) t = 2;', 'if (n > 0) t += 1;\n  if (n > 0) t = 2;'],
    'a lost result': ['xs.filter(Boolean);', 'xs = xs.filter(Boolean);'],
    'the wrong result': ['return n;', 'return k;'],
    'a constant result': ['return n;', 'return -1;'],
    'a start value': ['let best = 0;', 'let best = xs[0];'],
  }),
  ...rows('TypeScript', wholeFile, {
    'a statement too many, with its line': ['let a = 1;\nadd(a);\nadd(2);\n', 'let a = 1;\nadd(2);\n'],
    'two statements too many': ['add(0);\nadd(1);\nadd(2);\n', 'add(0);\n'],
    'statements in the wrong order': ['add(1);\nsend(2);\n', 'send(2);\nadd(1);\n'],
    'a missing guard': [
      'function f(xs: string[]) {\n  return xs[0].length;\n}\n',
      'function f(xs: string[]) {\n  if (xs.length === 0) return 0;\n  return xs[0].length;\n}\n',
    ],
    'a missing guard of a member that is read of a parameter': [
      'function rate(row) {\n  return row.won / row.played;\n}\n',
      'function rate(row) {\n  if (row.played === 0) return 0;\n  return row.won / row.played;\n}\n',
    ],
    'a missing return': ['const f = (a) => {\n  add(a);\n};\n', 'const f = (a) => {\n  return add(a);\n};\n'],
    'a missing await': [
      'async function f() {\n  const a = load();\n}\n',
      'async function f() {\n  const a = await load();\n}\n',
    ],
    'a missing this': [
      'class A {\n  size = 1;\n  twice() {\n    return size * 2;\n  }\n}\n',
      'class A {\n  size = 1;\n  twice() {\n    return this.size * 2;\n  }\n}\n',
    ],
    'another member': [
      'const area = (r) => r.width * r.width + r.height;\n',
      'const area = (r) => r.width * r.height + r.height;\n',
    ],
    'truth values the wrong way round': [
      'function ok(a) {\n  if (a) return true;\n  return false;\n}\n',
      'function ok(a) {\n  if (a) return false;\n  return true;\n}\n',
    ],
    'indexes the wrong way round': [
      'const f = (p) => p[0] > 12 && p[1] > p[0];\n',
      'const f = (p) => p[1] > 12 && p[0] > p[1];\n',
    ],
    'a statement left in the block': [
      'function f(n) {\n  if (n) {\n    add(n);\n    send(n);\n  }\n}\n',
      'function f(n) {\n  if (n) {\n    add(n);\n  }\n  send(n);\n}\n',
    ],
    'a statement left out of the block': [
      'function f(n) {\n  if (n) {\n    add(n);\n  }\n  send(n);\n}\n',
      'function f(n) {\n  if (n) {\n    add(n);\n    send(n);\n  }\n}\n',
    ],
    'a field that is not reset': [
      'class A {\n  undone: number[] = [];\n  run(n: number) {\n    add(n);\n    send(n);\n  }\n}\n',
      'class A {\n  undone: number[] = [];\n  run(n: number) {\n    add(n);\n    this.undone = [];\n    send(n);\n  }\n}\n',
    ],
    'a statement that another method has': [
      'class A {\n  clear() {\n    this.map.clear();\n  }\n  stop() {\n    add(1);\n  }\n}\n',
      'class A {\n  clear() {\n    this.map.clear();\n  }\n  stop() {\n    add(1);\n    this.map.clear();\n  }\n}\n',
    ],
    'an object that other methods of the class give back': [
      'class A {\n  a() {\n    return this;;\n  }\n  b(x) {\n    this.x = x;\n  }\n}\n',
      'class A {\n  a() {\n    return this;;\n  }\n  b(x) {\n    this.x = x;\n    return this;\n  }\n}\n',
    ],
    'a variable that is not reset': [
      'function f(n) {\n  let run = 1;\n  while (n--) {\n    add(run++);\n  }\n}\n',
      'function f(n) {\n  let run = 1;\n  while (n--) {\n    add(run++);\n    run = 1;\n  }\n}\n',
    ],
    'options that lack the last word': [
      'function f(a, options) {\n  return g({ sort: false });\n}\n',
      'function f(a, options) {\n  return g({ sort: false, ...options });\n}\n',
    ],
    'a time in another unit': [
      'function f(issued, ttlSeconds) {\n  return issued + ttlSeconds;\n}\n',
      'function f(issued, ttlSeconds) {\n  return issued + ttlSeconds * 1000;\n}\n',
    ],
    'a misspelled string that a test spells right': [
      "const planets = ['Mars', 'Jupyter'];\n",
      "const planets = ['Mars', 'Jupiter'];\n",
      { strings: ['Jupiter', 'Saturn'] },
    ],
  }),
  ...rows(
    'TypeScript',
    (condition) =>
      `const isFull = (x: string) => x !== "";\nfunction f(s: string) {\n  if (${condition}) return 1;\n  return 0;\n}\n`,
    {
      'a missing or with a function of the file': ['s.length > 9', 's.length > 9 || isFull(s)'],
      'a missing and with a function of the file': ['s.length > 9', 's.length > 9 && !isFull(s)'],
    },
  ),
  ...rows(
    'TypeScript',
    (condition) =>
      `function known(o, k) {}\nfunction hasOwn(o, k) {}\nfunction f(o, k) {\n  if (${condition}) return 1;\n  return 0;\n}\n`,
    {
      'the same question to another function of the file': [
        '!known(o, k[0])',
        '!(known(o, k[0]) || hasOwn(o, k[0]))',
      ],
    },
  ),
  ...rows('TypeScript', joined, {
    'a text for the setting': ["return all + '&';", 'return all + options.mark;'],
    'the end of a text for the setting': ["return 'a=1&' + all;", "return 'a=1' + options.mark + all;"],
    'the start of a text for the setting': ["return '&a=1' + all;", "return options.mark + 'a=1' + all;"],
    'a number for the setting': [
      'return pad(options.width, all, 80);',
      'return pad(options.width, all, options.width);',
    ],
  }),
  ...rows(
    'TypeScript',
    (call) =>
      `const options = read();\nconst v = (x) => g(x);\nfunction f(x) {\n  h(x, options);\n  return ${call};\n}\n`,
    {
      'a missing argument that other calls give last': ['v(x)', 'v(x, options)'],
    },
  ),
  ...rows(
    'TypeScript',
    (value) =>
      `import { trimmed } from './trimmed';\nfunction f(s, format) {\n  if (s) return format(trimmed(s));\n  return ${value};\n}\n`,
    {
      'a missing call of a parameter': ['s + 1', 'format(s + 1)'],
      'a missing call of an import': ['s + 1', 'trimmed(s) + 1'],
    },
  ),
  ...rows('TypeScript', (argument) => `f(${argument});\n`, {
    'a text of four digits that a test wanted': [
      '{ YYYY: this.$y, M: 1 }',
      "{ YYYY: String(this.$y).padStart(4, '0'), M: 1 }",
      { forms: textForms([{ expected: "'0200'", received: "'200'" }]) },
    ],
    'a text of two decimals that a test wanted': [
      '{ YYYY: this.$y, M: 1 }',
      '{ YYYY: Number(this.$y).toFixed(2), M: 1 }',
      { forms: textForms([{ expected: "'1.50'", received: "'1.5'" }]) },
    ],
  }),
];

const PYTHON_ROWS = [
  ...rows('Python', python, {
    'the wrong end of a list': ['return items[0]', 'return items[-1]'],
    'the last item for the first': ['return items[-1]', 'return items[0]'],
    'an end of a range': ['return range(limit)', 'return range(limit + 1)'],
    'an end of a slice': ['return items[1:limit]', 'return items[:limit]'],
    'another method': ['return items.append(limit)', 'return items.extend(limit)'],
    'a test for None': ['return 1 if limit is None else 2', 'return 1 if limit is not None else 2'],
    'a bound by a call with the name of a letter': [
      'i = size(items); return i',
      'i = size(items); return min(i, size(items))',
    ],
    division: ['return limit // 2', 'return limit / 2'],
    'a division that rounds up': ['return len(items) // limit', 'return (len(items) + limit - 1) // limit'],
    'a bound that the function asks for': [
      'n = size(items); day = limit; return day',
      'n = size(items); day = min(limit, size(items)); return day',
    ],
    'the order of a sort': ['return sorted(items)', 'return sorted(items, reverse=True)'],
    'a missing call': ['return items.name', 'return items.name.strip()'],
    'a missing guard': ['return items[0]', 'if not items:\n        return None\n    return items[0]'],
    'swapped subscripts': ['return items[limit][f]', 'return items[f][limit]'],
    'a negation': ['return f(limit) if items else 0', 'return f(limit) if not items else 0'],
    'a list of its own for each key': [
      'return dict.fromkeys(items, [])',
      'return {key: [] for key in items}',
    ],
    'a row of its own for each place': ['return [[0] * 3] * limit', 'return [[0] * 3 for _ in range(limit)]'],
    'a literal that a test expected': ["return 'colour'", "return 'color'", { strings: ['color'] }],
  }),
  ...rows('Python', (body) => `def f(now, seconds):\n    ${body}\n`, {
    'a time in another unit': ['return now + seconds', 'return now + seconds * 1000'],
  }),
  ...rows('Python', (body) => `DEFAULT_COST = 4\n\ndef f(costs, name):\n    ${body}\n`, {
    'a constant for what is missing': ['return costs[name]', 'return costs.get(name, DEFAULT_COST)'],
  }),
  ...rows('Python', (body) => `HEADER_SIZE = 4\n\ndef f(data, end):\n    ${body}\n`, {
    'an end by a size of the file': ['return data[end:]', 'return data[end + HEADER_SIZE:]'],
  }),
];

const GO_ROWS = [
  ...rows('Go', go, {
    'the wrong end of a list': ['return items[0], nil', 'return items[len(items)-1], nil'],
    'the last item for the first': ['return items[len(items)-1], nil', 'return items[0], nil'],
    'a fraction of whole numbers': ['return float64(limit / 2)', 'return float64(limit) / float64(2)'],
    'an empty slice': ['return items == nil', 'return len(items) == 0'],
    'an end by a number of the function': [
      'if limit > 3 { return items[:limit] }; return items',
      'if limit > 3 { return items[:limit - 3] }; return items',
    ],
    'a time with brackets': ['return limit / seconds', 'return limit / (seconds * 1000)'],
    'a division that rounds to the nearest': [
      'return items[0] / limit, nil',
      'return (items[0] + limit / 2) / limit, nil',
    ],
    'a boundary': [
      'if limit < len(items) { return 1, nil }\n\treturn 0, nil',
      'if limit <= len(items) { return 1, nil }\n\treturn 0, nil',
    ],
    'a shadowed variable': ['limit := 2\n\treturn limit, nil', 'limit = 2\n\treturn limit, nil'],
    'an end of a slice': ['return len(items[1:limit]), nil', 'return len(items[1:]), nil'],
    'swapped arguments': ['return max(limit, 3), nil', 'return max(3, limit), nil'],
    'a jump': ['for range items { break }\n\treturn 0, nil', 'for range items { continue }\n\treturn 0, nil'],
    'a remainder that is not negative': ['return limit % 7, nil', 'return (limit%7 + 7) % 7, nil'],
    'one more within a product': [
      'return (len(items) - 2) * limit, nil',
      'return (len(items) - 2 + 1) * limit, nil',
    ],
    'an error that others are wrapped around': [
      'if err == ErrOld { use("errors") }',
      'if errors.Is(err, ErrOld) { use("errors") }',
    ],
    'an error on the other side': [
      'if ErrOld != err { use("errors") }',
      'if !errors.Is(err, ErrOld) { use("errors") }',
    ],
    'a negation': ['return strings.HasPrefix(a, b)', 'return !strings.HasPrefix(a, b)'],
    'a sum into an element': ['counts[limit] = 2', 'counts[limit] += 2'],
    'a loop that goes on': [
      'for range items { if limit > 2 {\n return limit, nil\n} }',
      'for range items { if limit > 2 {\n continue\n} }',
    ],
  }),
  ...rows('Go', (body) => `package a\n\nfunc f(t *Task, ok bool) bool {\n\t${body}\n}\n`, {
    'an owner that may be nil': [
      'if !ok { return false }; return t.owner.live',
      'if !ok || t.owner == nil { return false }; return t.owner.live',
    ],
  }),
  ...rows(
    'Go',
    (body) =>
      `package a\n\ntype T struct {\n\tseen map[string]int\n\tsize int\n}\n\nfunc f() *T {\n\t${body}\n}\n`,
    {
      'a map that nobody made': ['return &T{size: 1}', 'return &T{seen: map[string]int{}, size: 1}'],
    },
  ),
];

const RUST_ROWS = [
  ...rows('Rust', rust, {
    'the wrong end of a list': ['items[0]', 'items[items.len() - 1]'],
    'an end that is one off': ['items[items.len() / 2 - 1]', 'items[items.len() / 2]'],
    'another item': ['g(&items[0])', 'g(&items[1])'],
    'a fraction of whole numbers': ['f64::from(limit / 9)', 'f64::from(limit) / f64::from(9)'],
    'a sum for the larger': ['limit.max(items[0])', '(limit + items[0])'],
    'a place in the stead of its copy': [
      'let mut bin = self.bins[limit]; bin.add(1); 0',
      'let bin = &mut self.bins[limit]; bin.add(1); 0',
    ],
    'a range': ['(0..limit).sum()', '(0..=limit).sum()'],
    'a sum that overflows': ['limit - 1', 'limit.saturating_sub(1)'],
    'an iterator': ['items.iter().skip(1).sum()', 'items.iter().take(1).sum()'],
    'a remainder that is not negative': ['(limit - 3) % 7', '(limit - 3).rem_euclid(7)'],
    'a sum of what a map holds': [
      '*map.entry(limit).or_insert(0) = 2;\n    limit',
      '*map.entry(limit).or_insert(0) += 2;\n    limit',
    ],
    'a negation in a closure': [
      'items.retain(|item| item.is_over(limit));',
      'items.retain(|item| !item.is_over(limit));',
    ],
    'a negation of a chain': [
      'items.iter().any(|item| *item > limit)',
      '!(items.iter().any(|item| *item > limit))',
    ],
    'a loop that goes on': [
      'for item in items {\n if *item > limit {\n return 1;\n }\n }\n    0',
      'for item in items {\n if *item > limit {\n continue;\n }\n }\n    0',
    ],
    'a remainder of a product': [
      '(limit + 1) * (limit - 1) % 7',
      '((limit + 1) * (limit - 1)).rem_euclid(7)',
    ],
  }),
  ...rows('Rust', fallible, {
    'an error with data': [
      'if items.is_empty() { return Err(Error::Bad(items.name())); } Ok(items.first().unwrap())',
      'if items.is_empty() { return Err(Error::Bad(items.name())); } Ok(items.first().map_err(|_| Error::Bad(items.name()))?)',
    ],
    'an error for what is missing': [
      'check(Error::Empty); items.pop().unwrap_or_default()',
      'check(Error::Empty); items.pop().ok_or(Error::Empty)?',
    ],
  }),
  ...rows(
    'Rust',
    (body) => `pub fn f(items: &[i64]) -> i64 {\n    let mut used = 0;\n    ${body}\n    used\n}\n`,
    {
      'a counter that starts again': [
        'for item in items {\n        used += item;\n        if used > 9 {\n            flush();\n        }\n    }',
        'for item in items {\n        used += item;\n        if used > 9 {\n            flush();\n            used = 0;\n        }\n    }',
      ],
    },
  ),
];

const JAVA_ROWS = rows('Java', java, {
  'the wrong end of a list': ['return items[0];', 'return items[items.length - 1];'],
  'a question for what is read': [
    'if (limit > 0) { return 1; } return items.length;',
    'if (limit > 0 || items == null) { return 1; } return items.length;',
  ],
  'a bound': [
    'int n = size(items); return limit;',
    'int n = size(items); return Math.min(limit, size(items));',
  ],
  'a negation': ['return items.isEmpty();', 'return !items.isEmpty();'],
  'a remainder that is not negative': ['return limit % 7;', 'return Math.floorMod(limit, 7);'],
  'another operator': ['return limit + 1;', 'return limit - 1;'],
});

/** Broken code, what it is when the edit is plain, and what it is when the edit only undoes the mistake. */
const ROUNDABOUT = [
  ...roundabout('TypeScript', typescript, [
    ['t = xs[n + 1];', 't = xs[n];', 'n + 1 - 1'],
    ['if (n - 1 < k) t = 1;', 'if (n < k) t = 1;', 'n + 1 - 1'],
    ['if (n - 1 < k) t = 1;', 'if (n < k) t = 1;', 'n - 1 + 1'],
  ]),
  ...roundabout('Python', python, [
    ['return items[limit + 3]', 'return items[limit]', '+ 3 - 3'],
    ['return 1 if not limit else 2', 'return 1 if limit else 2', 'not not'],
  ]),
  ...roundabout('Go', go, [
    ['return items[limit+3], nil', 'return items[limit], nil', '+3 - 3'],
    ['if !ok(limit) { return 1, nil }', 'if ok(limit) { return 1, nil }', '!(!ok'],
  ]),
  ...roundabout('Rust', rust, [
    [
      'Regex::new(r"\\w+").unwrap().find_iter(items).count() + 1',
      'Regex::new(r"\\w+").unwrap().find_iter(items).count()',
      '+ 1 - 1',
    ],
    ['if !ok(limit) { 1 } else { 2 }', 'if ok(limit) { 1 } else { 2 }', '!(!ok'],
  ]),
  ...roundabout('Java', java, [
    ['return items[limit + 3];', 'return items[limit];', '+ 3 - 3'],
    ['if (!ok(limit)) { return 1; }', 'if (ok(limit)) { return 1; }', '!(!ok'],
  ]),
];

const MENDED = [
  ...ROUNDABOUT.map(({ mended }) => mended),
  ...TYPESCRIPT_ROWS,
  ...PYTHON_ROWS,
  ...GO_ROWS,
  ...RUST_ROWS,
  ...JAVA_ROWS,
];

/** Code that only looks like a mistake. */
const UNMENDED = [
  ...ROUNDABOUT.map(({ undone }) => undone),
  ...rows('Python', python, {
    'arguments of another call for keys': [
      'return dict.fromkeys(items, []).get(limit, 0)',
      'for key in limit',
    ],
  }),
  ...rows('TypeScript', typescript, {
    'a sum into what holds no value': ['let u; if (n) u = [1]; else u = s; g(u);', 'u += s'],
    'a sum into a list': ['let u; u = n; u = xs.map(g);', 'u += xs'],
  }),
  ...rows('Rust', rust, {
    'an error where the function gives none back': ['fail(Error::Empty); items.pop().unwrap()', 'ok_or'],
    'a remainder that is compared with zero': ['limit % 2 == 0', 'rem_euclid'],
  }),
];

/** Gives all mutants of a file, each as the whole text. */
type MutantsOf = (path: string, text: string, hints: Hints) => readonly string[] | Promise<readonly string[]>;

/** Rows of a language that fail: right code that is no mutant, and text that a mutant holds but should not. */
export async function missesOf(language: Language, mutantsOf: MutantsOf): Promise<string[]> {
  const misses: string[] = [];
  const check = async (row: Row, isMiss: (texts: readonly string[]) => boolean, says: string) => {
    if (row.language !== language) return;
    const miss = `${row.mistake}: ${row.broken} ${says} ${row.sought}`.replace(/\s+/g, ' ').trim();
    try {
      if (isMiss(await mutantsOf(PATHS[language], row.around(row.broken), row.hints))) misses.push(miss);
    } catch (cause) {
      throw new Error(miss, { cause });
    }
  };
  for (const row of MENDED)
    await check(row, (texts) => !texts.includes(row.around(row.sought)), 'does not become');
  for (const row of UNMENDED) await check(row, (texts) => texts.join().includes(row.sought), 'becomes');
  return misses;
}
