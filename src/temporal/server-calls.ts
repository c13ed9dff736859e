import type { Connection } from '@temporalio/client';

/** The calls of a client that are under way: each has a deadline, and all end when the client is closed. */
export class ServerCalls {
  private readonly open = new Set<AbortController>();
  private ended = false;

  constructor(
    private readonly connection: Connection,
    private readonly deadlineMs: number,
  ) {}

  get areEnded(): boolean {
    return this.ended;
  }

  async run<T>(call: () => Promise<T>): Promise<T> {
    // A controller of its own: the connection never takes its listeners off a signal.
    const controller = new AbortController();
    this.open.add(controller);
    try {
      return await this.connection.withAbortSignal(controller.signal, () =>
        this.connection.withDeadline(Date.now() + this.deadlineMs, call),
      );
    } finally {
      this.open.delete(controller);
    }
  }

  end(): void {
    this.ended = true;
    for (const controller of this.open) controller.abort();
  }
}
