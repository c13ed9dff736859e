import { setTimeout as delay } from 'node:timers/promises';
import type { RunStatus } from '../../src/domain/run/status';

const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 30;
/** Longest wait of a test for anything: it ends what hangs, not what is slow, and comes before the end of the test, so that it says what is missing. */
export const HANG_MS = 300_000;

/**
 * Looks until something is there, first often, then every 30 ms: a look may be a query that costs the worker's time.
 * Rejects with `waitedFor` after the deadline, ms.
 */
export async function until<T>(
  waitedFor: string | (() => string),
  look: () => Promise<T | undefined | false> | T | undefined | false,
  deadlineMs = HANG_MS,
): Promise<T> {
  const startedMs = performance.now();
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.2, LONGEST_PAUSE_MS)) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (performance.now() - startedMs > deadlineMs) {
      const wanted = typeof waitedFor === 'string' ? waitedFor : waitedFor();
      throw new Error(`${wanted}: not within ${deadlineMs} ms`);
    }
    await delay(pauseMs);
  }
}

/** Asks for the status of a run until it is the wanted one; resolves to it. */
export function untilStatus(
  ask: () => Promise<RunStatus>,
  wanted: (status: RunStatus) => boolean,
): Promise<RunStatus> {
  let last: RunStatus | undefined;
  return until(
    () => `the run has come so far, it is at ${JSON.stringify(last)}`,
    async () => wanted((last = await ask())) && last,
  );
}
