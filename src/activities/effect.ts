import { ApplicationFailure, CancelledFailure, Context } from '@temporalio/activity';
import { shortHash } from '../machine/hash';
import { BlobHash, type EffectKey } from '../domain/ids';
import { nameInRow } from '../domain/run/row-type';
import { withSignal } from '../machine/abort-scope';
import { Turns } from '../machine/turns';
import { resultRef, type BlobStore, type RefStore } from '../store';
import type { EffectContext } from '../machine/effect-context';
import { toFailure } from './failures';
import type { RunRoots } from './run-roots';

/** Stores that keep the results of effects. */
export interface EffectStores {
  refs: RefStore;
  blobs: BlobStore;
  roots: RunRoots;
  /** Hears of each error of an effect, as it was thrown: a damaged store tells of itself so. */
  notice?(error: unknown): void;
}

type Act<I, O> = (input: I, context: EffectContext) => Promise<O>;
type Keyed = { key: EffectKey };

// The worker sends one every 3 s (their timeout is 10 s), so one may come 7 s late.
const BEAT_MS = 2_000;

/** The order of the runs that this worker serves. */
const turns = new Turns();

/**
 * Makes an activity of a function. A call goes through these stages, the first outermost:
 * 1. `byRow` finds the activity by the row that asks for it;
 * 2. it beats until it ends; its errors are noticed and become typed failures;
 * 3. it works in the turn of its run;
 * 4. it can be stopped by the signal of the call, wherever it is;
 * 5. `effect` keeps references to what came of it, `keptEffect` the result itself.
 */
function activity<I, O>(kept: Act<I, O>, notice: EffectStores['notice']): (input: I) => Promise<O> {
  return async (input) => {
    const call = Context.current();
    const { cancellationSignal: signal } = call;
    const { attempt, workflowExecution } = call.info;
    let detail: unknown = 'started';
    const beat = setInterval(() => call.heartbeat(detail), BEAT_MS);
    const progress = (given: unknown) => {
      detail = given;
    };
    try {
      return await turns.within(workflowExecution?.workflowId ?? '', () =>
        withSignal(signal, () => kept(input, { signal, progress, attempt })),
      );
    } catch (error) {
      // Libraries wrap an abort in errors of their own; only this tells the server that we obeyed.
      if (signal.aborted) throw new CancelledFailure('cancelled');
      notice?.(error);
      throw error instanceof ApplicationFailure ? error : toFailure(error, attempt);
    } finally {
      clearInterval(beat);
    }
  };
}

export function beating<I, O>(
  { notice }: Pick<EffectStores, 'notice'>,
  act: Act<I, O>,
): (input: I) => Promise<O> {
  return activity(act, notice);
}

/** An activity whose input and result are named by references of the run before it returns. */
export function effect<I extends Keyed, O>(
  { roots, notice }: EffectStores,
  act: Act<I, O>,
): (input: I) => Promise<O> {
  return activity(async (input: I, context) => {
    await roots.begin(input.key, runFacts(), input);
    const result = await act(input, context);
    await roots.end(input.key, result);
    return result;
  }, notice);
}

/**
 * Like `effect`, for work that must not be done twice: keeps the result under its key and the hash of its input. A
 * retry finds it there if the worker died before the completion was recorded.
 */
export function keptEffect<I extends Keyed, O>(
  { refs, blobs, roots, notice }: EffectStores,
  act: Act<I, O>,
): (input: I) => Promise<O> {
  return activity(async (input: I, context) => {
    const ref = resultRef(input.key, shortHash(JSON.stringify(input)));
    const kept = await refs.get(ref);
    if (kept !== undefined) return (await load(blobs, kept)) as O;
    await roots.begin(input.key, runFacts(), input);
    const text = JSON.stringify(await act(input, context));
    const value = text.length <= INLINE_CHARS ? text : BLOB_PREFIX + (await blobs.put(Buffer.from(text)));
    const result = (await load(blobs, await refs.putOnce(ref, value))) as O;
    // The reference that holds the result names what is in it.
    roots.noteNamed(input.key, result);
    return result;
  }, notice);
}

function runFacts() {
  const { workflowExecution, workflowNamespace } = Context.current().info;
  return { workflowId: workflowExecution?.workflowId ?? '', namespace: workflowNamespace ?? '' };
}

/** References hold small values; a larger result is a blob, and the reference names it. */
const INLINE_CHARS = 16_000;
const BLOB_PREFIX = 'blob:';

async function load(blobs: BlobStore, value: string): Promise<unknown> {
  const text = value.startsWith(BLOB_PREFIX)
    ? String(await blobs.load(BlobHash.parse(value.slice(BLOB_PREFIX.length))))
    : value;
  return JSON.parse(text);
}

type Served = (...given: unknown[]) => Promise<unknown>;

/** The activities by their names, and by types that name them before the words of a row. */
export function byRow<T extends object>(activities: T): T & { default: Served } {
  const named = new Map(Object.entries(activities) as [string, Served][]);
  const act: Served = (...given) => {
    const { activityType } = Context.current().info;
    const found = named.get(nameInRow(activityType));
    // Temporal's own answer to an activity that a worker lacks: another one may have it.
    if (!found) throw ApplicationFailure.retryable(`This worker has no ${activityType}.`, 'NotFoundError');
    return found(...given);
  };
  return { ...activities, default: act };
}
