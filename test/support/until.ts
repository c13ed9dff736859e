import { setTimeout as delay } from 'node:timers/promises';

const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 100;

/**
 * Looks until something is there, first often, then every 0.1 s: a look may be a query that costs the worker's time.
 * Rejects with `waitedFor` after the deadline, ms.
 */
export async function until<T>(
  waitedFor: string,
  look: () => Promise<T | undefined | false> | T | undefined | false,
  deadlineMs = 60_000,
): Promise<T> {
  const startedMs = performance.now();
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.2, LONGEST_PAUSE_MS)) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (performance.now() - startedMs > deadlineMs)
      throw new Error(`${waitedFor}: not within ${deadlineMs} ms`);
    await delay(pauseMs);
  }
}
