import type { CheckEnd, CheckReport, FailedCheck, TestFailure } from './verification';
import { plural } from '../text';
import { totalsOf } from './totals';

/** True if the check is a test file that the sandbox can't run: it says nothing, neither good nor bad. */
export function isNotRun(check: CheckReport): boolean {
  return check.kind === 'tests' && check.end === 'not-run';
}

/** All failures of a check. One that ended early without a failed test is a failure of its own. */
export function failuresOf(check: CheckReport): FailedCheck[] {
  const { name, kind, end, runner } = check;
  const about = { check: name, kind, end, ...(runner === undefined ? {} : { runner }) };
  const failed = check.tests
    .filter((test) => test.status === 'failed')
    .map((test) => ({ ...about, id: test.id, failure: test.failure ?? unknownFailure }));
  if (failed.length > 0 || check.end === 'completed' || isNotRun(check)) return failed;
  return [{ ...about, id: check.name, failure: endFailure(check) }];
}

const unknownFailure: TestFailure = {
  errorName: 'Error',
  message: 'failed without a message',
  phase: 'test',
};

const END_NAMES: Record<CheckEnd, string> = {
  completed: 'Error',
  timeout: 'TimeoutError',
  memory: 'MemoryLimitError',
  processes: 'ProcessLimitError',
  disk: 'DiskLimitError',
  crash: 'CrashError',
  output: 'OutputLimitError',
  cancelled: 'CancelledError',
  'not-run': 'NotRunError',
};

function endFailure(check: CheckReport): TestFailure {
  const passed = check.tests.filter((test) => test.status === 'passed').length;
  const sentence = {
    completed: 'failed',
    timeout: 'ran into its time limit',
    memory: 'ran into its memory limit',
    processes: 'started too many processes',
    disk: 'wrote too much to the disk',
    crash: 'took its process down',
    output: 'wrote more than its output limit',
    cancelled: 'was cancelled',
    'not-run': 'did not run',
  }[check.end];
  const message = `${check.name} ${sentence} after ${plural(passed, 'test')} passed${check.stderr ? `: ${check.stderr}` : ''}`;
  return { errorName: END_NAMES[check.end], message, phase: 'run' };
}

/**
 * What a command that is red says beside its tests: a step that fails, or a runner that fails without a failed test, such as by a limit
 * of coverage or an error after the tests. Undefined where it says nothing, or could not run.
 */
export function failedAsWhole(report: CheckReport): CheckReport | undefined {
  const { name, end, exitCode, tests } = report;
  if (end !== 'completed' || exitCode === 0 || lackOf(report) !== undefined) return undefined;
  const own = tests.filter(({ file, status }) => file === name && status === 'failed');
  return own.length === 0 ? undefined : { ...report, tests: own, totals: totalsOf(own) };
}

/** Program that a command lacks, by its exit code; other ends say nothing of the project. */
export function lackOf({ end, exitCode, stderr, stdout }: CheckReport): string | undefined {
  if (end !== 'completed') return end === 'not-run' ? 'the right to run it' : 'the time to run it';
  const isMissing = exitCode === 127 || (exitCode !== 0 && /\bError 127\b/.test(stderr));
  if (!isMissing) return undefined;
  const [, name] = /([\w.@/-]{1,80}): (?:command )?not found/.exec(`${stderr}\n${stdout}`) ?? [];
  return name ?? 'a program';
}
