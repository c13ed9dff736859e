/** One function call: a conversation with one child, made into a result however it ends. */
import { withKind } from '../../domain/verification/analysis';
import type { CheckEnd, TestFailure } from '../../domain/verification/verification';
import type { SandboxChild } from './child-process';
import { allowedGrowth } from '../memory';
import type { ChildMessage, ResultFrame } from '../protocol';
import type { CallFault } from '../runtime-protocol';
import { Pieces } from './pieces';
import { converse, GRACE_MS, stopFailure } from './run-request';
import type { Ending, RequestOutcome } from './run-request';
import type { FunctionRequest, FunctionResult } from '../types';

/** JSON of the list of arguments; undefined where they are not JSON. */
export function argumentsOf({ args, data }: FunctionRequest): string | undefined {
  try {
    return JSON.stringify(args ?? (data === undefined ? [] : [data]));
  } catch {
    return undefined;
  }
}

function failed(
  failure: TestFailure,
  end: CheckEnd,
  durationMs: number,
  fault: CallFault = 'runtime',
): FunctionResult {
  const origin = { name: '', kind: 'tests', end } as const;
  return { ok: false, failure: withKind(failure, origin), fault, end, console: [], durationMs };
}

/** The result of a request whose data is not JSON; undefined where it is. */
export function notJson(request: FunctionRequest): FunctionResult | undefined {
  if (argumentsOf(request) !== undefined) return undefined;
  const message = `The data for ${request.name} is not JSON: it holds a cycle or a BigInt.`;
  return failed({ errorName: 'TypeError', message, phase: 'collect' }, 'not-run', 0);
}

function missing({ module }: FunctionRequest): FunctionResult {
  const message = `${module} is not among the files of the program.`;
  return failed({ errorName: 'Error', message, phase: 'collect' }, 'not-run', 0);
}

/** The value's JSON comes from the child, which hostile code may have taken over: it may be anything. */
function parsed(json: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(json) as unknown };
  } catch {
    return undefined;
  }
}

const NOT_SAID: TestFailure = {
  errorName: 'Error',
  message: 'The call ended before its result was reported.',
  phase: 'run',
};

function resultOf(
  request: FunctionRequest,
  end: Ending['end'],
  told: ResultFrame | undefined,
  durationMs: number,
): FunctionResult {
  if (end !== 'completed') return failed(stopFailure(end, request.limits, 'run'), end, durationMs);
  if (!told) return failed(NOT_SAID, end, durationMs);
  const { outcome, console } = told;
  if (!outcome.ok) return { ...failed(outcome.failure, end, durationMs, outcome.fault), console };
  const value = parsed(outcome.value);
  if (!value) return failed(NOT_SAID, end, durationMs);
  const { text, truncated } = outcome;
  return { ok: true, ...value, text, ...(truncated ? { truncated } : {}), end, console, durationMs };
}

/** Calls the function on a child. Rejects when the signal aborts. */
export async function callOn(
  child: SandboxChild,
  request: FunctionRequest,
  signal: AbortSignal | undefined,
): Promise<RequestOutcome<FunctionResult>> {
  const { limits, module, name, alias } = request;
  if (!request.files.has(module)) return { result: missing(request), clean: true, silent: false };
  const data = argumentsOf(request) ?? '[]';
  const started = performance.now();
  const guard = (ms: number): void => child.guard({ ms, growth: allowedGrowth(limits.heapMb) });
  const source =
    request.input && new Pieces(child, request.input, (ms) => guard(ms + limits.wallMs + GRACE_MS));
  let told: ResultFrame | undefined;
  const begin = (): void => {
    guard(limits.wallMs + GRACE_MS);
    const ids = child.load(request.files, request.context);
    const input = request.input?.form;
    child.send({ t: 'call', ...ids, module, name, alias, data, input, limits });
  };
  const take = (message: ChildMessage): void => {
    if (message.t === 'result') told ??= message;
    else if (message.t === 'more' && source) source.give(message.index);
    else if (message.t === 'restart') told = undefined;
    else if (message.t !== 'output') child.kill('crash');
  };
  try {
    const { end, ...outcome } = await converse(child, signal, { begin, take });
    source?.throwIfBroken();
    const durationMs = Math.round((performance.now() - started) * 1000) / 1000;
    const memoryMb = child.peakMb();
    const result = resultOf(request, end, told, durationMs);
    return { result: memoryMb === undefined ? result : { ...result, memoryMb }, ...outcome };
  } finally {
    source?.close();
  }
}
