import type { CheckEnd, CheckReport, FailedCheck, TestFailure } from './verification';
import { plural } from '../text';

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
