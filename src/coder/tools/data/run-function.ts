import { inputOf } from '../../../datasets';
import { firstLine } from '../../../domain/text';
import { CallLimits, type CallError, type CallOutcome } from '../../../domain/values/call';
import type { Sandbox } from '../../../sandbox';
import type { BlobStore } from '../../../store';
import type { DataTask } from '../../agent/task';
import { ALLOWED_LIBRARIES } from './code-block';

/** Limits of a run with the test data. */
export const LIMITS = CallLimits.parse({
  wallMs: 10_000,
  turnMs: 10_000,
  heapMb: 256,
  outputKb: 16,
  resultKb: 32,
});
const MOST_ERROR_CHARS = 2_000;
const MOST_LOGS = 20;

/** Outcome of a run of the code with the test data. */
export interface CodeRun {
  success: boolean;
  result: Record<string, unknown> | null;
  /** Empty where it succeeded. */
  error: string;
  durationMs: number;
  /** Parts of the result were left out. */
  isCut?: boolean;
}

/** Parts that a run needs. */
export interface RunDeps {
  sandbox: Sandbox;
  blobs: BlobStore;
  signal: AbortSignal;
  task: Pick<DataTask, 'data'>;
}

/** Runs a function of some code with the run's test data. Whatever the code does is a value. */
export async function runCode(
  { sandbox, blobs, signal, task }: RunDeps,
  code: string,
  functionName: string,
  resultKb = LIMITS.resultKb,
): Promise<CodeRun> {
  if (task.data === undefined) return { success: false, result: null, error: NO_DATA, durationMs: 0 };
  const call = {
    source: code,
    name: functionName,
    libraries: [...ALLOWED_LIBRARIES],
    limits: { ...LIMITS, resultKb },
  };
  const outcome = await sandbox.callFunction(call, inputOf(blobs, task.data), signal);
  const { success, error } = outcome;
  const result = success ? serialised(outcome) : null;
  return {
    success,
    result,
    error: error ? errorText(error) : '',
    durationMs: outcome.ms,
    isCut: outcome.truncated,
  };
}

export const NO_DATA = 'There is no test data: the code can be checked with checkCode, not run.';

/** The result as a JSON object: type, shape and value, or a sample of a large one. */
function serialised({ result: value, truncated, console }: CallOutcome): Record<string, unknown> {
  const lines = console.split('\n').filter(Boolean).slice(0, MOST_LOGS);
  return {
    type: typeNameOf(value),
    ...(Array.isArray(value) ? { shape: [value.length] } : {}),
    value,
    ...(truncated ? { truncated } : {}),
    ...(lines.length > 0 ? { console: lines.map((line) => firstLine(line, 200)) } : {}),
  };
}

function typeNameOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  const tagged = value as { $type?: unknown };
  return typeof value === 'object' && typeof tagged.$type === 'string' ? tagged.$type : typeof value;
}

/** `TypeError: x is undefined (line 3)`, with the frames of the code below it. */
function errorText({ name, message, line, stack }: CallError): string {
  const place = line === undefined ? '' : ` (line ${line})`;
  return [`${name}: ${message}${place}`, ...stack.slice(0, 5)].join('\n').slice(0, MOST_ERROR_CHARS);
}
