import { ApplicationFailure } from '@temporalio/workflow';
import { readMessage, type Schema } from '../domain/message';

/** The input that a run was started with. Ends the run with one sentence where it cannot be used: it comes from outside. */
export function startInput<T>(schema: Schema<T>, given: unknown): T {
  const read = readMessage(schema, given, 'The input of the run');
  if (read.refusal !== undefined) throw ApplicationFailure.nonRetryable(read.refusal, 'BadInput');
  return read.value;
}
