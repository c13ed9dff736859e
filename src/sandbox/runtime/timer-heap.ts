/** A binary heap: the first item is found at once after any addition or removal. */
export class TimerHeap<T> {
  private items: T[] = [];

  /** `before` says whether the first of two items comes first. */
  constructor(private readonly before: (left: T, right: T) => boolean) {}

  get size(): number {
    return this.items.length;
  }

  peek(): T | undefined {
    return this.items[0];
  }

  push(item: T): void {
    let index = this.items.length;
    this.items[index] = item;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!this.swapIfBefore(index, parent)) break;
      index = parent;
    }
  }

  pop(): T | undefined {
    const first = this.items[0];
    const last = this.items.pop();
    if (last !== undefined && this.items.length > 0) {
      this.items[0] = last;
      this.sink(0);
    }
    return first;
  }

  /** Drops what does not pass. */
  keep(passes: (item: T) => boolean): void {
    const kept = this.items.filter(passes);
    this.items = [];
    for (const item of kept) this.push(item);
  }

  private sink(start: number): void {
    let index = start;
    for (;;) {
      const left = index * 2 + 1;
      const right = left + 1;
      const leftItem = this.items[left];
      if (leftItem === undefined) return;
      const rightItem = this.items[right];
      const child = rightItem !== undefined && this.before(rightItem, leftItem) ? right : left;
      if (!this.swapIfBefore(child, index)) return;
      index = child;
    }
  }

  private swapIfBefore(child: number, parent: number): boolean {
    const low = this.items[child];
    const high = this.items[parent];
    if (low === undefined || high === undefined || !this.before(low, high)) return false;
    this.items[child] = high;
    this.items[parent] = low;
    return true;
  }
}
