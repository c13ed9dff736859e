import { accelerated } from '../../../../src/repair/mutation/tests-in-sandbox';
import type { FailingProgram } from '../../../../src/repair/mutation/locate';
import { createSandbox } from '../../../../src/sandbox';
import {
  SandboxLimits,
  VerificationSpec,
  type VerificationReport,
} from '../../../../src/domain/verification/verification';

const sandbox = createSandbox({ children: 1 });
const signal = new AbortController().signal;

afterAll(() => sandbox.close());

const COMMAND = 'npx tape test/index.js';
const FILES = {
  'sum.js': 'exports.sum = (a, b) => a - b;\n',
  'test/index.js': "require('./sum');\nrequire('./zero');\n",
  'test/sum.js':
    "const test = require('tape');\nconst { sum } = require('../sum');\ntest('adds', (t) => { t.equal(sum(1, 2), 3); t.end(); });\n",
  'test/zero.js':
    "const test = require('tape');\nconst { sum } = require('../sum');\ntest('adds nothing', (t) => { t.equal(sum(1, 0), 1); t.end(); });\n",
};

/** A program, and what its own command says of its tests. */
function programOf(
  verdicts: Record<string, 'passed' | 'failed'>,
  { files = FILES, file = 'test/index.js' }: { files?: Record<string, string>; file?: string } = {},
) {
  const program: FailingProgram = {
    files: new Map(Object.entries(files)),
    context: {},
    testFiles: [],
    failures: [],
    analysis: { kind: 'logic', cause: 'assertion', repairable: true, summary: 'wrong' },
    limits: SandboxLimits.parse({}),
    isMutable: () => true,
    impactedFiles: [],
    endless: new Set(),
  };
  const tests = Object.entries(verdicts).map(([name, status]) => ({
    id: `${file} > ${name}`,
    file,
    path: [name],
    status,
  }));
  const report = {
    checks: [{ name: COMMAND, kind: 'command', end: 'completed', exitCode: 1, tests }],
    flaky: [],
  } as unknown as VerificationReport;
  const check = {
    command: COMMAND,
    reporting: { form: 'tap', line: COMMAND },
    selection: { by: 'each', start: 'node', end: '' },
  };
  return { program, report, spec: VerificationSpec.parse({ tests: [], commands: [check] }) };
}

describe('tests of a command in the sandbox', () => {
  it('are used for trials where the sandbox says the same of each of them, also through a file that loads the others', async () => {
    const found = await accelerated(sandbox, programOf({ adds: 'failed', 'adds nothing': 'passed' }), signal);
    expect(found?.program.testFiles).toEqual(['test/index.js']);
    expect(found?.program.failures.map(({ id }) => id)).toEqual(['test/index.js > adds']);
    const adapters = [...(found?.program.files.keys() ?? [])].filter((path) => !(path in FILES));
    expect(adapters).toHaveLength(1);
    expect(adapters.some((path) => found?.program.isMutable(path))).toBe(false);
  });

  it('are not used where the command has another verdict', async () => {
    const given = programOf({ adds: 'failed', 'adds nothing': 'failed' });
    expect(await accelerated(sandbox, given, signal)).toBeUndefined();
  });

  it('are used where the sandbox lacks one that the command passes, which is counted', async () => {
    const given = programOf({ adds: 'failed', 'adds nothing': 'passed', 'adds more': 'passed' });
    const found = await accelerated(sandbox, given, signal);
    expect(found?.program.failures.map(({ id }) => id)).toEqual(['test/index.js > adds']);
    expect(found?.ignored).toEqual({ ids: [], count: 1 });
  });

  it('are not used where the sandbox passes few of those that the command passes', async () => {
    const more = ['adds more', 'adds much', 'adds all'].map((name) => [name, 'passed'] as const);
    const given = programOf({ adds: 'failed', 'adds nothing': 'passed', ...Object.fromEntries(more) });
    expect(await accelerated(sandbox, given, signal)).toBeUndefined();
  });

  it('run a subtest behind its parent, which needs no end of its own, and skip what an assertion says', async () => {
    const given = programOf({
      'adds each': 'failed',
      'adds nothing': 'passed',
      waits: 'passed',
      replaces: 'passed',
    });
    const files = new Map(given.program.files);
    files.set(
      'test/sum.js',
      [
        "const test = require('tape');",
        "const { sum } = require('../sum');",
        "test('all', (t) => { [1].forEach((n) => { t.test('adds each', (st) => { st.equal(sum(n, 2), n + 2); st.end(); }); }); });",
        "test('waits', (t) => { t.equal(1, 2, 'later', { skip: 'not yet' }); t.end(); });",
        "test('replaces', (t) => {",
        "  const seen = t.capture(Math, 'random', () => 1); t.equal(Math.random(), 1); t.equal(seen().length, 1);",
        '  const twice = t.captureFn((n) => 2 * n); t.equal(twice(3), 6); t.deepEqual(twice.calls[0].args, [3]);',
        "  const place = {}; const asked = t.intercept(place, 'x', { value: 5 }); t.equal(place.x, 5); t.equal(asked()[0].type, 'get');",
        '  t.end();',
        '});',
      ].join('\n'),
    );
    const found = await accelerated(sandbox, { ...given, program: { ...given.program, files } }, signal);
    expect(found?.program.failures.map(({ id }) => id)).toEqual(['test/index.js > all > adds each']);
    expect(found?.ignored).toEqual({ ids: [], count: 0 });
  });

  const BUILT = {
    'src/sum.ts': 'export const sum = (a: number, b: number): number => a - b;\n',
    'test/sum.test.ts':
      "import test from 'node:test';\nimport assert from 'node:assert';\nimport { sum } from '../src/sum';\ntest('adds', () => assert.equal(sum(1, 2), 3));\n",
  };

  it('are those that a build has made their files of', async () => {
    const given = programOf({ adds: 'failed' }, { files: BUILT, file: 'dist/test/sum.test.js' });
    const found = await accelerated(sandbox, given, signal);
    expect(found?.program.failures.map(({ id }) => id)).toEqual(['test/sum.test.ts > adds']);
    expect([...(found?.program.files.keys() ?? [])]).toEqual(Object.keys(BUILT));
  });

  it('are not used where several files may be the source', async () => {
    const files = { ...BUILT, 'old/test/sum.test.ts': BUILT['test/sum.test.ts'] };
    const given = programOf({ adds: 'failed' }, { files, file: 'dist/test/sum.test.js' });
    expect(await accelerated(sandbox, given, signal)).toBeUndefined();
  });
});
