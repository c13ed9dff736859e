import { createHash } from 'node:crypto';
import { ApplicationFailure, CancelledFailure, Context } from '@temporalio/activity';
import type { StepKey } from '../domain/ids';
import type { RefStore } from '../store/types';
import { toFailure } from './failures';

/** What every effect gets from its activity. */
export interface EffectContext {
  /** Aborted on cancellation and on worker shutdown. */
  signal: AbortSignal;
  /** Shown with the pending activity in the Web UI; sent with the next heartbeat. */
  progress(detail: unknown): void;
}

// Heartbeats throttle to 0.8 of their timeout (10 s), so a beat every 2 s never comes too late.
const BEAT_MS = 2_000;

/** Makes an activity of a function: heartbeats by timer, cancellation as a signal, errors as typed failures. */
export function effect<I, O>(
  act: (input: I, context: EffectContext) => Promise<O>,
): (input: I) => Promise<O> {
  return async (input) => {
    const context = Context.current();
    let detail: unknown = 'started';
    const beat = setInterval(() => context.heartbeat(detail), BEAT_MS);
    try {
      return await act(input, {
        signal: context.cancellationSignal,
        progress: (given) => {
          detail = given;
        },
      });
    } catch (error) {
      // Libraries wrap an abort in errors of their own; only this tells the server that we obeyed.
      if (context.cancellationSignal.aborted) throw new CancelledFailure('cancelled');
      throw error instanceof ApplicationFailure ? error : toFailure(error);
    } finally {
      clearInterval(beat);
    }
  };
}

/**
 * Like `effect`, for work that must not be done twice: its result is kept under its step and the hash of
 * its input, so an activity whose worker died between the result and its completion finds it there.
 */
export function keptEffect<I extends { step: StepKey }, O>(
  refs: RefStore,
  act: (input: I, context: EffectContext) => Promise<O>,
): (input: I) => Promise<O> {
  return effect(async (input, context) => {
    const key = { run: input.step.run, step: `${input.step.step}#${inputHash(input)}` };
    const kept = await refs.get(key);
    if (kept !== undefined) return JSON.parse(kept) as O;
    const result = await act(input, context);
    return JSON.parse(await refs.putOnce(key, JSON.stringify(result))) as O;
  });
}

function inputHash(input: unknown): string {
  return createHash('sha256').update(JSON.stringify(input)).digest('hex').slice(0, 16);
}
