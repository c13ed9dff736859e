import { CancellationScope, condition, sleep } from '@temporalio/workflow';

/**
 * Waits until something is so, at most so long; resolves to whether it is. The timer tells in the Web UI what it is
 * for, which a condition's own does not.
 */
export async function waitFor(isSo: () => boolean, ms: number, summary: string): Promise<boolean> {
  if (isSo()) return true;
  const scope = new CancellationScope();
  try {
    await scope.run(() => Promise.race([condition(isSo), sleep(ms, { summary })]));
    return isSo();
  } finally {
    scope.cancel();
  }
}
