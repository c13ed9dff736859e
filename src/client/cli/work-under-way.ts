import { EXIT, KintsugiError } from '../../domain/kintsugi-error';
import type { Say } from '../../domain/run/said';
import type { RunStatus } from '../../domain/run/status';
import { pendingText } from '../pending-work';
import type { RunHandle } from '../run-handle';

/** True while a run goes on, as the server says; false also where the server does not answer. */
export async function isOpen(run: RunHandle<unknown>): Promise<boolean> {
  return run.execution().then(
    (execution) => execution === 'RUNNING',
    () => false,
  );
}

const WORK_POLL_MS = 1_000;

/** Progress of the activities under way. Asks the server once a second: heartbeats come every few seconds. */
export class WorkUnderWay {
  private askedMs = -Infinity;
  private of = '';
  private last = '';

  constructor(private readonly run: RunHandle<unknown>) {}

  async text({ phase, attempt }: RunStatus, say: Say): Promise<string> {
    const of = `${phase} ${attempt}`;
    if (of !== this.of) Object.assign(this, { of, last: '', askedMs: performance.now() });
    if (performance.now() - this.askedMs < WORK_POLL_MS) return this.last;
    this.askedMs = performance.now();
    // Errors are shown by the status query; here they only cost the line of progress.
    this.last = await this.run.pendingWork().then(
      (pending) => pendingText(pending, say),
      () => '',
    );
    return this.last;
  }
}

/** Undefined where no worker answers: a run outlives its workers, and so does whoever watches it. */
export async function statusOrNone(run: RunHandle<unknown>): Promise<RunStatus | undefined> {
  try {
    return await run.status();
  } catch (error) {
    if (error instanceof KintsugiError && error.exitCode !== EXIT.infrastructure) throw error;
    return undefined;
  }
}
