import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createBenches } from '../../../../src/commands';
import { compared } from '../../../../src/repair/compare';
import { pythonBehaviour } from '../../../../src/repair/compare/python';
import type { FailedCommand } from '../../../../src/repair/commands/check-target';
import { openStore, type Store } from '../../../../src/store';
import { asTree } from '../../../support/hashes';
import { runnerParts } from '../../../support/runner-parts';
import { tempFolder } from '../../../support/temp-folder';
import { treeOf } from '../../../support/text-trees';

const folder = tempFolder('python-behaviour');
let store: Store;

beforeAll(async () => {
  store = await openStore(join(folder, 'store'));
});

afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

// A machine without it has no check of this kind either.
const withPytest = spawnSync('python3', ['-c', 'import pytest']).status === 0 ? it : it.skip;

/** The program `before` and its repairs, as its tests and variants of their calls see them. */
async function behaviourOf(
  before: string,
  repairs: readonly string[],
  tests: string,
  { line, name } = { line: 'python3 -m unittest', name: 'test_first' },
) {
  const head = 'import unittest\nfrom program import *\n\nclass ProgramTest(unittest.TestCase):\n';
  const test = tests.startsWith(' ') ? head + tests : tests;
  const tree = asTree(await treeOf(store, { 'program.py': before, 'test_program.py': test }));
  const { signal } = new AbortController();
  const bench = await createBenches(runnerParts(store, folder))({ allowUnsandboxed: true })(tree, signal);
  if (typeof bench === 'string') throw new Error(bench);
  const failed = [{ path: ['ProgramTest', name] }];
  const target = { line, all: line, usualMs: 100, failed } as unknown as FailedCommand;
  try {
    const texts = repairs.map((text) => new Map([['program.py', text]]));
    return await pythonBehaviour(bench, target, new Map([['program.py', before]]), texts, signal);
  } finally {
    await bench.dispose();
  }
}

const FIRST = (code: string): string => `    def test_first(self):\n        ${code}\n`;
const SECOND = (code: string): string => `    def test_second(self):\n        ${code}\n`;
const contender = (_: unknown, place: number) => ({
  ...{ repair: place, place, signs: [], belief: 1, likeness: 1, code: '', size: 1 },
});

type Told = Awaited<ReturnType<typeof behaviourOf>>;

/** Answers to the call: of the program before, then of each repair. */
function answersTo({ calls, before, answers }: Told, text: string): (string | undefined)[] {
  const at = calls.findIndex((call) => call.text === text);
  return [before, ...answers].map((one) => one[at]);
}

const twice = (body: string): string => `def twice(n):\n    return ${body}\n`;

describe('programs of Python', () => {
  it('answer calls of tests that pass and fail, and others near them', async () => {
    const tests = FIRST('self.assertEqual(twice(2), 4)') + SECOND('twice(0)');
    const told = await behaviourOf(twice('n'), [twice('n * 2'), twice('n + 2')], tests);
    expect(told.calls).toContainEqual({ text: 'twice(2)', origin: 'failing', foreign: false });
    expect(told.calls).toContainEqual({ text: 'twice(0)', origin: 'passing', foreign: false });
    expect(told.calls).toContainEqual({ text: 'twice(3)', origin: 'varied', foreign: false });
    expect(told.calls).toContainEqual({ text: 'twice(None)', origin: 'varied', foreign: true });
    expect(answersTo(told, 'twice(3)')).toEqual(['3', '6', '5']);
    expect(answersTo(told, 'twice(None)')).toEqual(['None', 'raises TypeError', 'raises TypeError']);
    const { groups, deciding } = compared(told, told.answers.map(contender));
    expect(groups).toHaveLength(2);
    expect(deciding).toMatchObject({ text: 'twice(0)', answers: ['0', '2'] });
  });

  it('are told apart where one does not even load, and where one never ends', async () => {
    const endless = 'def twice(n):\n    while n < 2:\n        pass\n    return n * 2\n';
    const tests = FIRST('self.assertEqual(twice(2), 4)');
    const told = await behaviourOf('def twice(n):\n return', [twice('n * 2'), endless], tests);
    expect(answersTo(told, 'twice(1)')).toEqual(['None', '2', 'does not end']);
    const unread = await behaviourOf('def twice(n:\n', [twice('n * 2'), twice('n + n')], tests);
    expect(answersTo(unread, 'twice(3)')).toEqual([undefined, '6', '6']);
    expect(compared(unread, unread.answers.map(contender)).groups).toHaveLength(1);
  });

  it('answer by objects, by what they change, print and raise, and by what they yield', async () => {
    const of = (step: string): string =>
      [
        'class Cart:',
        '    def __init__(self, items=None):',
        `        self.items = list(items or ())${step && '[:]'}`,
        '    def add(self, item):',
        `        self.items.append(item${step})`,
        '    def each(self):',
        `        for item in self.items: yield item${step}`,
        'def fill(cart, prices):',
        `    prices.append(1${step})`,
        '    print("filled")',
        `    if len(prices) > 3: raise ValueError("full${step}")`,
        '',
      ].join('\n');
    const tests =
      FIRST('cart = Cart(); cart.add(2); self.assertEqual(list(cart.each()), [4])') +
      SECOND('fill(Cart([1]), [5])');
    const told = await behaviourOf(of(''), [of(' + 1'), of(' + 2')], tests);
    expect(answersTo(told, 'Cart.add(2) of Cart(items=[])')).toEqual([
      'None; self becomes Cart(items=[2])',
      'None; self becomes Cart(items=[3])',
      'None; self becomes Cart(items=[4])',
    ]);
    expect(answersTo(told, 'Cart.each() of Cart(items=[3])')).toEqual([
      'iterator of [3]',
      'iterator of [4]',
      'iterator of [5]',
    ]);
    expect(answersTo(told, 'Cart([1])')).toEqual(Array(3).fill('Cart(items=[1])'));
    expect(answersTo(told, 'fill(Cart(items=[1]), [5])')[1]).toBe(
      "None; prices becomes [5, 2]; prints 'filled\\n'",
    );
  });

  it('say nothing by chance, by time, or by calls that nobody can copy', async () => {
    const of = (body: string): string =>
      `import random, time\ndef draw(n):\n    return ${body} + random.random()\ndef now(n):\n    return ${body} + time.monotonic_ns()\ndef ask(f):\n    return ${body.replace('n', 'f()')}\n`;
    const tests = FIRST('draw(2), now(2), ask(lambda: 2)');
    const told = await behaviourOf(of('n'), [of('n * 2'), of('n + 2')], tests);
    expect(told.calls.filter(({ foreign }) => !foreign)).toEqual([]);
  });

  it('are left as they were, whatever their tests do', async () => {
    const tests = FIRST('import os; os._exit(0)');
    const told = await behaviourOf(twice('n'), [twice('n * 2'), twice('n + 2')], tests);
    expect(told).toMatchObject({ calls: [], before: [], answers: [[], []] });
  });

  withPytest('answer under pytest, with its fixtures and coroutines', async () => {
    const of = (body: string): string => `async def twice(n):\n    return ${body}\n`;
    const test =
      'import asyncio, pytest\nfrom program import twice\n@pytest.fixture\ndef two():\n    return 2\n@pytest.mark.parametrize("n", [2, 7])\ndef test_first(n, two):\n    assert asyncio.run(twice(n)) == n * two\n';
    const told = await behaviourOf(of('n'), [of('n * 2'), of('n + 2')], test, {
      line: 'python3 -m pytest -q',
      name: 'test_first[2]',
    });
    expect(told.calls).toContainEqual({ text: 'twice(2)', origin: 'failing', foreign: false });
    expect(told.calls).toContainEqual({ text: 'twice(7)', origin: 'passing', foreign: false });
    expect(answersTo(told, 'twice(7)')).toEqual(['7', '14', '9']);
  });
});
