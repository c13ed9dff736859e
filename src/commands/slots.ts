/** Lets so many pieces of work run at a time; the others wait in the order they came. */
export class Slots {
  private readonly waiting: ((slot: number) => void)[] = [];
  private readonly free: number[];

  constructor(count: number) {
    this.free = Array.from({ length: count }, (_, slot) => slot);
  }

  /** Runs `work` when it is its turn; no other work has its slot meanwhile. Rejects with the signal's reason if that aborts first. */
  async run<T>(signal: AbortSignal, work: (slot: number) => Promise<T>): Promise<T> {
    const slot = await this.enter(signal);
    try {
      return await work(slot);
    } finally {
      this.leave(slot);
    }
  }

  private enter(signal: AbortSignal): Promise<number> {
    signal.throwIfAborted();
    const slot = this.free.shift();
    if (slot !== undefined) return Promise.resolve(slot);
    return new Promise((resolve, reject) => {
      const turn = (freed: number): void => {
        signal.removeEventListener('abort', abort);
        resolve(freed);
      };
      const abort = (): void => {
        this.waiting.splice(this.waiting.indexOf(turn), 1);
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', abort, { once: true });
      this.waiting.push(turn);
    });
  }

  private leave(slot: number): void {
    const next = this.waiting.shift();
    if (next) next(slot);
    else this.free.push(slot);
  }
}
