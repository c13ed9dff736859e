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

/** The program `before` and its repairs, as the tests of the class and variants of their calls see them. */
async function behaviourOf(before: string, repairs: readonly string[], tests: string) {
  const test = `import unittest\nfrom program import *\n\nclass ProgramTest(unittest.TestCase):\n${tests}`;
  const tree = asTree(await treeOf(store, { 'program.py': before, 'test_program.py': test }));
  const { signal } = new AbortController();
  const bench = await createBenches(runnerParts(store, folder))({ allowUnsandboxed: true })(tree, signal);
  if (typeof bench === 'string') throw new Error(bench);
  const line = 'python3 -m unittest';
  const failed = [{ path: ['ProgramTest', 'test_first'] }];
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

describe('programs of Python', () => {
  it('answer calls of tests, and others near them', async () => {
    const of = (body: string): string => `def twice(n):\n    return ${body}\n`;
    const told = await behaviourOf(
      of('n'),
      [of('n * 2'), of('n + 2')],
      FIRST('self.assertEqual(twice(2), 4)') + SECOND('self.assertEqual(twice(0), 0) if False else twice(0)'),
    );
    const { calls, before, answers } = told;
    expect(calls).toContainEqual({ text: 'twice(2)', origin: 'failing', foreign: false });
    expect(calls).toContainEqual({ text: 'twice(0)', origin: 'passing', foreign: false });
    const at = calls.findIndex(({ text }) => text === 'twice(3)');
    expect(calls[at]).toMatchObject({ origin: 'varied' });
    expect([before[at], answers[0]?.[at], answers[1]?.[at]]).toEqual(['3', '6', '5']);
    const { groups, deciding } = compared(told, answers.map(contender));
    console.log(calls.length, JSON.stringify(told).slice(0, 3000), deciding);
    expect(groups).toHaveLength(2);
    expect(deciding).toMatchObject({ text: 'twice(0)', answers: ['0', '2'] });
  });
});
