import { saidText, type Said } from '../domain/run/said';
import { withKinds } from '../domain/verification/analysis';
import type { BlobHash } from '../domain/ids';
import { sizeText } from '../domain/text';
import { seenTests } from '../domain/verification/seen-tests';
import {
  totalsOf,
  type CheckEnd,
  type CheckReport,
  type TestFailure,
  type TestResult,
} from '../domain/verification/verification';
import type { CommandLimits } from './limits';

/** How a command ended, with the kept parts of its output. */
export interface CommandEnd {
  command: string;
  end: CheckEnd;
  exitCode: number | null;
  /** Name of the signal that ended it, not sent by us. */
  signal?: string;
  stdout: string;
  stderr: string;
  output?: BlobHash;
  /** The whole output, where `stdout` and `stderr` leave parts of it out. */
  whole?: string;
  /** Reason why writing the whole output stopped. Undefined: it did not. */
  logError?: string;
  durationMs: number;
  timeoutMs: number;
  limits?: CommandLimits;
}

/** Most characters of each stream in the message of a failure. */
const SHOWN_HEAD = 2_000;
const SHOWN_TAIL = 5_000;

/** A command as a check: one test, which failed unless the command ended by itself with exit code 0. */
export function commandReport(ended: CommandEnd): CheckReport {
  const { command, end, exitCode, stdout, stderr, output, durationMs } = ended;
  const failure = end === 'completed' && exitCode === 0 ? undefined : failureOf(ended);
  const test = { id: command, file: command, path: [command], durationMs, console: [] };
  const tests: TestResult[] = [
    failure ? { ...test, status: 'failed', failure } : { ...test, status: 'passed' },
  ];
  const report = { command, end, exitCode, tests, stdout, stderr, durationMs };
  const seen = seenTests(ended.whole === undefined ? [stdout, stderr] : [ended.whole]);
  return { ...checkOf(report), ...(seen && { seen }), ...(output === undefined ? {} : { output }) };
}

type CommandCheckReport = Pick<
  CheckReport,
  'end' | 'exitCode' | 'tests' | 'notRun' | 'stdout' | 'stderr' | 'durationMs'
> & { command: string };

function checkOf({ command, ...report }: CommandCheckReport): CheckReport {
  const totals = totalsOf(report.tests);
  return withKinds({ name: command, kind: 'command', trust: 'command', ...report, totals });
}

/** A command that could not be started, with the reason. */
export function notRunReport(command: string, errorName: string, notRun: Said): CheckReport {
  const message = saidText(notRun);
  const failure: TestFailure = { errorName, message, phase: 'run' };
  const test = {
    id: command,
    file: command,
    path: [command],
    durationMs: 0,
    console: [],
    status: 'failed' as const,
    failure,
  };
  return checkOf({
    command,
    end: 'not-run',
    exitCode: null,
    tests: [test],
    notRun,
    stdout: '',
    stderr: message,
    durationMs: 0,
  });
}

function failureOf(ended: CommandEnd): TestFailure {
  const { errorName, sentence } = reasonOf(ended);
  const said = [ended.stderr, ended.stdout].map(shownPart).filter((part) => part.trim() !== '');
  // How it ended comes first where that says most, and last where the output does.
  const parts = ended.end === 'completed' ? [...said, sentence] : [sentence, ...said];
  return { errorName, message: parts.join('\n'), phase: 'run' };
}

function reasonOf({ end, exitCode, signal, timeoutMs, logError, limits }: CommandEnd): {
  errorName: string;
  sentence: string;
} {
  if (end === 'timeout') {
    return {
      errorName: 'Timeout',
      sentence: `The command did not end within ${timeoutMs / 1000} s and was stopped.`,
    };
  }
  if (end === 'output' && logError !== undefined)
    return {
      errorName: 'OutputNotKept',
      sentence: `The command was stopped because its output could not be written to disk: ${logError}.`,
    };
  if (end === 'output')
    return {
      errorName: 'OutputLimit',
      sentence: 'The command wrote more than its output limit and was stopped.',
    };
  if (limits && (end === 'memory' || end === 'processes' || end === 'disk')) return excessOf(end, limits);
  if (end === 'crash')
    return { errorName: 'Killed', sentence: `The command was killed by ${signal ?? 'a signal'}.` };
  return { errorName: 'ExitCode', sentence: `The command ended with exit code ${exitCode}.` };
}

/** A command that took too much, with the variable that allows more. */
function excessOf(
  end: 'memory' | 'processes' | 'disk',
  { memoryBytes, processes, diskBytes }: CommandLimits,
): { errorName: string; sentence: string } {
  const stopped = 'and was stopped (more is allowed by';
  const [errorName, took, variable] = {
    memory: [
      'MemoryLimitError',
      `took more than ${sizeText(memoryBytes)} of memory`,
      'KINTSUGI_CHECK_MEMORY',
    ],
    processes: [
      'ProcessLimitError',
      `ran more than ${processes} processes at once`,
      'KINTSUGI_CHECK_PROCESSES',
    ],
    disk: ['DiskLimitError', `filled the disk by more than ${sizeText(diskBytes)}`, 'KINTSUGI_CHECK_DISK'],
  }[end] as [string, string, string];
  return { errorName, sentence: `The command ${took} ${stopped} ${variable}).` };
}

/** Beginning and end, cut at line ends: compilers tell most in the first lines, test runners in the last. */
function shownPart(text: string): string {
  const trimmed = text.trimEnd();
  if (trimmed.length <= SHOWN_HEAD + SHOWN_TAIL) return trimmed;
  const head = trimmed.slice(0, SHOWN_HEAD);
  const tail = trimmed.slice(-SHOWN_TAIL);
  const headEnd = head.lastIndexOf('\n');
  const tailStart = tail.indexOf('\n');
  return `${headEnd > 0 ? head.slice(0, headEnd) : head}\n…\n${tailStart >= 0 ? tail.slice(tailStart + 1) : tail}`;
}
