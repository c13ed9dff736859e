import { said, saidText } from '../../../src/domain/run/said';
import type { TrialRequest, ProgramContext } from '../../../src/sandbox/types';
import { contextFor, tryByProject } from '../../../src/sandbox/supervisor/project-context';
import { protector, selectTestFiles, whyNotRun } from '../../../src/verifier/select-tests';
import {
  configFor,
  environmentOf,
  judgingPaths,
  TestConfig,
} from '../../../src/domain/verification/test-config';
import { SandboxLimits, VerificationSpec } from '../../../src/domain/verification/verification';

const spec = (tests?: string[]) => VerificationSpec.parse({ tests });
const PATHS = ['src/a.ts', 'src/a.test.ts', 'src/b.check.ts', 'e2e/c.test.ts', 'notes.md'];

describe('test files', () => {
  it('are chosen by globs, else by the configuration, else by the usual names', () => {
    const config = TestConfig.parse({
      testFiles: ['src/b.check.ts'],
      projects: [{ testFiles: ['e2e/c.test.ts'] }],
    });
    expect(selectTestFiles(PATHS, spec())).toEqual(['e2e/c.test.ts', 'src/a.test.ts']);
    expect(selectTestFiles(PATHS, spec(), TestConfig.parse({}))).toEqual(['e2e/c.test.ts', 'src/a.test.ts']);
    expect(selectTestFiles(PATHS, spec(), config)).toEqual(['e2e/c.test.ts', 'src/b.check.ts']);
    expect(selectTestFiles(PATHS, spec(['src/*.ts', 'notes.md']), config)).toEqual([
      'src/a.test.ts',
      'src/a.ts',
      'src/b.check.ts',
    ]);
    expect(selectTestFiles(PATHS, spec([]), config)).toEqual([]);
  });

  it('are left out by globs that begin with an exclamation mark', () => {
    expect(selectTestFiles(PATHS, spec(['!e2e/**']))).toEqual(['src/a.test.ts']);
    expect(selectTestFiles(PATHS, spec(['**/*.ts', '!e2e/**', '!src/a.ts']))).toEqual([
      'src/a.test.ts',
      'src/b.check.ts',
    ]);
  });

  it('and what sets them up may not be changed', () => {
    const config = TestConfig.parse({
      readFrom: ['config/base.js', 'package.json'],
      setupFilesAfterEnv: ['./src/setup.ts', 'jest-extended/all'],
      projects: [{ snapshotSerializers: ['./src/serializer.ts'], setupFiles: ['./src/first.ts'] }],
    });
    const reasons = protector(spec(['checks/**', '!checks/data/**']), {
      judging: judgingPaths(config),
    });
    expect(reasons('config/base.js')).toEqual(said`judges the program`);
    expect(['src/setup.ts', 'src/serializer.ts', 'src/first.ts'].map(reasons)).toEqual(
      Array(3).fill(said`judges the program`),
    );
    expect(reasons('checks/a.ts')).toEqual(said`is a test`);
    expect(reasons('checks/data/a.ts')).toBeUndefined();
    expect(reasons('src/a.ts')).toBeUndefined();
    expect(protector(spec(['!e2e/**']))('src/a.ts')).toBeUndefined();
  });
});

describe('the settings of a test file', () => {
  const config = TestConfig.parse({
    projects: [
      { rootDir: 'packages/a', environment: 'jsdom', testFiles: ['packages/a/x.test.ts'] },
      { rootDir: '', environment: 'node', testFiles: ['tools/y.test.ts'], run: { clearMocks: true } },
    ],
  });

  it('are those of the project that chose it, else of its folder', () => {
    expect(configFor(config, 'packages/a/x.test.ts').environment).toBe('jsdom');
    expect(configFor(config, 'packages/a/other.ts').environment).toBe('jsdom');
    expect(configFor(config, 'packages/ab/other.ts').environment).toBe('node');
    expect(configFor(config, 'tools/y.test.ts').run.clearMocks).toBe(true);
  });

  it.each([
    ['/**\n * @jest-environment jsdom\n */\nimport x from "x";', 'jsdom'],
    ['\n/** @jest-environment node */', 'node'],
    ['/** @vitest-environment happy-dom */', 'happy-dom'],
    ['// @vitest-environment jsdom\ntest();', 'jsdom'],
    ['/** @jest-environment jest-environment-node */', 'node'],
    ['const a = "@jest-environment jsdom";', 'node'],
    ['import x from "x";\n/** @jest-environment jsdom */', 'node'],
    ['/* @jest-environment jsdom */', 'node'],
    ['/** @jest-environment jsdom', 'node'],
    ['', 'node'],
  ])('name the environment: %j', (text, expected) => {
    expect(environmentOf(TestConfig.parse({}), text)).toBe(expected);
  });

  it('say why a file can not be run', () => {
    const files = new Map([
      ['packages/a/x.test.ts', ''],
      ['packages/a/y.test.ts', '/** @jest-environment node */'],
    ]);
    const program = { files, context: { config } };
    expect(saidText(whyNotRun(program, 'packages/a/x.test.ts') ?? '')).toMatch(
      /^packages\/a\/x\.test\.ts needs the test environment jsdom.*--check "npm test"/,
    );
    expect(whyNotRun(program, 'packages/a/y.test.ts')).toBeUndefined();
    expect(whyNotRun({ files, context: {} }, 'packages/a/x.test.ts')).toBeUndefined();
  });

  it('make one context for all files of a project', () => {
    const context: ProgramContext = { config };
    const first = contextFor(context, 'packages/a/x.test.ts');
    expect(first?.config).toMatchObject({ environment: 'jsdom', projects: [] });
    expect(first?.config).not.toHaveProperty('testFiles.0');
    expect(contextFor(context, 'packages/a/other.ts')).toBe(first);
    expect(contextFor(context, 'tools/y.test.ts')).not.toBe(first);
    expect(contextFor({}, 'a.test.ts')).toEqual({});
    expect(contextFor(undefined, 'a.test.ts')).toBeUndefined();
  });

  it('split the trial of variants; what failed in one project is not run in the next', async () => {
    const variants = ['good', 'bad in a', 'bad in tools'].map((text) => new Map([['src/x.ts', text]]));
    const request: TrialRequest = {
      files: new Map(),
      context: { config },
      testFiles: ['tools/y.test.ts', 'packages/a/x.test.ts'],
      failingTests: new Set(['packages/a/x.test.ts > fails']),
      limits: SandboxLimits.parse({}),
      variants,
    };
    const parts: [readonly string[], number][] = [];
    const verdicts = await tryByProject(request, async (part) => {
      parts.push([part.testFiles, part.variants.length]);
      const where = part.testFiles[0]?.startsWith('tools') ? 'bad in tools' : 'bad in a';
      return part.variants.map((variant, index) => {
        const passed = variant.get('src/x.ts') !== where;
        return { index, passed, passedTests: passed ? 3 : 1, end: 'completed' as const, costMs: 2 };
      });
    });
    expect(parts).toEqual([
      [['packages/a/x.test.ts'], 3],
      [['tools/y.test.ts'], 2],
    ]);
    expect(verdicts).toEqual([
      { index: 0, passed: true, passedTests: 6, end: 'completed', costMs: 4 },
      { index: 1, passed: false, passedTests: 1, end: 'completed', costMs: 2 },
      { index: 2, passed: false, passedTests: 4, end: 'completed', costMs: 4 },
    ]);
  });
});
