import ts from 'typescript';
import { mutateFile, type FilePlaces } from '../../../../src/repair/mutation/generate';
import { applyMutations, type PlacedMutation } from '../../../../src/domain/heal/mutation/mutation';
import { textForms } from '../../../../src/domain/heal/mutation/text-forms';
import { hintsOf } from '../../../../src/repair/mutation/hints';
import { quotePair } from '../../../../src/repair/quote';
import { NO_HINTS, type Hints } from '../../../../src/repair/mutation/site';

function places(text: string, path = 'x.ts', lines?: number[]): FilePlaces {
  const all = lines ?? text.split('\n').map((_, i) => i + 1);
  return { path, text, lines: new Map(all.map((line) => [line, 1])), loadScore: 0.5, precedence: 1 };
}

function mutate(text: string, hints: Hints = NO_HINTS): PlacedMutation[] {
  const made = mutateFile(places(text), hints);
  if ('note' in made) throw new Error(made.note);
  return made.mutations;
}

function results(text: string): string[] {
  return mutate(text).map((mutation) => applyMutations(text, [mutation]));
}

/** Wraps a body as a function over usual names. */
const inFunction = (body: string) =>
  `function f(xs: number[], s: string, n: number, k: number) {\n  let t = 0;\n  ${body}\n  return t;\n}\n`;

describe('a condition', () => {
  it('is joined with a question that the file has a function for', () => {
    const text =
      'const isFull = (x: string) => x !== "";\nfunction f(s: string) {\n  if (s.length > 9) return 1;\n  return 0;\n}\n';
    const to = (condition: string) => text.replace('s.length > 9', condition);
    expect(results(text)).toEqual(
      expect.arrayContaining([to('s.length > 9 || isFull(s)'), to('s.length > 9 && !isFull(s)')]),
    );
  });

  it('asks another function of the file the same', () => {
    const text =
      'function known(o, k) {}\nfunction hasOwn(o, k) {}\nfunction f(o, k) {\n  if (!known(o, k[0])) return 1;\n  return 0;\n}\n';
    expect(results(text)).toContain(text.replace('!known(o, k[0])', '!(known(o, k[0]) || hasOwn(o, k[0]))'));
  });
});

describe('a value written out', () => {
  const settings = "const defaults = { mark: '&', width: 80 };\n";
  const join = (code: string) =>
    `${settings}function f(xs, options) {\n  const all = xs.join(options.mark);\n  ${code}\n}\n`;

  it.each([
    ['a text', "return all + '&';", 'return all + options.mark;'],
    ['the end of a text', "return 'a=1&' + all;", "return 'a=1' + options.mark + all;"],
    ['the start of a text', "return '&a=1' + all;", "return options.mark + 'a=1' + all;"],
    ['a number', 'return pad(options.width, all, 80);', 'return pad(options.width, all, options.width);'],
  ])('becomes the setting whose default it is: %s', (_, wrong, right) => {
    expect(results(join(wrong))).toContain(join(right));
  });

  it('stays where the default itself is written', () => {
    const code = (name: string) =>
      `function f(options, ${name} = '&') {\n  return options.mark + options.end;\n}\n`;
    const settings = (text: string) => mutate(text).filter(({ template }) => template === 'setting');
    expect(settings(code('mark'))).toEqual([]);
    expect(settings(`${code('mark')}${code('mark').replace('f(', 'g(')}`)).not.toEqual([]);
    expect(settings(`${code('mark')}const other = (options) => options.mark === '&';\n`)).not.toEqual([]);
  });
});

describe('a missing statement', () => {
  const method = (end: string) =>
    `class A {\n  a() {\n    return this;\n  }\n  b(x) {\n    this.x = x;${end}\n  }\n}\n`;

  it('gives back the object, as other methods of the class do', () => {
    expect(results(method('').replace('return this', 'return this;'))).toContainEqual(
      expect.stringMatching(/this\.x = x;\n\s+return this;/),
    );
  });

  it('asks first for a member that is read of a parameter', () => {
    const text = 'function rate(row) {\n  return row.won / row.played;\n}\n';
    expect(results(text)).toContain(
      'function rate(row) {\n  if (row.played === 0) return 0;\n  return row.won / row.played;\n}\n',
    );
  });
});

describe('a call', () => {
  it('passes on what other calls of the file give last', () => {
    const text =
      'const options = read();\nconst v = (x) => g(x);\nfunction f(x) {\n  h(x, options);\n  return v(x);\n}\n';
    expect(results(text)).toContain(text.replace('return v(x)', 'return v(x, options)'));
  });

  it('lets options have the last word', () => {
    const text = 'function f(a, options) {\n  return g({ sort: false });\n}\n';
    expect(results(text)).toContain(text.replace('sort: false', 'sort: false, ...options'));
  });

  it('takes a time in another unit', () => {
    const text = 'function f(issued, ttlSeconds) {\n  return issued + ttlSeconds;\n}\n';
    expect(results(text)).toContain(text.replace('+ ttlSeconds', '+ ttlSeconds * 1000'));
  });
});

describe('a function that the code around applies', () => {
  it('is applied to a value, also where it is a parameter or imported', () => {
    const text =
      "import { trimmed } from './trimmed';\nfunction f(s, format) {\n  if (s) return format(trimmed(s));\n  return s + 1;\n}\n";
    const to = (code: string) => text.replace('s + 1', code);
    expect(results(text)).toEqual(expect.arrayContaining([to('format(s + 1)'), to('trimmed(s) + 1')]));
  });
});

describe('templates reach the repair of', () => {
  it.each([
    ['a boundary', 'if (n < k) t = 1;', 'if (n <= k) t = 1;'],
    ['a truth for presence', 'if (n) t = 1;', 'if (n !== undefined) t = 1;'],
    ['a missing truth for absence', 'if (!n) t = 1;', 'if (n === undefined) t = 1;'],
    ['a value that may be missing', 't = s.length;', 't = s && s.length;'],
    [
      'a name that every object has',
      't = xs[s] || n;',
      't = (Object.prototype.hasOwnProperty.call(xs, s) ? xs[s] : undefined) || n;',
    ],
    ['a forgotten flag', "t = s.replace(/a/, 'b').length;", "t = s.replace(/a/g, 'b').length;"],
    ['a quantifier', 'if (/^a+$/.test(s)) t = 1;', 'if (/^a*$/.test(s)) t = 1;'],
    ['a missing anchor', 'if (/^a/.test(s)) t = 1;', 'if (/^a$/.test(s)) t = 1;'],
    ['a negated comparison', 'if (n === k) t = 1;', 'if (n !== k) t = 1;'],
    ['arithmetic', 't = n + k;', 't = n - k;'],
    ['division for remainder', 't = n / k;', 't = n % k;'],
    ['a remainder that is not negative', 't = n % k;', 't = ((n % k) + k) % k;'],
    [
      'a loop that goes on',
      'for (const x of xs) { if (x) { return x; } }',
      'for (const x of xs) { if (x) { continue; } }',
    ],
    [
      'one side of a condition',
      'if (n > 0 && k > 1) t = 1; if (n > 9) t = 2;',
      'if (n > 0 && (k > 1 || n > 9)) t = 1; if (n > 9) t = 2;',
    ],
    ['a name that may be missing', 'if (n > 1) t = s.length;', 'if (s && n > 1) t = s.length;'],
    ['a name that may be undefined', 't = n ? k + 1 : 0;', 't = n && k !== undefined ? k + 1 : 0;'],
    ['what is no number', 't = xs[n];', 't = xs[n] || 0;'],
    ['a method of the file', 't = g(n); n.clone();', 't = g(n.clone()); n.clone();'],
    ['an object that is shared', 'const o = g(); t = o;', 'const o = g(); t = structuredClone(o);'],
    ['and for or', 'if (n > 0 && k > 0) t = 1;', 'if (n > 0 || k > 0) t = 1;'],
    ['a chain of ands', 'if (n && k && t) t = 1;', 'if (n || k || t) t = 1;'],
    ['shift', 't = n << k;', 't = n >> k;'],
    ['bits', 't = n & k;', 't = n | k;'],
    ['plain for compound assignment', 't = n;', 't += n;'],
    ['compound assignment', 't += n;', 't -= n;'],
    ['a decrement', 'n++;', 'n--;'],
    ['a minus too many', 't = -n;', 't = n;'],
    ['a missing minus', 't = k * n;', 't = k * -n;'],
    ['sides of a difference', 't = n - k;', 't = k - n;'],
    ['sides of a longer quotient', 't = (n + 1) / k;', 't = k / (n + 1);'],
    ['an operand too many', 't = n * k * 2;', 't = n * k;'],
    ['a number by one', 't = n + 2;', 't = n + 1;'],
    ['a factor of ten', 't = n * 10;', 't = n * 100;'],
    ['a truth value', 'const ok = false;', 'const ok = true;'],
    ['a blank too many', "s = s + ' ';", "s = s + '';"],
    ['a bracket', "if (s === '(') t = 1;", "if (s === '[') t = 1;"],
    ['a quoted name', "t = g('n');", 't = g(n);'],
    ['the wrong name', 't = n * n;', 't = n * k;'],
    ['the name assigned to', 'n = 5;', 'k = 5;'],
    ['a negation', 'if (!s) t = 1;', 'if (s) t = 1;'],
    ['a missing negation', 'if (s) t = 1;', 'if (!s) t = 1;'],
    [
      'a condition that is too weak',
      'if (n > 1) t = 1; if (k > 2) t = 2;',
      'if (n > 1 && k > 2) t = 1; if (k > 2) t = 2;',
    ],
    [
      'a forgotten case',
      'if (n + k === t || n === k + t) t = 1;',
      'if (n + k === t || n + t === k || n === k + t) t = 1;',
    ],
    ['swapped arguments', 't = Math.pow(n, k);', 't = Math.pow(k, n);'],
    ['an argument too many', 't = parseInt(s, n);', 't = parseInt(s);'],
    ['a missing argument', 't = parseInt(s);', 't = parseInt(s, 10);'],
    ['min for max', 't = Math.min(n, k);', 't = Math.max(n, k);'],
    ['floor for ceil', 't = Math.floor(n / k);', 't = Math.ceil(n / k);'],
    ['some for every', 'const ok = xs.some((x) => x > n);', 'const ok = xs.every((x) => x > n);'],
    ['a call too many', 't = Math.abs(n);', 't = n;'],
    ['a missing call', 't = n - k;', 't = Math.abs(n - k);'],
    ['a missing method', 's = s + s;', 's = s.toLowerCase() + s;'],
    ['a missing sort', 'return xs;', 'return xs.sort();'],
    ['sorting numbers as text', 'xs.sort();', 'xs.sort((a, b) => a - b);'],
    ['missing spread', 't = Math.max(xs);', 't = Math.max(...xs);'],
    ['an index by one', 't = xs[n];', 't = xs[n - 1];'],
    ['an end by a number of the function', 's = s.slice(0, n); t = 3;', 's = s.slice(0, n - 3); t = 3;'],
    [
      'a bound by one',
      'for (let i = 0; i < xs.length; i++) t += i;',
      'for (let i = 0; i < xs.length - 1; i++) t += i;',
    ],
    ['a missing +1 in a product', 't = n * n / 2;', 't = n * (n + 1) / 2;'],
    ['in for of', 'for (const x in xs) t += x;', 'for (const x of xs) t += x;'],
    ['a value that may be missing', 't = s.length;', 't = s?.length;'],
    ['a missing default', 't = g.price;', 't = g.price ?? 0;'],
    ['another expression of the function', 't = xs[n] + xs[k + 1];', 't = xs[k + 1] + xs[k + 1];'],
    ['elements that changed places', 'return [n, k];', 'return [k, n];'],
    ['names that changed places', 't = n - g(k, n);', 't = k - g(n, k);'],
    [
      'branches that changed places',
      'if (n) { t = 1; } else { t = 2; }',
      'if (n) { t = 2; } else { t = 1; }',
    ],
    ['a missing else', 'if (n) t = 1;\n  if (k) t = 2;', 'if (n) t = 1;\n  else if (k) t = 2;'],
    ['a break for a continue', 'for (;;) { if (n) continue; }', 'for (;;) { if (n) break; }'],
    ['a missing condition', 't += 1;\n  if (n > 0) t = 2;', 'if (n > 0) t += 1;\n  if (n > 0) t = 2;'],
    ['a lost result', 'xs.filter(Boolean);', 'xs = xs.filter(Boolean);'],
    ['the wrong result', 'return n;', 'return k;'],
    ['a constant result', 'return n;', 'return -1;'],
    ['a start value', 'let best = 0;', 'let best = xs[0];'],
  ])('%s', (_name, broken, right) => {
    expect(results(inFunction(broken))).toContain(inFunction(right));
  });

  it.each([
    ['a statement too many, with its line', 'let a = 1;\nadd(a);\nadd(2);\n', 'let a = 1;\nadd(2);\n'],
    ['two statements too many', 'add(0);\nadd(1);\nadd(2);\n', 'add(0);\n'],
    ['statements in the wrong order', 'add(1);\nsend(2);\n', 'send(2);\nadd(1);\n'],
    [
      'a missing guard',
      'function f(xs: string[]) {\n  return xs[0].length;\n}\n',
      'function f(xs: string[]) {\n  if (xs.length === 0) return 0;\n  return xs[0].length;\n}\n',
    ],
    ['a missing return', 'const f = (a) => {\n  add(a);\n};\n', 'const f = (a) => {\n  return add(a);\n};\n'],
    [
      'a missing await',
      'async function f() {\n  const a = load();\n}\n',
      'async function f() {\n  const a = await load();\n}\n',
    ],
    [
      'a missing this',
      'class A {\n  size = 1;\n  twice() {\n    return size * 2;\n  }\n}\n',
      'class A {\n  size = 1;\n  twice() {\n    return this.size * 2;\n  }\n}\n',
    ],
    [
      'another member',
      'const area = (r) => r.width * r.width + r.height;\n',
      'const area = (r) => r.width * r.height + r.height;\n',
    ],
    [
      'truth values the wrong way round',
      'function ok(a) {\n  if (a) return true;\n  return false;\n}\n',
      'function ok(a) {\n  if (a) return false;\n  return true;\n}\n',
    ],
    [
      'indexes the wrong way round',
      'const f = (p) => p[0] > 12 && p[1] > p[0];\n',
      'const f = (p) => p[1] > 12 && p[0] > p[1];\n',
    ],
    [
      'a statement left in the block',
      'function f(n) {\n  if (n) {\n    add(n);\n    send(n);\n  }\n}\n',
      'function f(n) {\n  if (n) {\n    add(n);\n  }\n  send(n);\n}\n',
    ],
    [
      'a statement left out of the block',
      'function f(n) {\n  if (n) {\n    add(n);\n  }\n  send(n);\n}\n',
      'function f(n) {\n  if (n) {\n    add(n);\n    send(n);\n  }\n}\n',
    ],
    [
      'a field that is not reset',
      'class A {\n  undone: number[] = [];\n  run(n: number) {\n    add(n);\n    send(n);\n  }\n}\n',
      'class A {\n  undone: number[] = [];\n  run(n: number) {\n    add(n);\n    this.undone = [];\n    send(n);\n  }\n}\n',
    ],
    [
      'a statement that another method has',
      'class A {\n  clear() {\n    this.map.clear();\n  }\n  stop() {\n    add(1);\n  }\n}\n',
      'class A {\n  clear() {\n    this.map.clear();\n  }\n  stop() {\n    add(1);\n    this.map.clear();\n  }\n}\n',
    ],
    [
      'a variable that is not reset',
      'function f(n) {\n  let run = 1;\n  while (n--) {\n    add(run++);\n  }\n}\n',
      'function f(n) {\n  let run = 1;\n  while (n--) {\n    add(run++);\n    run = 1;\n  }\n}\n',
    ],
  ])('%s', (_name, broken, right) => {
    expect(results(broken)).toContain(right);
  });

  it('what a table inherits, first where the tests name it', () => {
    const text = "const NAMES = { a: 'x' };\nexport const of = (key) => NAMES[key] || key;\n";
    const hints = (...strings: string[]) => ({ ...NO_HINTS, strings });
    const bare =
      "const NAMES = { __proto__: null, a: 'x' };\nexport const of = (key) => NAMES[key] || key;\n";
    const made = mutate(text, hints('a', 'constructor'));
    expect(made.map((one) => applyMutations(text, [one]))).toContain(bare);
    const best = made.filter(({ template }) => template === 'presence').sort((a, b) => b.weight - a.weight);
    expect(best[0]?.weight).toBe(8);
    const others = mutate(text, hints('a', 'b'));
    expect(others.map((one) => applyMutations(text, [one]))).not.toContain(bare);
  });

  it.each([
    ["'0200'", "'200'", '{ YYYY: this.$y, M: 1 }', "{ YYYY: String(this.$y).padStart(4, '0'), M: 1 }"],
    ["'1.50'", "'1.5'", '{ YYYY: this.$y, M: 1 }', '{ YYYY: Number(this.$y).toFixed(2), M: 1 }'],
  ])('a form of text: %s was wanted and %s was there', (expected, received, broken, right) => {
    const made = mutate(`f(${broken});\n`, { ...NO_HINTS, forms: textForms([{ expected, received }]) });
    expect(made.map((one) => applyMutations(`f(${broken});\n`, [one]))).toContain(`f(${right});\n`);
  });

  it('a misspelled string that a test spells right', () => {
    const text = "const planets = ['Mars', 'Jupyter'];\n";
    const made = mutate(text, { ...NO_HINTS, strings: ['Jupiter', 'Saturn'] });
    expect(made.map((mutation) => applyMutations(text, [mutation]))).toContain(
      "const planets = ['Mars', 'Jupiter'];\n",
    );
  });
});

it('long code is quoted from where it differs', () => {
  const list = `[\n  ${'+toDate(interval.start), '.repeat(4)}]`;
  expect(quotePair(`${list}.sort()`, `${list}.sort((a, b) => a - b)`)).toEqual([
    '`…rval.start), ].sort()`',
    '`…rval.start), ].sort((a, b) => a - b)`',
  ]);
  expect(quotePair('a  < b', 'a <= b')).toEqual(['`a < b`', '`a <= b`']);
  const long = 'x'.repeat(100);
  expect(quotePair(long, 'y')).toEqual([`\`${long.slice(0, 59)}…\``, '`y`']);
});

it('titles of tests are no values to try', () => {
  const test =
    "describe('constructor', () => {\n  it.each([['a']])('toString', (x) => expect(of(x)).toBe('b'));\n});";
  const failure = { errorName: 'Error', message: 'wrong', phase: 'test' as const };
  const failed = { id: 'a', kind: 'tests' as const, check: 'a.test.js', end: 'completed' as const, failure };
  const { strings } = hintsOf([failed], new Map([['a.test.js', test]]));
  expect(strings).toEqual(['a', 'b']);
});

describe('mutations', () => {
  const sample = [
    "import { readFile } from 'node:fs/promises';",
    'interface Item { name: string; price?: number }',
    'export class Cart {',
    '  private items: Item[] = [];',
    '  async load(path: string): Promise<void> {',
    "    const rows = (await readFile(path, 'utf8')).split('\\n');",
    '    for (const row of rows) {',
    "      const [name, price] = row.split(',');",
    '      if (!name || name.length === 0) continue;',
    '      this.items.push({ name, price: price === undefined ? 0 : Number(price) });',
    '    }',
    '  }',
    '  total(limit: number): number {',
    '    let sum = 0;',
    '    for (let i = 0; i < this.items.length && i < limit; i++) {',
    '      const item = this.items[i];',
    '      if (item && (item.price ?? 0) > 1) sum += item.price! * 2;',
    '      else sum -= i ?? -1;',
    '    }',
    '    switch (limit) {',
    '      case 1:',
    '        return sum;',
    '      default:',
    '        break;',
    '    }',
    '    return sum >= 0 ? sum : -sum;',
    '  }',
    '}',
  ].join('\n');

  it('nearly all parse', () => {
    const every = results(sample);
    const made = every.filter((_, i) => i % 7 === 0);
    const broken = made.filter((text) => {
      const { diagnostics } = ts.transpileModule(text, {
        reportDiagnostics: true,
        compilerOptions: { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext },
      });
      return (diagnostics ?? []).length > 0;
    });
    expect(every.length).toBeGreaterThan(500);
    expect(broken.length / made.length).toBeLessThan(0.01);
  });

  it('touch no types and no imports', () => {
    const touched = mutate(sample).map((mutation) => mutation.line);
    expect(Math.min(...touched)).toBeGreaterThan(2);
  });

  it('come only from lines that a failing test executed, and from code that runs at load', () => {
    const text =
      'const LIMIT = 3;\nfunction f(a) {\n  if (a > 1) {\n    return a + 1;\n  }\n  return a;\n}\n';
    const made = mutateFile(places(text, 'x.js', [3, 6]), NO_HINTS);
    if ('note' in made) throw new Error(made.note);
    const lines = new Set(made.mutations.map((mutation) => mutation.line));
    expect([...lines].sort()).toEqual([1, 3, 6]);
    expect(made.mutations.find((mutation) => mutation.line === 1)?.suspicion).toBe(0.5);
  });

  it('give a note for source that is nested too deeply', () => {
    const deep = `const a = ${'['.repeat(200_000)}${']'.repeat(200_000)};`;
    expect(mutateFile(places(deep), NO_HINTS)).toEqual({
      note: 'x.ts is nested too deeply to be read',
    });
  });
});
