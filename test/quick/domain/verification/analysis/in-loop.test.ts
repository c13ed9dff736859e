import { relativePaths } from '../../../../../src/commands/run-command';
import { analyzeFailures } from '../../../../../src/domain/verification/analysis';
import { errorContext, errorSummary } from '../../../../../src/domain/heal/errors';
import { baseline, play, start } from '../../../../support/healing-machine';
import { PASSING, reportOf, verificationOf } from '../../../../support/loop-analysis';

const REFUSED = 'Error: connect ECONNREFUSED 127.0.0.1:5432\n    at connect (src/db.js:3:9)\n';
const MOCHA = {
  command: 'npx mocha',
  exitCode: 1,
  stderr: REFUSED.repeat(10),
  stdout: `

  ✔ tries again
  1) adds

  1 passing (3ms)
  1 failing

  1) adds:

      AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:

-1 !== 3

      + expected - actual

      --1
      +3

      at Context.<anonymous> (/home/dev/app/test/sum.js:4:10)
      at process.processImmediate (node:internal/timers:574:21)
`,
};

describe('what a run decides on', () => {
  it('is what the runner says failed, not what a passing test logs', () => {
    expect(analyzeFailures(verificationOf([reportOf(MOCHA)]))).toMatchObject({
      kind: 'logic',
      repairable: true,
      location: { file: 'test/sum.js', line: 4 },
    });
  });

  it('sends a run to repair that a logged error would have ended', () => {
    const checked = play(start({ verification: { tests: [], commands: [{ command: 'npx mocha' }] } }), [
      baseline(verificationOf([reportOf(MOCHA)])),
    ]);
    expect(checked.effect).toMatchObject({ type: 'propose', evidence: { analysis: { kind: 'logic' } } });
    expect(checked.state.facts.record.errorLogs).toEqual(['Attempt 1: logic']);
  });

  it('is what the runner says failed, however much else is printed', () => {
    const stdout = `${'  ✔ is fine\n'.repeat(2_000)}${MOCHA.stdout}${'      at deep (lib/deep.js:1:1)\n'.repeat(250)}`;
    const verification = verificationOf([reportOf({ ...MOCHA, stdout })]);
    expect(analyzeFailures(verification)).toMatchObject({ kind: 'logic', repairable: true });
  });

  it("is nothing of another check's output", () => {
    const silent = reportOf({ command: 'node check.js', exitCode: 3, stdout: '', stderr: '' });
    const [failed] = verificationOf([PASSING, silent]).failures;
    expect(failed?.analysis).toMatchObject({ kind: 'runtime', cause: 'exit-code', repairable: true });
    expect(analyzeFailures(verificationOf([PASSING, silent]))).toEqual(failed?.analysis);
  });

  it('is told in the words of the failure that it is about', () => {
    const lint = reportOf({ command: 'eslint .', exitCode: 1, stdout: 'Oops, 1 problem\n', stderr: '' });
    const tsc = "src/a.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'.";
    const types = reportOf({
      command: 'tsc',
      exitCode: 2,
      stdout: `${'a note of no matter\n'.repeat(500)}${tsc}\n${'another\n'.repeat(900)}`,
      stderr: '',
    });
    const verification = verificationOf([lint, types]);
    const analysis = analyzeFailures(verification);
    const context = errorContext(verification, analysis, []);
    expect(context).toMatchObject({ errorType: 'type_error', failedCommand: 'tsc' });
    expect(context.errorMessage).toMatch(/^…\nsrc\/a\.ts\(3,7\): error TS2322/);
    expect(errorSummary(verification, analysis)).toBe(tsc);
  });

  it('is told with the place below the heading of a linter', () => {
    const stdout = "\n/home/dev/app/src/page.js\n  2:9  error  'x' is never used  no-unused-vars\n";
    const verification = verificationOf([reportOf({ command: 'eslint', exitCode: 1, stdout, stderr: '' })]);
    const analysis = analyzeFailures(verification);
    expect(analysis).toMatchObject({ kind: 'lint', location: { file: 'src/page.js' } });
    expect(errorSummary(verification, analysis)).toBe(
      "src/page.js: 2:9 error 'x' is never used no-unused-vars",
    );
  });
});

describe('paths of a checkout', () => {
  it('become relative, and are paths still', () => {
    const said =
      "Cannot find module '/tmp/w.1/src/a' imported from file:///tmp/w.1/src/main.mjs in /tmp/w.1.";
    expect(relativePaths(said, ['/tmp/w.1'])).toBe(
      "Cannot find module './src/a' imported from file://./src/main.mjs in ..",
    );
  });

  it('are found where one root ends in another', () => {
    expect(relativePaths('/private/tmp/w/a.js /tmp/w/b.js', ['/tmp/w', '/private/tmp/w'])).toBe(
      './a.js ./b.js',
    );
  });

  it('are not those of its neighbours', () => {
    const said = '/tmp/w.1-old/a.js /tmp/w.12/a.js /tmp/w.1.bak/a.js /tmp/wx1/a.js';
    expect(relativePaths(said, ['/tmp/w.1'])).toBe(said);
  });
});
