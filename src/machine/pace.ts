import { setImmediate as nextTurn } from 'node:timers/promises';

/** Longest time, in ms, that file work keeps the event loop from heartbeats and workflow tasks. */
const TURN_MS = 10;

/** Lets long synchronous work breathe: file calls are several times faster synchronous than through promises. */
export class Pace {
  private since = performance.now();

  constructor(private readonly signal?: AbortSignal) {}

  /** True if `rest` is due; asked before each small piece of work, so that most pieces cost no promise. */
  get due(): boolean {
    return performance.now() - this.since > TURN_MS;
  }

  /** Gives the event loop a turn. Rejects with the signal's reason once it is aborted. */
  async rest(): Promise<void> {
    this.signal?.throwIfAborted();
    await nextTurn();
    this.signal?.throwIfAborted();
    this.since = performance.now();
  }
}
