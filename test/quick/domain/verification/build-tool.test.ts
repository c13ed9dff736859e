import { analyzeReported } from '../../../../src/domain/verification/analysis';
import { withBuildTool } from '../../../../src/domain/verification/build-tool';
import { VerificationSpec, type CheckReport } from '../../../../src/domain/verification/verification';
import { commandCheck } from '../../../support/check-reports';
import { failing } from '../../../support/verifications';

const PATHS = [
  ...['src/a.ts', 'src/lib.rs', 'src/main/java/p/A.java', 'pkg/a.py', 'test/a.test.ts', 'tests/test_a.py'],
  ...['package.json', 'tsconfig.json', 'rollup.config.js', 'Cargo.toml', 'pom.xml', 'go.mod', 'a.go'],
];

/** The analysis of a command that printed this; `tellsTests`: its runner was asked for results of tests. */
function analysisOf(
  stdout: string,
  { tellsTests = false, more = {} }: { tellsTests?: boolean; more?: Partial<CheckReport> } = {},
) {
  const failure = { errorName: 'Error', message: stdout, phase: 'run' as const };
  const test = { id: 'check', file: 'check', path: ['check'], status: 'failed' as const };
  const check = commandCheck('check', {
    ...{ exitCode: 1, stdout, tests: [{ ...test, durationMs: 1, console: [], failure }] },
    ...more,
  });
  const failed = { id: 'check', check: 'check', kind: 'command' as const, end: check.end, failure };
  const analysis = analyzeReported(failed, check);
  const reporting = tellsTests ? { reads: 'pytest', line: 'check', folder: '' } : undefined;
  const spec = {
    ...VerificationSpec.parse({}),
    commands: [{ command: 'check', timeoutMs: 1_000, reporting }],
  } as unknown as VerificationSpec;
  const seen = withBuildTool(failing(undefined, { failures: [{ ...failed, analysis }] }), [check], {
    spec,
    paths: PATHS,
  });
  return seen.failures[0]?.analysis;
}

describe('a build tool that fails, and not a test', () => {
  it.each([
    ['a plugin of a package', '[!] RollupError: boom\n    at x (/w/node_modules/rollup/dist/a.js:3:5)\n'],
    ['types of a package', 'node_modules/foo/index.d.ts(3,5): error TS2304: Cannot find name X.\n'],
    ['a configuration that lacks', "error TS5083: Cannot read file '/w/tsconfig.base.json'.\n"],
    ['an option of a configuration', "tsconfig.json(3,5): error TS5023: Unknown compiler option 'stric'.\n"],
    ['a plugin that is not at hand', '[ERROR] Plugin org.x:y:3.2.5 could not be resolved: offline mode\n'],
  ])('is not repaired: %s', (_, printed) => {
    expect(analysisOf(`> p@1.0.0 test\n> build\n\n${printed}`)).toMatchObject({
      ...{ kind: 'build', cause: 'build-tool', repairable: false },
      summary: expect.stringMatching(/^The build tool fails, and not a test, .*: (?!>)\S/) as string,
    });
  });

  it.each([
    [
      'a heading',
      '● Validation Error:\n\n  Preset @acme/x not found.\n',
      /mend: ● Validation Error: Preset @acme\/x/,
    ],
    ['no test', 'No tests found, exiting with code 1\n', /^No test was run, so .*: No tests found/],
  ])('says what stands in its output: %s', (_, printed, said) => {
    expect(analysisOf(printed, { tellsTests: true })?.summary).toMatch(said);
  });

  it.each([
    ['a manifest', 'go: errors parsing go.mod:\n/w/go.mod:3: unknown directive: foo\n'],
    ['a manifest of Rust', 'error: failed to parse manifest at `/w/Cargo.toml`\n'],
    ['a build script', '* What went wrong:\nPlugin [id: x] was not found\n'],
  ])('is not repaired where its runner tells of no test: %s', (_, printed) => {
    expect(analysisOf(printed, { tellsTests: true })?.repairable).toBe(false);
  });

  it('is the environment where there is no compiler', () => {
    const printed = 'make: cc: No such file or directory\nmake: *** [Makefile:2: a.o] Error 127\n';
    expect(analysisOf(printed)).toMatchObject({ cause: 'missing-tool', repairable: false });
  });
});

describe('a failure that an edit may mend stays repairable', () => {
  it.each([
    ['a type', "src/a.ts(3,5): error TS2322: Type 'string' is not assignable to type 'number'.\n"],
    ['a class of Java', '[ERROR] /w/src/main/java/p/A.java:[3,5] cannot find symbol\n'],
    ['a source of Rust', 'error[E0425]: cannot find value `x` in this scope\n --> src/lib.rs:2:5\n'],
    ['a source of Go', './a.go:3:5: undefined: x\n'],
    [
      'an error while loading',
      'Traceback (most recent call last):\n  File "/w/pkg/a.py", line 3, in <module>\n',
    ],
    ['a rule of a linter', '/w/src/a.ts\n  3:5  error  x is never used  no-unused-vars\n'],
    ['a stack of Java', 'Exception in thread "main" java.lang.Error\n\tat p.A.main(A.java:3)\n'],
    ['an import', "Error: Cannot find module './b'\nRequire stack:\n- /w/src/a.ts\n"],
    ['a test', '/w/node_modules/x/a.js:3\n  at test/a.test.ts:3:5\n'],
  ])('%s', (_, printed) => {
    for (const tellsTests of [false, true])
      expect(analysisOf(printed, { tellsTests })?.repairable).toBe(true);
  });

  it('a script that tells nothing', () => {
    expect(analysisOf('failed\n')?.repairable).toBe(true);
  });

  it('an expectation', () => {
    expect(analysisOf('AssertionError: 3 is not 4\n  at /w/node_modules/x.js:3:1\n')?.repairable).toBe(true);
  });

  it('a command that was stopped, or whose tests were counted', () => {
    for (const more of [{ end: 'timeout' as const }, { seen: { passed: 1, failed: 1 } }])
      expect(analysisOf('failed at /w/node_modules/x.js:3\n', { tellsTests: true, more })?.repairable).toBe(
        true,
      );
  });
});
