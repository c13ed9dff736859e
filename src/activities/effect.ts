import { ApplicationFailure, CancelledFailure, Context } from '@temporalio/activity';
import { shortHash } from '../machine/hash';
import { BlobHash, type EffectKey } from '../domain/ids';
import { withSignal } from '../machine/abort-scope';
import { Turns } from '../machine/turns';
import {
  resultRef,
  type BlobStore,
  type RefStore,
  BlobCorruptError,
  BlobMissingError,
  StoreFullError,
} from '../store';
import type { EffectContext } from '../machine/effect-context';
import type { RunRoots } from './run-roots';
import { NO_MODEL, USER_ERROR_TYPES, LIMIT_RESETS } from '../domain/error-types';
import { firstLine } from '../domain/text';
import { isDiskFull } from '../machine/system-errors';
import { SharedStoreError } from '../store/s3';
import { EXIT, KintsugiError, NoModelError } from '../domain/kintsugi-error';
import { ModelError, type ModelFailure } from '../model';
import { DirectoryError, DiskFullError } from '../workspace';

/** Directories name themselves; all else that is written is the store's. */
const STORE = "Kintsugi's data (KINTSUGI_HOME)";

/** Pause before an effect that met a full disk is tried again, ms: people make room in minutes. */
const MAKE_ROOM_MS = 20_000;

/** The typed failure of an error: what Temporal should retry, when, and what it should give up on. `attempt`: try of the activity, from 1. */
export function toFailure(given: unknown, attempt = 1): ApplicationFailure {
  const error = isDiskFull(given)
    ? new DiskFullError(STORE, given)
    : given instanceof Error
      ? given
      : undefined;
  const message = error?.message ?? String(given);
  const cause = error && presentable(error);
  const type = error && typeOf(error);
  if (error instanceof ModelError) return modelFailure(error.failure, attempt);
  if (type === 'DiskFull')
    return ApplicationFailure.create({ message, type, nextRetryDelay: MAKE_ROOM_MS, cause });
  if (type !== undefined) {
    // The run waits for a model, in sight and without using up tries.
    const nonRetryable = type === NO_MODEL || (USER_ERROR_TYPES as readonly string[]).includes(type);
    return ApplicationFailure.create({ message, type, nonRetryable, cause });
  }
  return ApplicationFailure.create({ message: firstLine(message), type: 'Infrastructure', cause });
}

function typeOf(error: Error): string | undefined {
  if (error instanceof DirectoryError) return 'BadInput';
  if (error instanceof KintsugiError && error.exitCode === EXIT.usage) return 'BadInput';
  if (error instanceof SharedStoreError) return 'SharedStore';
  if (error instanceof DiskFullError) return 'DiskFull';
  // Somebody can make room while the activity is tried again.
  if (error instanceof StoreFullError) return 'StoreFull';
  if (error instanceof BlobMissingError) return 'BlobMissing';
  if (error instanceof BlobCorruptError) return 'BlobCorrupt';
  if (error instanceof ModelError) return error.failure.type;
  if (error instanceof NoModelError) return NO_MODEL;
  return undefined;
}

/** An error with its stack, and without what else it holds. */
function presentable({ name, message, stack }: Error): Error {
  const cause = new Error(message);
  cause.name = name;
  cause.stack = stack;
  return cause;
}

/** Pauses of the retry policy of model calls, ms: an endpoint that asks for less gets these all the same. */
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 60_000;

/** A longer pause than this is the run's to wait for: in sight, and without using up tries. */
const LONG_PAUSE_MS = 60_000;

/** Tries of a call whose limit names no time, until the run waits for it: they take some 6 s. */
const LIMITED_ATTEMPTS = 6;

/** The typed failure of a model call. `attempt`: try of the activity, from 1. */
function modelFailure(failure: ModelFailure, attempt: number): ApplicationFailure {
  const { type, message, retryable, retryAfterMs } = failure;
  if (isForRun(failure, attempt))
    return ApplicationFailure.create({
      type: LIMIT_RESETS,
      message,
      nonRetryable: true,
      details: [retryAfterMs ?? null],
    });
  return ApplicationFailure.create({
    type,
    message,
    nonRetryable: !retryable,
    nextRetryDelay: retryAfterMs === undefined ? undefined : Math.max(retryAfterMs, pauseAfter(attempt)),
  });
}

/** True if the run waits for the model, and not the activity. Where another model is asked soon, the activity tries again. */
function isForRun({ type, retryable, retryAfterMs, hasFallback }: ModelFailure, attempt: number): boolean {
  if (!retryable || hasFallback) return false;
  if (type !== 'ModelRateLimited') return (retryAfterMs ?? 0) > LONG_PAUSE_MS;
  return retryAfterMs !== undefined || attempt >= LIMITED_ATTEMPTS;
}

function pauseAfter(attempt: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), LONGEST_PAUSE_MS);
}

/** Stores that keep the results of effects. */
export interface EffectStores {
  refs: RefStore;
  blobs: BlobStore;
  roots: RunRoots;
}

type Act<I, O> = (input: I, context: EffectContext) => Promise<O>;

// Heartbeats throttle to 0.8 of their timeout (10 s), so a beat every 2 s never comes too late.
const BEAT_MS = 2_000;

/**
 * Makes an activity of a function: heartbeats by timer, cancellation as a signal, errors as typed failures. Its input
 * and result are named by references of the run before it returns.
 */
export function effect<I extends { key: EffectKey }, O>(
  { roots }: EffectStores,
  act: Act<I, O>,
): (input: I) => Promise<O> {
  return beating(async (input, context) => {
    await roots.begin(input.key, runFacts(), input);
    const result = await act(input, context);
    await roots.end(input.key, result);
    return result;
  });
}

/** The order of the runs that this worker serves. */
const turns = new Turns();

/** Makes an activity of a function that stores nothing: like `effect`, without references. */
export function beating<I, O>(act: Act<I, O>): (input: I) => Promise<O> {
  return async (input) => {
    const context = Context.current();
    const { cancellationSignal: signal } = context;
    let detail: unknown = 'started';
    const beat = setInterval(() => context.heartbeat(detail), BEAT_MS);
    const progress = (given: unknown) => {
      detail = given;
    };
    try {
      const { attempt, workflowExecution } = context.info;
      const work = () => withSignal(signal, () => act(input, { signal, progress, attempt }));
      return await turns.within(workflowExecution?.workflowId ?? '', work);
    } catch (error) {
      // Libraries wrap an abort in errors of their own; only this tells the server that we obeyed.
      if (signal.aborted) throw new CancelledFailure('cancelled');
      throw error instanceof ApplicationFailure ? error : toFailure(error, context.info.attempt);
    } finally {
      clearInterval(beat);
    }
  };
}

function runFacts() {
  const { workflowExecution, workflowNamespace } = Context.current().info;
  return { workflowId: workflowExecution?.workflowId ?? '', namespace: workflowNamespace ?? '' };
}

/** References hold small values; a larger result is a blob, and the reference names it. */
const INLINE_CHARS = 16_000;
const BLOB_PREFIX = 'blob:';

/**
 * Like `effect`, for work that must not be done twice: keeps the result under its key and the hash of its input. A
 * retry finds it there if the worker died before the completion was recorded.
 */
export function keptEffect<I extends { key: EffectKey }, O>(
  stores: EffectStores,
  act: Act<I, O>,
): (input: I) => Promise<O> {
  return beating(async (input, context) => {
    const ref = resultRef(input.key, inputHash(input));
    const kept = await stores.refs.get(ref);
    if (kept !== undefined) return (await load(stores.blobs, kept)) as O;
    await stores.roots.begin(input.key, runFacts(), input);
    const text = JSON.stringify(await act(input, context));
    const value =
      text.length <= INLINE_CHARS ? text : BLOB_PREFIX + (await stores.blobs.put(Buffer.from(text)));
    const result = (await load(stores.blobs, await stores.refs.putOnce(ref, value))) as O;
    // The reference that holds the result names what is in it.
    stores.roots.noteNamed(input.key, result);
    return result;
  });
}

async function load(blobs: BlobStore, value: string): Promise<unknown> {
  const text = value.startsWith(BLOB_PREFIX)
    ? String(await blobs.load(BlobHash.parse(value.slice(BLOB_PREFIX.length))))
    : value;
  return JSON.parse(text);
}

function inputHash(input: unknown): string {
  return shortHash(JSON.stringify(input));
}
