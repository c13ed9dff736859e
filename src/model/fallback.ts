import type { ModelFailure } from './errors';

/** Tries of the same model by Temporal, with its pauses, before another model is asked for what may pass. */
const PATIENT_ATTEMPTS = 2;

/** A longer wait than this, asked for by the endpoint, is not waited for where another model could answer. */
const LONG_WAIT_MS = 60_000;

/** Tries of an endpoint that cannot be reached, or is none, until it counts as wrong: they take some 3 s. */
const UNPROVED_ATTEMPTS = 5;

/** True if an endpoint has failed so often that only earlier replies speak for it. `attempt`: try of the activity, from 1. */
export function isUnproved({ concerns, retryable }: ModelFailure, attempt: number): boolean {
  return concerns === 'endpoint' && retryable && attempt >= UNPROVED_ATTEMPTS;
}

/** Lost replies of a call, after which one without an end mark is the manner of a server rather than an outage. */
const LOST_REPLIES = 3;

/** The failure as it is after so many lost replies, its own among them: final where the server never ends one. */
export function afterLost(failure: ModelFailure, lost: number): ModelFailure {
  if (failure.endless !== true || lost < LOST_REPLIES) return failure;
  const message = `${failure.message} ${lost} replies did not arrive whole: look at the log of the server, and of a proxy before it.`;
  return { ...failure, retryable: false, message };
}

/** How often, and how, a request was made that failed. */
export interface Tried {
  /** Try of the activity, from 1. */
  attempt: number;
  /** The caller can make the request shorter. */
  compactable: boolean;
}

/** True if the next model is asked after a failure, or the failure goes to the caller. */
export function afterFailure(failure: ModelFailure, { attempt, compactable }: Tried): 'next' | 'stop' {
  // The key, the address and a request that makes no sense are the same for every model.
  if (failure.concerns !== 'model') return 'stop';
  if (failure.type === 'ModelContextLength') return compactable ? 'stop' : 'next';
  if (!failure.retryable) return 'next';
  return attempt > PATIENT_ATTEMPTS || (failure.retryAfterMs ?? 0) > LONG_WAIT_MS ? 'next' : 'stop';
}

/** A model that failed, and how. */
export interface FailedModel {
  model: string;
  failure: ModelFailure;
}

/**
 * Failure of all models that were asked, at least one. First comes a failure that the caller acts on; then one that may
 * pass, so that Temporal asks again; then that of the first model, which the user has set.
 */
export function failureOfAll(failed: readonly FailedModel[]): ModelFailure {
  const last = failed.at(-1);
  if (!last) throw new Error('No model failed.');
  const acted = ['ModelCancelled', 'ModelContextLength'].includes(last.failure.type) ? last : undefined;
  const chosen = acted ?? failed.find(({ failure }) => failure.retryable) ?? failed[0] ?? last;
  const others = failed.filter((one) => one !== chosen).map(({ model }) => model);
  if (others.length === 0 || chosen.failure.type === 'ModelCancelled') return chosen.failure;
  return {
    ...chosen.failure,
    hasFallback: undefined,
    message: `${chosen.failure.message} These models failed, too: ${others.join(', ')}.`,
  };
}
