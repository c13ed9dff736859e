import {
  ActivityFailure,
  ApplicationFailure,
  makeContinueAsNewFunc,
  proxyActivities,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from '../activities/types';
import { readMessage, type Message, type Schema } from '../domain/message';
import type { RunInput } from '../domain/run/input';
import { firstLine } from '../domain/text';
import { startAttributes } from '../messages';
import { STORE } from './activity-options';

/**
 * The input that a run was started with. Ends the run with one sentence where it cannot be used: it comes from outside. So does a state to
 * begin with, but for that of a run which goes on as a new one.
 */
export function startInput<T>(schema: Schema<T>, given: unknown, carried?: unknown): T {
  const { continuedFromExecutionRunId: before, cronSchedule } = workflowInfo();
  const goesOn = before !== undefined && cronSchedule === undefined;
  const read: Message<T> =
    carried === undefined || goesOn
      ? readMessage(schema, given, 'The input of the run')
      : { refusal: 'A run begins with its input alone: leave the second argument out.' };
  if (read.refusal !== undefined) throw badInput(read.refusal);
  return read.value;
}

/** True for input that Kintsugi's own client has not completed: it always has a version. */
export function isIncomplete(given: unknown): given is object {
  // Neither an array nor bytes.
  const isObject = Object.prototype.toString.call(given) === '[object Object]';
  return isObject && !('version' in (given as object));
}

/**
 * Goes on as a new execution with the whole input: so the first event of a run has all that it works with, whoever started it, and its
 * search attributes and memo are those that the client gives. Ends the run with one sentence where the input cannot be used.
 */
export async function goOnWhole(kind: string, given: object): Promise<never> {
  const input = await completed(kind, given);
  const { directory, mode, indexed, request = '' } = input as RunInput & { request?: string };
  const { realpath = '', hostName } = directory ?? {};
  const { memo } = workflowInfo();
  const goOn = makeContinueAsNewFunc<(input: RunInput) => Promise<unknown>>({
    workflowType: kind,
    memo: {
      ...memo,
      directory: realpath,
      ...(hostName && { host: hostName }),
      request: request.slice(0, 200),
      language: input.language,
    },
    ...(indexed && { typedSearchAttributes: startAttributes({ kind, input, mode, directory: realpath }) }),
  });
  return goOn(input);
}

async function completed(kind: string, given: object): Promise<RunInput> {
  const { completeInput } = proxyActivities<Activities>({ ...STORE, summary: 'complete the input' });
  try {
    return await completeInput({ kind, given });
  } catch (error) {
    if (!(error instanceof ActivityFailure) || !(error.cause instanceof ApplicationFailure)) throw error;
    throw error.cause.type === 'BadInput' ? badInput(firstLine(error.cause.message)) : error;
  }
}

function badInput(sentence: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(sentence, 'BadInput');
}
