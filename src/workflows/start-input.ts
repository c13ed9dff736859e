import { ApplicationFailure, workflowInfo } from '@temporalio/workflow';
import { readMessage, type Message, type Schema } from '../domain/message';

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
  if (read.refusal !== undefined) throw ApplicationFailure.nonRetryable(read.refusal, 'BadInput');
  return read.value;
}
