import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createBenches, createCheckRunner } from '../../../../src/commands';
import { VerificationSpec, type VerificationReport } from '../../../../src/domain/verification/verification';
import { CommandSearch, type Bench, type CommandTask } from '../../../../src/repair/commands';
import { openStore, type Store } from '../../../../src/store';
import { createProgramLoader, reportedBy } from '../../../../src/verifier';
import { readReport } from '../../../../src/verifier/read-report';
import { verify } from '../../../../src/verifier/verify';
import { createSandbox } from '../../../../src/sandbox';
import { runnerParts } from '../../../support/runner-parts';
import { tempFolder } from '../../../support/temp-folder';
import { asTree } from '../../../support/hashes';
import { treeOf } from '../../../support/text-trees';

const folder = tempFolder('command-search');
const sandbox = createSandbox({ children: 1 });
const signal = new AbortController().signal;
let store: Store;

beforeAll(async () => {
  store = await openStore(join(folder, 'store'));
});

afterAll(async () => {
  await sandbox.close();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const UNITTEST = {
  reporting: {
    form: 'unittest' as const,
    line: 'python3 -m unittest -v >"$TMPDIR/kintsugi-report" 2>&1',
  },
  selection: {
    by: 'unittest' as const,
    start: 'python3 -m unittest -v',
    end: ' >"$TMPDIR/kintsugi-report" 2>&1',
  },
};

const rights = { allowUnsandboxed: true };

function commandSearch(): CommandSearch {
  return new CommandSearch(() => createBenches(runnerParts(store, folder))(rights));
}

async function searched(
  files: Record<string, string>,
  check: object,
  given: {
    searchMs?: number;
    signal?: AbortSignal;
    run?: string;
    search?: CommandSearch;
    tookMs?: number;
  } = {},
) {
  const { blobs, trees } = store;
  const parts = runnerParts(store, folder);
  const spec = VerificationSpec.parse({ tests: [], commands: [check], allowUnsandboxed: true });
  const runCheck = reportedBy((await createCheckRunner(parts))(rights));
  const loadProgram = createProgramLoader({ trees, blobs });
  const tree = asTree(await treeOf(store, files));
  const deps = { blobs, sandbox, loadProgram, redact: (text: string) => text };
  const task = {
    tree,
    spec,
    rerunFailures: false,
    generatedTests: [],
    runCheck,
    signal,
    progress: () => undefined,
  };
  const { report } = await verify(deps, task);
  const program = await loadProgram({ tree, spec });
  const search = given.search ?? commandSearch();
  const evidence = { tree, analysis: {}, impactedFiles: [] } as unknown as CommandTask['evidence'];
  const context = {
    key: { run: given.run ?? 'heal-1', effect: 'propose' },
    verification: spec,
    signal,
    progress: () => undefined,
    ...given,
  } as unknown as CommandTask['context'];
  return search.search({
    evidence,
    context,
    report: tookAtLeast(await readReport(blobs, report), given.tookMs ?? 0),
    files: program.files,
    surroundings: program.context,
    mayChange: (path) => !path.includes('test'),
  });
}

function tookAtLeast(report: VerificationReport, ms: number): VerificationReport {
  const checks = report.checks.map((check) => ({ ...check, durationMs: Math.max(check.durationMs, ms) }));
  return { ...report, checks };
}

/** A search whose benches tell each script that they are given before they run it as `run` says. */
function watchedSearch(
  told: (script: string, bench: Bench) => void,
  run: (bench: Bench, ...task: Parameters<Bench['run']>) => ReturnType<Bench['run']>,
): CommandSearch {
  return new CommandSearch(() => async (tree, opening) => {
    const bench = await createBenches(runnerParts(store, folder))(rights)(tree, opening);
    if (typeof bench === 'string') return bench;
    return {
      ...bench,
      run: (check, ...rest) => {
        const [, jobs] = /(jobs-\w+)\/script/.exec(check.command) ?? [];
        const script = jobs === undefined ? undefined : readFileSync(join(bench.tmp, jobs, 'script'), 'utf8');
        told(script ?? check.command, bench);
        return run(bench, check, ...rest);
      },
    };
  });
}

const TAX =
  'def total(prices):\n    found = 0\n    at = 0\n    while at <= len(prices):\n        found += prices[at]\n        at += 1\n    return found\n';
const TEST_TAX =
  'import unittest\nfrom tax import total\n\nclass TaxTest(unittest.TestCase):\n    def test_sum(self):\n        self.assertEqual(total([1, 2]), 3)\n    def test_none(self):\n        self.assertEqual(total([]), 0)\n';

const PYTEST = {
  command: 'python3 -m pytest -q',
  selection: { by: 'pytest' as const, start: 'python3 -m pytest -q', end: '' },
};
// A machine without it has no check of this kind either.
const withPytest = spawnSync('python3', ['-c', 'import pytest']).status === 0 ? it : it.skip;

const CLAMP = 'def clamp(value, low, high):\n    return max(low, max(value, high))\n';
const TEST_CLAMP =
  'from limits import clamp\n\ndef test_inside():\n    assert clamp(2, 1, 3) == 2\n\ndef test_above():\n    assert clamp(9, 1, 3) == 3\n';

const TEST_CLAMPED =
  'import unittest\nfrom limits import clamp\n\nclass ClampTest(unittest.TestCase):\n    def test_above(self):\n        self.assertEqual([clamp(9, 1, 3), clamp(2, 1, 3), clamp(0, 1, 3)], [3, 2, 1])\n';
/** No edit mends it: it needs what a machine of today does not have. */
const TEST_OLD =
  "import unittest\n\nclass OldTest(unittest.TestCase):\n    def test_old(self):\n        raise RuntimeError('unsupported')\n";

describe('search with commands', () => {
  it('asks by a call of Python between two repairs that pass all tests and differ', async () => {
    const files = {
      'double.py': 'def double(n):\n    return n - 2\n',
      'test_double.py':
        'import unittest\nfrom double import double\n\nclass DoubleTest(unittest.TestCase):\n    def test_double(self):\n        self.assertEqual(double(2), 4)\n',
    };
    const answer = await searched(files, { command: 'python3 -m unittest', ...UNITTEST });
    const [first, second] = answer.repairs;
    expect(first?.standing).toMatchObject({ group: 'A', confidence: 'ambiguous' });
    expect(second?.standing).toMatchObject({
      group: 'B',
      deciding: { call: first?.standing?.deciding?.call },
    });
    expect(first?.answered?.answer).not.toBe(second?.answered?.answer);
  });

  withPytest.each([
    ['', ''],
    [
      ' whose settings load the program',
      'import limits\n\ndef pytest_sessionstart():\n    limits.clamp(1, 2, 3)\n',
    ],
  ])('repairs a project of pytest%s', async (_name, conftest) => {
    const files = { 'limits.py': CLAMP, 'test_limits.py': TEST_CLAMP, 'conftest.py': conftest };
    const answer = await searched(files, PYTEST, { searchMs: 40_000 });
    expect(answer.note).toContain('make all tests pass');
    expect(answer.repairs[0]?.edits[0]).toMatchObject({ file: 'limits.py', line: 2, replacement: 'min' });
  });

  it('repairs Python by its failing tests, and ends mutants that never end', async () => {
    const files = { 'tax.py': TAX, 'test_tax.py': TEST_TAX };
    const answer = await searched(
      files,
      { command: 'python3 -m unittest', ...UNITTEST },
      { searchMs: 40_000 },
    );
    expect(answer.note).toContain('make all tests pass');
    const [best] = answer.repairs;
    expect(best?.edits[0]).toMatchObject({ file: 'tax.py', line: 4, replacement: '<' });
    expect(best?.standing?.group).toBe('A');
  });

  it('repairs the tests of one cause where others fail by another', async () => {
    const files = { 'limits.py': CLAMP, 'test_clamped.py': TEST_CLAMPED, 'test_old.py': TEST_OLD };
    const answer = await searched(
      files,
      { command: 'python3 -m unittest', ...UNITTEST },
      { searchMs: 40_000 },
    );
    expect(answer.note).toContain('the best repairs 1 failing test');
    expect(answer.repairs[0]?.edits[0]).toMatchObject({ file: 'limits.py', line: 2, replacement: 'min' });
  });

  it('repairs JavaScript by a command that tells no tests', async () => {
    const files = {
      'price.js': 'exports.price = (count) => (count > 10 ? count * 2 : count * 3);\n',
      'test.js':
        "const { price } = require('./price');\nif (price(10) !== 20 || price(9) !== 27 || price(11) !== 22) throw new Error('wrong price');\n",
    };
    const answer = await searched(files, { command: 'node test.js' });
    expect(answer.repairs[0]?.edits[0]).toMatchObject({ file: 'price.js', replacement: '>=' });
  });

  it('starts anew in each run, also where another one has searched the same program', async () => {
    const files = {
      'price.js': 'exports.price = (count) => count - 2;\n',
      'test.js': "if (require('./price').price(3) !== 6) throw new Error('wrong price');\n",
    };
    const search = commandSearch();
    const first = await searched(files, { command: 'node test.js' }, { search, run: 'heal-1' });
    const second = await searched(files, { command: 'node test.js' }, { search, run: 'heal-2' });
    expect(first.searched).toBeGreaterThan(0);
    expect(second.searched).toBeGreaterThan(0);
    expect(second.repairs.length).toBeGreaterThan(0);
  });

  it('tries edits of slow tests first, and traces no more of these than there is time for', async () => {
    const begins = new Map<Bench, string>();
    const search = watchedSearch(
      (script, bench) => begins.set(bench, begins.get(bench) ?? script),
      (bench, ...task) => bench.run(...task),
    );
    const files = { 'tax.py': TAX, 'test_tax.py': TEST_TAX };
    const check = { command: 'python3 -m unittest', ...UNITTEST };
    const answer = await searched(files, check, { searchMs: 40_000, tookMs: 20_000, search });
    expect(answer.repairs[0]?.edits[0]).toMatchObject({ file: 'tax.py', line: 4 });
    expect([...begins.values()].filter((script) => script.includes('KINTSUGI_JOBS'))).toHaveLength(1);
  });

  it.each([
    ['the sandbox breaks', 'not-run', 40_000, 'no edit could be tried: no room'],
    ['its time is too short', 'timeout', 3_000, 'give it more time with --search-seconds'],
  ] as const)('says why it tried no edit where %s', async (_, end, searchMs, note) => {
    const search = watchedSearch(
      () => undefined,
      async (_bench, check) => {
        await delay(200);
        const nothing = { exitCode: null, tests: [], stdout: '', stderr: 'no room', durationMs: 200 };
        return { name: check.command, kind: 'command', trust: 'command', end, ...nothing } as never;
      },
    );
    const files = { 'tax.py': TAX, 'test_tax.py': TEST_TAX };
    const check = { command: 'python3 -m unittest', ...UNITTEST };
    const answer = await searched(files, check, { searchMs, tookMs: 60_000, search });
    expect(answer.note).toContain(note);
    expect(answer.searched).toBe(0);
  });

  it('stops when its time is up', async () => {
    const files = { 'tax.py': 'def total(prices):\n    return 0\n', 'test_tax.py': TEST_TAX };
    const answer = await searched(files, { command: 'python3 -m unittest', ...UNITTEST }, { searchMs: 1 });
    expect(answer.repairs).toEqual([]);
  });

  it('rejects at once when it is cancelled', async () => {
    const files = { 'tax.py': TAX, 'test_tax.py': TEST_TAX };
    const cancelled = AbortSignal.abort(new Error('cancelled'));
    const search = searched(files, { command: 'python3 -m unittest', ...UNITTEST }, { signal: cancelled });
    await expect(search).rejects.toThrow('cancelled');
  });
});
