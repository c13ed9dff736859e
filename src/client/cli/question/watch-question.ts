import { setTimeout as delay } from 'node:timers/promises';
import type { Question } from '../../../domain/run/questions';
import type { RunHandle } from '../../run-handle';

const POLL_MS = 500;

/** Gives the signal once the question is not asked any more: answered elsewhere, or expired. */
export async function watchQuestion(
  run: RunHandle<unknown>,
  { hash, requestedAt }: Question,
  gone: AbortController,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await delay(POLL_MS, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    // A worker that does not answer has not taken the question back.
    const now = await run.status().then(
      ({ pending }) => ({ pending }),
      () => undefined,
    );
    if (now && (now.pending?.hash !== hash || now.pending.requestedAt !== requestedAt)) gone.abort();
  }
}
