import { createContext, runInContext } from 'node:vm';
import { z } from 'zod';
import { tellingFiles } from '../../../../../src/repair/compare/replay';
import { Coded, sourceOf } from '../../../../../src/repair/compare/replay/coded';
import { moduleFunctions, namesOf, recording } from '../../../../../src/repair/compare/replay/functions';
import { planCalls, type PlannedCall } from '../../../../../src/repair/compare/replay/calls';
import {
  RECORDED,
  REPLAY,
  withRecorder,
  withReplayer,
} from '../../../../../src/repair/compare/replay/runtime';
import { variationsOf } from '../../../../../src/repair/compare/replay/vary';

const NONE = { strings: [], numbers: [] };

/** Calls that a module records while `use` runs. */
function recorded(module: string, use: string): PlannedCall[] {
  const found = moduleFunctions('x.js', module);
  const lines: string[] = [];
  const context = createContext({ console: { log: (line: string) => lines.push(line) } });
  runInContext(`${withRecorder(recording(module, found.functions), namesOf(found))}\n${use}`, context);
  return lines.map((line) => JSON.parse(line.slice(RECORDED.length)) as PlannedCall);
}

/** Answers of a module to calls. */
async function answers(module: string, calls: readonly PlannedCall[]): Promise<(string | null)[]> {
  const found = moduleFunctions('x.js', module);
  const context = createContext({ module: { exports: {} }, setTimeout });
  runInContext(withReplayer(`${module}\nmodule.exports = {};`, namesOf(found)), context);
  const told = runInContext(`module.exports.${REPLAY}`, context) as (plan: string) => Promise<string>;
  return z.array(z.string().nullable()).parse(JSON.parse(await told(JSON.stringify(calls))));
}

describe('functions that code of a module can name', () => {
  it('are its declarations, methods, and functions in its objects', () => {
    const text = `
      function plain(a) { return a; }
      const arrow = (a, { b }) => a + b;
      const table = { inner: { deep: function (x) { return x; } }, short(x) { return x; } };
      class Cart { constructor(a) { this.a = a; } add(n) { return n; } static of(n) { return n; } }
      exports.named = function (x) { return x; };
      Cart.prototype.late = function () { return 1; };
    `;
    expect(moduleFunctions('x.js', text).functions.map(({ name, shown }) => [name, shown])).toEqual([
      ['plain', 'plain'],
      ['arrow', 'arrow'],
      ['table.inner.deep', 'table.inner.deep'],
      ['table.short', 'table.short'],
      ['Cart', 'new Cart'],
      ['Cart.prototype.add', 'Cart#add'],
      ['Cart.of', 'Cart.of'],
      ['exports.named', 'named'],
      ['Cart.prototype.late', 'Cart#late'],
    ]);
  });
});

describe('calls', () => {
  const module = `
    function join(list, mark) { 'use strict'; return list.join(mark ?? '-'); }
    const area = ({ w, h }) => w * h;
    class Cart { constructor() { this.items = []; } add(item) { this.items.push(item); return this.items.length; } }
  `;

  it('are recorded with their arguments and the object that they are made on, each once', () => {
    const use = 'join([1, 2]); join([1, 2]); area({ w: 2, h: 3 }); const cart = new Cart(); cart.add("tea");';
    expect(recorded(module, use)).toEqual([
      { f: 'join', a: [[1, 2]] },
      {
        f: 'area',
        a: [
          {
            $: 'object',
            v: [
              ['w', 2],
              ['h', 3],
            ],
          },
        ],
      },
      { f: 'Cart', a: [] },
      { f: 'Cart.prototype.add', a: ['tea'], t: { $: 'object', c: 'Cart', v: [['items', []]] } },
    ]);
  });

  it('are replayed to what they return, throw and change', async () => {
    const calls: PlannedCall[] = [
      { f: 'join', a: [['a', 'b']] },
      { f: 'join', a: [null] },
      {
        f: 'area',
        a: [
          {
            $: 'object',
            v: [
              ['w', 2],
              ['h', { $: 'number', v: 'NaN' }],
            ],
          },
        ],
      },
      { f: 'Cart.prototype.add', a: ['tea'], t: { $: 'object', c: 'Cart', v: [['items', []]] } },
      { f: 'missing', a: [] },
    ];
    expect(await answers(module, calls)).toEqual([
      "'a-b'",
      'throws TypeError',
      'NaN',
      "1; this becomes Cart { items: ['tea'] }",
      null,
    ]);
  });

  it('that are asynchronous are waited for', async () => {
    const text =
      'async function late(n) { return n + 1; } function never() { return new Promise(() => {}); }';
    expect(
      await answers(text, [
        { f: 'late', a: [1] },
        { f: 'never', a: [] },
      ]),
    ).toEqual(['resolves to 2', 'never settles']);
  });

  it('with functions as arguments are replayed by the source of these', async () => {
    const text = 'function each(list, change) { return list.map(change); }';
    const calls = recorded(text, 'each([1, 2], (n) => n * 10);');
    expect(await answers(text, calls)).toEqual(['[10, 20]']);
  });
});

describe('varied inputs', () => {
  const values = (value: Coded, foreign: boolean) =>
    variationsOf(value, { strings: ['https:'], numbers: [90] })
      .filter((one) => one.foreign === foreign)
      .map((one) => one.value);

  it('hold neighbours, boundaries and literals of the code', () => {
    expect(values(5, false)).toEqual(expect.arrayContaining([4, 6, 0, -5, 10, 90, 91, 89]));
    expect(values('ab', false)).toEqual(expect.arrayContaining(['', 'b', 'a', 'abab', 'ba', 'AB', 'https:']));
    expect(values([3, 1], false)).toEqual(expect.arrayContaining([[], [1], [3], [1, 3], [4, 1]]));
    expect(values(true, false)).toEqual([false]);
  });

  it('hold texts with other numbers: one more, one of the code, and the numbers the other way round', () => {
    expect(values('03-11-2000', false)).toEqual(
      expect.arrayContaining(['04-11-2000', '03-10-2000', '90-11-2000', '03-91-2000', '2000-11-03']),
    );
  });

  it('of another type are marked as foreign', () => {
    expect(values('ab', true)).toEqual([null, { $: 'undefined' }, 0]);
  });

  it('are made first of the one call of a failing test among many of others', () => {
    const { functions } = moduleFunctions('x.js', 'function f(a) { return a; }');
    const calls = Array.from({ length: 300 }, (_, at) => ({ f: 'f', a: [at], passing: at !== 251 }));
    const { probed } = planCalls(calls, functions, NONE);
    expect(probed[0]).toEqual({ text: 'f(251)', origin: 'failing' });
  });

  it('make the same plan each time, recorded calls first', () => {
    const { functions } = moduleFunctions('x.js', 'function f(a, b) { return a < b; }');
    const calls = [
      { f: 'f', a: [1, 2], passing: true },
      { f: 'f', a: [3, 2], passing: false },
    ];
    const plan = planCalls(calls, functions, NONE);
    expect(plan).toEqual(planCalls(calls, functions, NONE));
    expect(plan.probed.slice(0, 2)).toEqual([
      { text: 'f(3, 2)', origin: 'failing' },
      { text: 'f(1, 2)', origin: 'passing' },
    ]);
    expect(plan.planned.length).toBeGreaterThan(20);
    expect(new Set(plan.planned.map((call) => JSON.stringify(call))).size).toBe(plan.planned.length);
  });
});

describe('source text of a value', () => {
  it.each<[Coded, string]>([
    ["it's", String.raw`'it\'s'`],
    [[1, null, { $: 'undefined' }], '[1, null, undefined]'],
    [
      {
        $: 'object',
        v: [
          ['a', 1],
          ['b-c', true],
        ],
      },
      "{ a: 1, 'b-c': true }",
    ],
    [{ $: 'map', v: [['k', 1]] }, "new Map([['k', 1]])"],
    [{ $: 'bigint', v: '7' }, '7n'],
    [{ $: 'regexp', v: 'a+', f: 'g' }, '/a+/g'],
  ])('of %j is %s', (value, text) => {
    expect(sourceOf(value)).toBe(text);
    expect(Coded.parse(value)).toEqual(value);
  });
});

test('the test files that fail, or name what is changed, are the first that calls are recorded in', () => {
  const files = new Map([
    ['src/add/test.ts', "import { add } from './index';"],
    ['src/other/test.ts', "import { other } from './index';"],
    ['src/overlap/test.ts', "import { overlap } from './index';"],
    ['test/all.ts', "import { overlap } from '../src/overlap';"],
  ]);
  const failures = [{ id: 'src/other/test.ts > other > works' }];
  expect(tellingFiles({ testFiles: [...files.keys()], failures, files }, ['src/overlap/index.ts'])).toEqual([
    'src/other/test.ts',
    'src/overlap/test.ts',
    'test/all.ts',
    'src/add/test.ts',
  ]);
});
