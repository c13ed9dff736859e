import { setTimeout as delay } from 'node:timers/promises';
import { currentSignal } from '../../machine/abort-scope';
import { explainS3, type SharedStoreError } from './errors';
import type { S3Settings } from './settings';

const DEADLINE_MS = 30_000;
export const SILENCE_MS = 10_000;
/** A slower line than this, in bytes a second, counts as broken. */
const SLOWEST = 100_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

/** The server's side of a request failed: what may be tried again. Other errors are the caller's own. */
export class RequestFailed extends Error {
  constructor(readonly reason: unknown) {
    super('the request failed');
  }
}

/**
 * Runs a request of `bytes` bytes until it succeeds, fails for good or its deadline is over; the signal that it is
 * given ends it at the deadline, or with the present one. `Infinity` bytes have no deadline once they flow.
 */
export async function attempt<T>(
  settings: S3Settings,
  bytes: number,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const outer = currentSignal();
  const unbounded = bytes === Infinity;
  const allowedMs = (settings.deadlineMs ?? DEADLINE_MS) + (unbounded ? 0 : (bytes / SLOWEST) * 1000);
  const deadline = performance.now() + allowedMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    outer?.throwIfAborted();
    const failure = await tryOnce(settings, outer, unbounded ? undefined : deadline, run);
    if (!(failure instanceof Failure)) return failure;
    outer?.throwIfAborted();
    const pause = pauseMs * (0.5 + Math.random());
    if (!failure.error.passing || performance.now() + pause > deadline) throw failure.error;
    await delay(pause, undefined, { signal: outer }).catch(() => undefined);
  }
}

class Failure {
  constructor(readonly error: SharedStoreError) {}
}

async function tryOnce<T>(
  settings: S3Settings,
  outer: AbortSignal | undefined,
  deadline: number | undefined,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T | Failure> {
  const ending = new AbortController();
  const end = () => ending.abort();
  outer?.addEventListener('abort', end, { once: true });
  const timer =
    deadline === undefined ? undefined : setTimeout(end, Math.max(1, deadline - performance.now()));
  try {
    return await run(ending.signal);
  } catch (error) {
    outer?.throwIfAborted();
    if (!(error instanceof RequestFailed)) throw error;
    return new Failure(explainS3(error.reason, settings));
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', end);
  }
}
