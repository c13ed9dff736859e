export type ModelFailureType =
  | 'ModelRateLimited'
  | 'ModelUnavailable'
  | 'ModelAuth'
  | 'ModelBadRequest'
  | 'ModelNotFound'
  | 'ModelContextLength'
  | 'ModelCancelled';

/** True if another model of the same endpoint may do better: only where a failure is about the model alone. */
export type Concern = 'model' | 'endpoint' | 'request';

/** Reason why a call failed. `message` is one sentence that a person understands and can act on. */
export interface ModelFailure {
  type: ModelFailureType;
  message: string;
  retryable: boolean;
  concerns: Concern;
  /** The endpoint was at it, and its reply did not arrive whole: it may have to be paid for. */
  lost?: boolean;
  /** The reply ended without an end mark, on a connection that held. */
  endless?: boolean;
  /** Wait that the endpoint asked for. */
  retryAfterMs?: number;
  /** Another model is asked if this one goes on failing. */
  hasFallback?: true;
}

/** A call that brought no reply. */
export class ModelError extends Error {
  override name = 'ModelError';

  constructor(
    readonly failure: ModelFailure,
    options?: ErrorOptions,
  ) {
    super(failure.message, options);
  }

  get type(): ModelFailureType {
    return this.failure.type;
  }
}

/** The stream ended, and nothing says that the model was done. */
export class CutReplyError extends Error {
  override name = 'CutReplyError';
}

/** The endpoint answered 200 with something that is not a chat completion. */
export class NotACompletionError extends Error {
  override name = 'NotACompletionError';
}

/** The call took longer than it may. */
export class CallTimeoutError extends Error {
  override name = 'CallTimeoutError';
}

/** Facts that a sentence about a failed call can name. */
export interface CallFacts {
  url: string;
  model: string;
  /** The setting that names the model. */
  setting: string;
  timeoutMs: number;
  secrets?: readonly string[];
}
