import { CancellationScope, condition, isCancellation } from '@temporalio/workflow';

export interface TimeLimitOptions {
  /** Absent: there is none. */
  limitMs: number | undefined;
  /** Time worked so far, without waiting for people. */
  workedMs(): number;
  /** True if the run waits for people just now. */
  isWaiting(): boolean;
}

/** Keeps the work of a run to its time. */
export class TimeLimit {
  constructor(private readonly options: TimeLimitOptions) {}

  /** Resolves to what the work comes to; at the limit gives it up and resolves to nothing. */
  async within<T>(work: () => Promise<T>): Promise<{ value: T } | undefined> {
    const { limitMs, workedMs, isWaiting } = this.options;
    if (limitMs === undefined) return { value: await work() };
    const scope = new CancellationScope();
    const progress = { isDone: false };
    const ended = scope.run(work).then((value) => ({ value }));
    const done = () => {
      progress.isDone = true;
    };
    ended.then(done, done);
    while (!progress.isDone) {
      const waits = isWaiting();
      const leftMs = limitMs - workedMs();
      if (!waits && leftMs <= 0) break;
      const changed = () => progress.isDone || isWaiting() !== waits;
      try {
        await (waits ? condition(changed) : condition(changed, leftMs));
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
}
