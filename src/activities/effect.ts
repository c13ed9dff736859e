import { ApplicationFailure, CancelledFailure, Context } from '@temporalio/activity';
import { shortHash } from '../machine/hash';
import { BlobHash, type EffectKey } from '../domain/ids';
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
