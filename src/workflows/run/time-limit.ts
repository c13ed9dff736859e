import { CancellationScope, condition, isCancellation } from '@temporalio/workflow';
import type { AnyRun } from './live-run';
import { waitFor } from './wait';

/** Does work within the time that a run may work; at the limit gives it up and resolves to nothing. */
export async function withinLimit<T>(
  run: AnyRun,
  limitMs: number | undefined,
  work: () => Promise<T>,
): Promise<{ value: T } | undefined> {
  if (limitMs === undefined) return { value: await work() };
  const scope = new CancellationScope();
  const progress = { isDone: false };
  const ended = scope.run(work).then((value) => ({ value }));
  const done = () => {
    progress.isDone = true;
  };
  ended.then(done, done);
  while (!progress.isDone) {
    const waits = run.isWaiting;
    const leftMs = limitMs - run.worked();
    if (!waits && leftMs <= 0) break;
    const changed = () => progress.isDone || run.isWaiting !== waits;
    try {
      await (waits
        ? condition(changed)
        : waitFor(changed, leftMs, 'until the time limit of the run', run.gauge));
    } catch {
      // The run is cancelled, or rolled back, and so is the work: that is what is told.
      return ended;
    }
  }
  if (progress.isDone) return ended;
  scope.cancel();
  await ended.catch((error: unknown) => {
    if (!isCancellation(error)) throw error;
  });
  return undefined;
}
