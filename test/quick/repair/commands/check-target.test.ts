import { apart, failedCommands } from '../../../../src/repair/commands/check-target';
import type { TestResult } from '../../../../src/domain/verification/verification';
import { VerificationSpec, type VerificationReport } from '../../../../src/domain/verification/verification';

const SPEC = VerificationSpec.parse({
  tests: [],
  commands: [
    {
      command: 'npm test',
      reporting: { form: 'tap', line: 'run all' },
      selection: { by: 'mocha', start: 'mocha' },
    },
  ],
});

function failed(file: string, name: string, message = ''): TestResult {
  const failure = { errorName: message === '' ? 'AssertionError' : 'Error', message, phase: 'test' as const };
  return {
    id: `${file} > ${name}`,
    file,
    path: [name],
    status: 'failed',
    durationMs: 1,
    console: [],
    failure,
  };
}

/** Command lines of the groups. */
function linesOf(tests: readonly TestResult[], by = 'mocha'): string[] {
  const check = { name: 'npm test', kind: 'command', end: 'completed', exitCode: 1, tests };
  const report = { flaky: [], checks: [check] } as unknown as VerificationReport;
  const [command] = SPEC.commands;
  const spec = { ...SPEC, commands: [{ ...command, selection: { by, start: 'mocha' } }] } as VerificationSpec;
  const [target] = failedCommands(report, spec);
  return target ? apart(target, () => false).map(({ line }) => line) : [];
}

describe('groups of failing tests', () => {
  it('have command lines of their own', () => {
    const lines = linesOf([failed('a.js', 'one'), failed('b.js', 'two')]);
    expect(lines).toEqual(["mocha a.js --grep '^(?:one)$'", "mocha b.js --grep '^(?:two)$'"]);
  });

  it('are none where all say the same', () => {
    expect(linesOf([failed('a.js', 'one'), failed('a.js', 'two')])).toEqual([]);
  });

  it('of one file are none where only the whole file can be run', () => {
    expect(linesOf([failed('a.js', 'one'), failed('a.js', 'two', 'broken')], 'files')).toEqual([]);
  });
});
