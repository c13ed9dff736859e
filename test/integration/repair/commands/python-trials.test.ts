import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createBenches } from '../../../../src/commands';
import { PythonTrials } from '../../../../src/repair/commands/trials/python';
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

/** Numbers of the mutants that pass. The second and the fourth of five are right; the last never ends. */
async function passing(line: string, files: Record<string, string>, limitMs = 2_000) {
  const original = body('x - 1');
  const tree = asTree(await treeOf(store, { 'program.py': original, 'test_program.py': TEST, ...files }));
  const { signal } = new AbortController();
  const bench = await createBenches(runnerParts(store, folder))({ allowUnsandboxed: true })(tree, signal);
  if (typeof bench === 'string') throw new Error(bench);
  try {
    const target = { line, limitMs, originals: new Map([['program.py', original]]) };
    const edits = ['x * 1', 'x + 1', 'x * 1', '1 + x', 'next(one for one in iter(int, 1) if one)'];
    const jobs = edits.map((edit, at) => ({ id: at + 1, mutant: { file: 'program.py' }, text: body(edit) }));
    const batch = await new PythonTrials(bench, target).try(jobs as unknown as Job[], 60_000, signal);
    const late = batch.late.map(({ id }) => id);
    return { passed: [...batch.passed], tried: batch.tried, left: batch.left.length, late };
  } finally {
    await bench.dispose();
  }
}

const ALL = { passed: [2, 4], tried: 5, left: 0, late: [5] };

describe('Python forks for each mutant that is tried', () => {
  it('of a project of unittest', async () => {
    const files = { 'test_program.py': UNITTEST };
    await expect(passing('python3 -m unittest', files)).resolves.toEqual(ALL);
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
    await expect(passing(pytest, files)).resolves.toEqual(ALL);
  });

  (hasPytest ? it : it.skip)('of a check that writes a report and tells all', async () => {
    await expect(passing(`${pytest} -vv --junitxml="$TMPDIR/report"`, {})).resolves.toEqual(ALL);
  });

  (hasPytest ? it : it.skip)('and names those that take longer than the tests that fail', async () => {
    const files = { 'test_program.py': `${TEST}    import time\n    time.sleep(9)\n` };
    const batch = await passing(pytest, files, 60_000);
    expect(batch.passed).toEqual([]);
    expect(batch.late).toEqual([2, 4, 5]);
  });
});
