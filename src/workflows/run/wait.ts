import { CancellationScope, condition, sleep } from '@temporalio/workflow';
import type { HistoryGauge } from './continuing';

/**
 * Waits until something is so, at most so long; resolves to whether it is. The timer tells in the Web UI what it is
 * for, which a condition's own does not.
 */
export async function waitFor(
  isSo: () => boolean,
  ms: number,
  summary: string,
  gauge: HistoryGauge,
): Promise<boolean> {
  if (isSo()) return true;
  const scope = new CancellationScope();
  try {
    const timer = () => sleep(ms, { summary }).then(() => gauge.look());
    await scope.run(() => Promise.race([condition(isSo), timer()]));
    return isSo();
  } finally {
    scope.cancel();
  }
}
