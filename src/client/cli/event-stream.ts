import type { RunEvent } from '../../domain/run/events';
import { KintsugiError } from '../../domain/kintsugi-error';
import type { RunHandle } from '../run-handle';
import { eventsAfter, type ReadBlob } from './event-log';

/** Tells the events of a run, each once, in their order. */
export class EventStream {
  /** `after`: sequence number of the last event that is known already. */
  constructor(
    private readonly run: RunHandle<unknown>,
    private after: number,
    private readonly readBlob: ReadBlob,
    private readonly tell: (event: RunEvent) => void,
  ) {}

  /** Tells what has happened since; nothing while no worker answers. */
  async next(): Promise<void> {
    const events = await eventsAfter(this.run, this.after, this.readBlob).catch((error: unknown) => {
      if (error instanceof KintsugiError) return [];
      throw error;
    });
    for (const event of events) {
      if (event.sequence <= this.after) continue;
      this.tell(event);
      this.after = event.sequence;
    }
  }
}
