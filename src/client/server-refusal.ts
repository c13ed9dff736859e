import { ApplicationFailure, CancelledFailure, type ActivityFailure } from '@temporalio/common';
import {
  isGrpcServiceError,
  QueryNotRegisteredError,
  QueryRejectedError,
  WorkflowFailedError,
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client';
import { badInput, EXIT, infrastructure, KintsugiError, noRun } from '../domain/kintsugi-error';
import { firstLine } from '../domain/text';

/** Words of the SDK about a query that a workflow has no handler for. */
const NO_HANDLER = 'did not register a handler';
const GRPC_CANCELLED = 1;
const GRPC_DEADLINE_EXCEEDED = 4;
const GRPC_NOT_FOUND = 5;
const GRPC_FAILED_PRECONDITION = 9;

/** One sentence for each way in which the server says no to a call about a run. Other errors stay as they are. */
export function explainRefusal(id: string, error: unknown): unknown {
  if (isNotFound(error)) return noRun(id);
  if (error instanceof WorkflowUpdateFailedError) return badInput(error.cause?.message ?? error.message);
  if (error instanceof WorkflowFailedError) return explainFailure(id, error);
  if (error instanceof WorkflowUpdateRPCTimeoutOrCancelledError || isUnanswered(error)) {
    return infrastructure(`The run ${id} does not answer: start a worker with "kintsugi up" and try again.`);
  }
  // Every kind of run answers these questions, but for a rollback, and one whose input could not be used.
  if (error instanceof QueryNotRegisteredError && error.message.includes(NO_HANDLER))
    return badInput(`The run ${id} asks nothing: see kintsugi report ${id}.`);
  // The library gives the same error where a worker failed to answer, for example as it died.
  if (error instanceof QueryNotRegisteredError || error instanceof QueryRejectedError) {
    return infrastructure(`The run ${id} does not answer: ${firstLine(error.message)}`);
  }
  return error;
}

function explainFailure(id: string, error: WorkflowFailedError): KintsugiError {
  const { cause } = error;
  if (cause instanceof CancelledFailure)
    return new KintsugiError(`The run ${id} was cancelled.`, EXIT.cancelled);
  const root = rootCause(cause);
  const message = firstLine(root?.message ?? error.message);
  if (root instanceof ApplicationFailure && root.type === 'BadInput') return badInput(message);
  return infrastructure(`The run ${id} could not be carried out: ${message}`);
}

function isNotFound(error: unknown): boolean {
  return error instanceof WorkflowNotFoundError || grpcCode(error) === GRPC_NOT_FOUND;
}

/** No worker took the question in time, the server knows that there is none, or it gave the call up as one died. */
function isUnanswered(error: unknown): boolean {
  return [GRPC_CANCELLED, GRPC_DEADLINE_EXCEEDED, GRPC_FAILED_PRECONDITION].includes(grpcCode(error) ?? -1);
}

/** Status code of a failed call; the client wraps what the transport threw. */
function grpcCode(error: unknown): number | undefined {
  if (isGrpcServiceError(error)) return Number(error.code);
  return error instanceof Error && error.cause !== undefined ? grpcCode(error.cause) : undefined;
}

function rootCause(error: Error | undefined): Error | undefined {
  const inner = (error as ActivityFailure | undefined)?.cause;
  return inner ? rootCause(inner) : error;
}
