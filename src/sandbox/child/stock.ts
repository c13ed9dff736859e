/** Keeps one isolate ready, so that a request does not wait for its making (about 5 ms). */
import { Cell } from './isolate';
import type { CellParts, Room } from './isolate';

export class Stock {
  private ready: Room | undefined;
  private lastHeapMb = 128;

  constructor(private readonly parts: CellParts) {}

  /** A new isolate without a context. */
  private cell(heapMb: number): Cell {
    return new Cell(this.parts, heapMb);
  }

  /** Makes the next isolate; called when there is nothing else to do. */
  refill(): void {
    this.ready ??= this.cell(this.lastHeapMb).open();
  }

  /** An isolate of its own with an open context. */
  take(heapMb: number): Room {
    const ready = this.ready;
    this.ready = undefined;
    this.lastHeapMb = heapMb;
    if (ready?.cell.heapMb === heapMb) return ready;
    ready?.cell.dispose();
    return this.cell(heapMb).open();
  }
}
