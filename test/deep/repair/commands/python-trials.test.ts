import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createBenches } from '../../../../src/commands';
import { PythonTrials } from '../../../../src/repair/commands/open-trials';
import type { Job } from '../../../../src/repair/commands/trials/command-trials';
import { openStore, type Store } from '../../../../src/store';
import { asTree } from '../../../support/hashes';
import { runnerParts } from '../../../support/runner-parts';
import { tempFolder } from '../../../support/temp-folder';
import { treeOf } from '../../../support/text-trees';

const folder = tempFolder('python-trials');
let store: Store;

beforeAll(async () => {
  store = await openStore(join(folder, 'store'));
});

afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const body = (expression: string): string => `def more(x):\n    return ${expression}\n`;
const TEST = 'from program import more\n\ndef test_more():\n    assert more(1) == 2\n';
const UNITTEST =
  'import unittest\nfrom program import more\n\nclass MoreTest(unittest.TestCase):\n    def test_more(self):\n        self.assertEqual(more(1), 2)\n';
const FOLDER_OF_CONFTEST = [
  'import os, shutil, tempfile',
  '',
  'def pytest_configure(config):',
  '    os.environ["PLACE"] = tempfile.mkdtemp()',
  '',
  'def pytest_unconfigure(config):',
  '    shutil.rmtree(os.environ["PLACE"])',
  '',
].join('\n');
const FROZEN = 'import time\ntime.monotonic = lambda: 0.0\n';

// A machine without it has no check of this kind either.
const hasPytest = spawnSync('python3', ['-c', 'import pytest']).status === 0;
const pytest = 'python3 -m pytest -q';

/** A program in a bench, and trials of edits of it. */
async function trialsOf(line: string, files: Record<string, string>, limitMs = 2_000) {
  const originals = new Map([['program.py', body('x - 1')], ...Object.entries(files)]);
  const tree = asTree(await treeOf(store, { 'test_program.py': TEST, ...Object.fromEntries(originals) }));
  const { signal } = new AbortController();
  const bench = await createBenches(runnerParts(store, folder))({ allowUnsandboxed: true })(tree, signal);
  if (typeof bench === 'string') throw new Error(bench);
  return { bench, trials: new PythonTrials(bench, { line, usualMs: 100, limitMs, originals }), signal };
}

/** Numbers of the mutants that pass. The second and the fourth of five are right; the last never ends. */
async function passing(line: string, files: Record<string, string>, limitMs?: number) {
  const { bench, trials, signal } = await trialsOf(line, files, limitMs);
  try {
    const edits = ['x * 1', 'x + 1', 'x * 1', '1 + x', 'next(one for one in iter(int, 1) if one)'];
    const batch = await trials.try(
      edits.map((edit, at) => jobOf(at + 1, body(edit))),
      60_000,
      signal,
    );
    const late = batch.late.map(({ id }) => id);
    return { passed: [...batch.passed], tried: batch.tried, left: batch.left.length, late };
  } finally {
    await bench.dispose();
  }
}

function jobOf(id: number, text: string, file = 'program.py'): Job {
  return { id, text, mutant: { file } } as Job;
}

const ALL = { passed: [2, 4], tried: 5, left: 0 };

describe('Python forks for each mutant that is tried', () => {
  it('of a project of unittest', async () => {
    const files = { 'test_program.py': UNITTEST };
    await expect(passing('python3 -m unittest', files)).resolves.toMatchObject(ALL);
  });

  (hasPytest ? it : it.skip).each<[string, Record<string, string>]>([
    ['', {}],
    ['whose settings load the program', { 'conftest.py': 'import program\n' }],
    [
      'whose settings make a folder and remove it',
      {
        'conftest.py': FOLDER_OF_CONFTEST,
        'test_program.py': `${TEST}    import os\n    open(os.environ["PLACE"] + "/seen", "w").close()\n`,
      },
    ],
    ['whose settings stop the clock', { 'conftest.py': FROZEN }],
    [
      'whose settings fail with the program',
      { 'conftest.py': 'import program\nassert program.more(1) == 2\n' },
    ],
  ])('of a project of pytest %s', async (_name, files) => {
    await expect(passing(pytest, files)).resolves.toMatchObject(ALL);
  });

  (hasPytest ? it : it.skip)('of a check of pytest that writes a report', async () => {
    await expect(passing(`${pytest} -vv --junitxml="$TMPDIR/report"`, {})).resolves.toMatchObject(ALL);
  });

  (hasPytest ? it : it.skip)('of tests that ask what a pytest of their own says', async () => {
    const inner = 'def test_it():\\n    assert [1] == [2]\\n';
    const test = [
      'import program',
      'pytest_plugins = ["pytester"]',
      'def test_more(pytester):',
      `    pytester.makepyfile("${inner}")`,
      '    pytester.runpytest().stdout.fnmatch_lines(["*At index 0 diff*"])',
      '    assert program.more(1) == 2',
      '',
    ].join('\n');
    await expect(passing(pytest, { 'test_program.py': test }, 20_000)).resolves.toMatchObject(ALL);
  });

  (hasPytest ? it : it.skip)('of a later batch that changes what the settings load', async () => {
    const files = { 'conftest.py': 'import other\n', 'other.py': 'one = 1\n' };
    const { bench, trials, signal } = await trialsOf(pytest, files);
    try {
      const first = await trials.try([jobOf(1, body('x * 1'))], 60_000, signal);
      expect([first.passed.size, first.tried]).toEqual([0, 1]);
      const jobs = [jobOf(2, body('x + 1')), jobOf(3, 'one = 2\n', 'other.py')];
      const second = await trials.try(jobs, 60_000, signal);
      expect([[...second.passed], second.tried, second.left]).toEqual([[2], 2, []]);
    } finally {
      await bench.dispose();
    }
  });

  (hasPytest ? it : it.skip)('and tells which of them take longer than failing tests do', async () => {
    const files = { 'test_program.py': `${TEST}    import time\n    time.sleep(60)\n` };
    const batch = await passing(pytest, files, 60_000);
    expect(batch.passed).toEqual([]);
    expect(batch.late).toEqual([2, 4, 5]);
  });
});
