import { EventChunk, type RunEvent } from '../../domain/run/events';
import { KintsugiError } from '../../domain/kintsugi-error';
import type { RunHandle } from '../run-handle';

/** Tells the events of a run, each once, in their order. */
export class EventStream {
  /** `after`: sequence number of the last event that is known already. */
  constructor(
    private readonly run: RunHandle<unknown>,
    private after: number,
    private readonly readBlob: (hash: string) => Promise<string>,
    private readonly tell: (event: RunEvent) => void,
  ) {}

  /** Tells what has happened since; nothing while no worker answers. */
  async next(): Promise<void> {
    const page = await this.run.events(this.after).catch((error: unknown) => {
      if (error instanceof KintsugiError) return undefined;
      throw error;
    });
    if (!page) return;
    for (const event of [...(await this.older(page.earlier)), ...page.events]) {
      if (event.sequence <= this.after) continue;
      this.tell(event);
      this.after = event.sequence;
    }
  }

  /** Events that the run has handed to the store, as far back as they are wanted. */
  private async older(newest: string | undefined): Promise<RunEvent[]> {
    const events: RunEvent[] = [];
    for (let hash = newest; hash !== undefined;) {
      const chunk = EventChunk.parse(JSON.parse(await this.readBlob(hash)));
      events.unshift(...chunk.events);
      hash = (chunk.events[0]?.sequence ?? 0) > this.after + 1 ? chunk.previous : undefined;
    }
    return events;
  }
}
