import type { BlobHash } from '../../../../src/domain/ids';
import { checkWords } from '../../../../src/verifier/integrity/check-words';
import { judgesOf } from '../../../../src/verifier/integrity/judges';
import { namedFiles } from '../../../../src/verifier/integrity/named-files';
import { createProgramLoader } from '../../../../src/verifier/load-program';
import { protector } from '../../../../src/verifier/select-tests';
import { verify } from '../../../../src/verifier/verify';
import { commandReport } from '../../../../src/commands/command-report';
import { VerificationReport, VerificationSpec } from '../../../../src/domain/verification/verification';
import { createMemoryStore } from '../../../../src/store/memory-store';
import { treeOf } from '../../../support/text-trees';

const store = createMemoryStore();
const loadProgram = createProgramLoader(store);
const spec = (...commands: string[]) =>
  VerificationSpec.parse({ tests: [], commands: commands.map((command) => ({ command })) });

async function programOf(files: Record<string, string>) {
  return loadProgram({ tree: await treeOf(store, files), spec: spec() });
}

async function namedJudges(
  program: Awaited<ReturnType<typeof programOf>>,
  commands: string[],
  failing: ReadonlySet<string>,
): Promise<string[]> {
  const places = new Map([...failing].map((path) => [path, undefined]));
  const { files } = await judgesOf(program, { commands, judging: [], checks: [], failing: places });
  return files.map(({ path }) => path);
}

const MANIFEST = JSON.stringify({
  scripts: {
    test: 'npm run lint && node checks/all.js',
    pretest: 'node checks/before',
    lint: 'node "checks/no tabs.js"',
    ci: 'concurrently "npm:unit:*" "node checks/c.mjs"',
    'unit:a': 'node --import=./checks/setup.mjs checks/a.js',
    unrelated: 'node checks/unrelated.js',
  },
});
const PROJECT = {
  'package.json': MANIFEST,
  'packages/a/package.json': JSON.stringify({
    scripts: { test: 'node verify.js', check: 'cd sub; ./go.sh' },
  }),
  'packages/a/verify.js': '',
  'packages/a/sub/go.sh': '',
  'checks/all.js': '',
  'checks/before.js': '',
  'checks/no tabs.js': '',
  'checks/setup.mjs': '',
  'checks/a.js': '',
  'checks/c.mjs': '',
  'checks/unrelated.js': '',
  'checks/run.py': '',
  'src/main.js': '',
};

describe('the files that a command names', () => {
  it.each([
    ['npm test', ['checks/all.js', 'checks/before.js', 'checks/no tabs.js']],
    ['CI=1 yarn -s test', ['checks/all.js', 'checks/before.js', 'checks/no tabs.js']],
    ['pnpm run lint', ['checks/no tabs.js']],
    [
      'npm t -w packages/a',
      ['checks/all.js', 'checks/before.js', 'checks/no tabs.js', 'packages/a/verify.js'],
    ],
    ['npx turbo run check', ['packages/a/sub/go.sh']],
    ['npm --prefix packages/a test', ['packages/a/verify.js']],
    ['cd packages/a && npm test; true', ['packages/a/verify.js']],
    ['(cd packages/a/sub && npm run check)', ['packages/a/sub/go.sh']],
    ['npm run ci', ['checks/a.js', 'checks/c.mjs', 'checks/setup.mjs']],
    ['sh -c "node ./checks/a.js || exit 1"', ['checks/a.js']],
    ["node --test 'checks/[ab]*.js'", ['checks/a.js', 'checks/all.js', 'checks/before.js']],
    ['python -m checks.run', ['checks/run.py']],
    ['pytest checks/run.py::TestSum::test_adds', ['checks/run.py']],
    ['node src/main.js <checks/a.js >out.txt', ['checks/a.js', 'src/main.js']],
    ['node ../outside.js /etc/passwd . "unclosed', []],
    ['tsc --noEmit', []],
  ])('%s', async (command, expected) => {
    expect(namedFiles(await programOf(PROJECT), [command]).files).toEqual(expected);
  });

  it('are found once, where scripts call each other in a circle', () => {
    const scripts = new Map([['', { a: 'npm run b', b: 'npm run a && node x.js', constructor: 'no' }]]);
    const words = checkWords(['npm run a', 'npm run toString'], scripts).map(({ word }) => word);
    expect(words.filter((word) => word === 'x.js')).toHaveLength(1);
  });

  it('are also those below a folder', async () => {
    expect(namedFiles(await programOf(PROJECT), ['mocha packages/a/sub/'])).toMatchObject({
      files: [],
      below: ['packages/a/sub/go.sh'],
    });
  });
});

describe('a named file judges the program', () => {
  const ASSERTS =
    "const { sum } = require('./sum');\nconst assert = require('assert');\nassert.equal(sum(1, 2), 3);\n";
  const ONE_LINE = "require('assert').equal(require('./sum').sum(1, 2), 3);";
  it.each([
    ['by its text', 'node run.js', 'run.js', ASSERTS],
    ['by its text, in one line', 'node all.js', 'all.js', ONE_LINE],
    ['by its text, in the sources', 'node src/run.js', 'src/run.js', ASSERTS],
    [
      'by a test API',
      'node all.js',
      'all.js',
      "import { it } from 'node:test';\nimport { sum } from './sum.js';",
    ],
    [
      'by tests of a process',
      'node all.js',
      'all.js',
      "test('a', () => child_process.execSync('node main.js'));",
    ],
    ['by tests of Python', 'python all.py', 'all.py', 'import unittest\nfrom app import add\n'],
    ['by asserts of Python', 'python all.py', 'all.py', 'from app import add\nassert add(1, 2) == 3\n'],
    ['by its name', 'node check.js', 'check.js', 'if (require("./sum")(1, 2) !== 3) process.exit(1);'],
    ['by its folder', 'sh scripts/all.sh', 'scripts/all.sh', 'set -e\nnode src/sum.js | grep 3\n'],
    ['by a folder in the sources', 'node src/checks/all.js', 'src/checks/all.js', 'process.exit(1)'],
  ])('%s', async (_, command, path, text) => {
    const program = await programOf({ 'package.json': '{}', [path]: text });
    // Also where the failure is in it: that is where assertions fail.
    expect(await namedJudges(program, [command], new Set([path]))).toEqual([path]);
  });

  it.each([
    [
      'is the program that runs',
      'node src/main.js',
      'src/main.js',
      "require('./sum');\nconsole.log(sum(1));",
    ],
    [
      'guards its arguments',
      'node src/main.js',
      'src/main.js',
      "const { run } = require('./run');\nfunction main(args) {\n  assert(args.length > 0);\n  if (!run(args)) process.exit(1);\n}\n",
    ],
    ['only sounds like one', 'node src/spell-check.js', 'src/spell-check.js', 'exports.check = () => {};'],
    [
      'holds its own tests',
      'vitest run src/a.ts',
      'src/a.ts',
      "if (import.meta.vitest) {\n  it('adds', f);\n}",
    ],
    [
      'is all there is',
      'node --test all.js',
      'all.js',
      "const add = (a, b) => a - b;\nconst { it } = require('node:test');\nit('adds', () => 0);",
    ],
    [
      'is all there is, in Python',
      'python all.py',
      'all.py',
      'import unittest\n\ndef add(a, b):\n  return a - b\n\nclass TestAdd(unittest.TestCase):\n  pass\n',
    ],
    ['is a script that fails', 'node scripts/build.js', 'scripts/build.js', 'undefined.x;\n'],
  ])('unless it %s', async (_, command, path, text) => {
    const program = await programOf({ 'package.json': '{}', [path]: text });
    expect(await namedJudges(program, [command], new Set([path]))).toEqual([]);
  });

  it('unless only its folder is named and it defines no tests', async () => {
    const files = { 'specs/a.js': "describe('a', f);", 'specs/helper.js': 'exports.x = 1;', 'lib/b.js': '' };
    expect(await namedJudges(await programOf(files), ['mocha specs'], new Set())).toEqual(['specs/a.js']);
  });
});

describe('a verification with commands', () => {
  const FILES = {
    'package.json': JSON.stringify({ scripts: { check: 'node verify.js' } }),
    'verify.js': "require('assert').equal(require('./src/sum').sum(1, 2), 3);",
    'src/sum.js': 'exports.sum = (a, b) => a - b;',
  };

  async function reportOf(files: Record<string, string>, baseline?: BlobHash) {
    const { report } = await verify(
      { blobs: store.blobs, loadProgram, sandbox: undefined as never, redact: (text) => text },
      {
        tree: await treeOf(store, files),
        spec: spec('npm run check'),
        baseline,
        rerunFailures: false,
        generatedTests: [],
        runCheck: (_, { command, timeoutMs }) =>
          Promise.resolve(
            commandReport({
              command,
              timeoutMs,
              end: 'completed',
              exitCode: 1,
              stdout: '',
              stderr: '',
              durationMs: 1,
            }),
          ),
        signal: new AbortController().signal,
        progress: () => undefined,
      },
    );
    return {
      hash: report,
      ...VerificationReport.parse(JSON.parse((await store.blobs.get(report)).toString())),
    };
  }

  it('names its judges, and keeps to those of the baseline', async () => {
    const before = await reportOf(FILES);
    const verifier = [{ path: 'verify.js', why: 'a check runs it' }];
    expect(before.judges?.files).toEqual(verifier);
    const changed = { ...FILES, 'package.json': '{}', 'verify.js': 'process.exit(0);' };
    expect((await reportOf(changed, before.hash)).judges?.files).toEqual(verifier);
  });

  it('protects them, except where the user named them for a change', async () => {
    const report = await reportOf(FILES);
    expect(protector(spec(), report)('verify.js')).toBe(
      'judges the program (a check runs it, and --impacted does not name it)',
    );
    expect(protector(spec(), report)('src/sum.js')).toBeUndefined();
    const impactedFiles = ['verify.js', 'lib/test.js', 'lib/sum.test.js'];
    const named = protector(spec(), { ...report, impactedFiles });
    expect(['verify.js', 'lib/test.js', 'lib/sum.test.js', 'test.js'].map(named)).toEqual([
      undefined,
      undefined,
      'is a test',
      'is a test',
    ]);
    expect(protector(spec(), { judging: ['lib/test.js'], impactedFiles })('lib/test.js')).toBe('is a test');
  });
});
