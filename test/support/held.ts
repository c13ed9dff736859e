import { setTimeout as delay } from 'node:timers/promises';
import { startWatchdog } from '../../src/machine/watchdog';

/** Does work, and tells what held the main thread for over a second meanwhile, innermost function first. */
export async function heldWhile(work: () => unknown): Promise<string[]> {
  const holds: string[] = [];
  const watchdog = startWatchdog(({ heldMs, stack }) => holds.push(`${heldMs} ms: ${stack.join(' < ')}`));
  try {
    // The thread takes a moment to begin.
    await delay(200);
    await work();
    await delay(200);
    return holds;
  } finally {
    await watchdog.stop();
  }
}
