/** Children made ahead, handed out one at a time. As many are at work as there may be; a dead one is replaced. */
import { enqueue, presentTurn } from '../../machine/turns';
import { SandboxChild } from './child-process';
import type { ChildFiles } from './launch';

/** ms until a new child must have said that it is ready. */
const START_TIMEOUT_MS = 20_000;

/** Rounds of failed starts in a row after which waiting requests are told. */
const MAX_FAILED_STARTS = 3;

/** ms between rounds of starts after the first that failed; doubled after each. */
const FIRST_PAUSE_MS = 100;

/** Requests after which a child is replaced, and growth in bytes since it was new. */
const MAX_SERVED = 2_000;
const MAX_GROWTH = 192 * 1024 * 1024;

interface Waiter {
  turn: number;
  resolve(child: SandboxChild): void;
  reject(error: Error): void;
}

/**
 * Pool of children. It holds one more than may work, so that a request after a kill does not wait for a start (about
 * 130 ms).
 */
export class ChildPool {
  private readonly idle: SandboxChild[] = [];
  private readonly live = new Set<SandboxChild>();
  /** Those of the live that have not said yet that they are ready. */
  private readonly starting = new Set<SandboxChild>();
  private readonly dying = new Set<SandboxChild>();
  private readonly waiting: Waiter[] = [];
  private working = 0;
  private failedStarts = 0;
  /** Runs until children are started again after a start that failed. */
  private pause: NodeJS.Timeout | undefined;
  /** Children are not started until somebody asks for one. */
  private dormant = false;
  private closed: Error | undefined;

  constructor(
    private readonly files: ChildFiles,
    private readonly size: number,
  ) {
    this.fill();
  }

  /** Requests that wait for a child. */
  get queue(): number {
    return this.waiting.length;
  }

  /** Process ids of the children that live. */
  pids(): number[] {
    return [...this.live].flatMap((child) => (child.pid === undefined ? [] : [child.pid]));
  }

  private fill(): void {
    while (!this.closed && !this.pause && !this.dormant && this.live.size < this.size + 1) this.start();
  }

  private create(): SandboxChild | undefined {
    try {
      return new SandboxChild(this.files);
    } catch (error) {
      this.startFailed(error instanceof Error ? error.message : String(error));
      return undefined;
    }
  }

  private start(): void {
    const child = this.create();
    if (!child) return;
    this.live.add(child);
    this.starting.add(child);
    child.guard({ ms: START_TIMEOUT_MS, growth: Infinity });
    child.listen({
      message: (message) => {
        if (message.t !== 'ready') return child.kill('crash');
        this.starting.delete(child);
        this.failedStarts = 0;
        this.dormant = false;
        child.markIdle();
        this.rest(child);
      },
      died: () => {
        this.starting.delete(child);
        this.live.delete(child);
        this.startFailed(child.stderr);
        this.forget(child);
      },
    });
  }

  /** Handles a failed start: tries again after a pause, which grows, since the cause may pass. */
  private startFailed(stderr: string): void {
    // Children are started together and fail together: that is one failure.
    if (this.closed || this.pause || this.dormant) return;
    this.failedStarts++;
    if (this.failedStarts >= MAX_FAILED_STARTS && this.live.size === this.starting.size) {
      this.giveUp(stderr);
      return;
    }
    const rounds = Math.min(this.failedStarts, MAX_FAILED_STARTS + 3);
    this.pause = setTimeout(
      () => {
        this.pause = undefined;
        this.fill();
      },
      FIRST_PAUSE_MS * 2 ** (rounds - 1),
    );
  }

  /** A machine where no child starts must say so rather than try for ever; the next request tries once more. */
  private giveUp(stderr: string): void {
    this.dormant = true;
    const said = stderr.trim().split('\n').slice(0, 5).join('\n');
    const error = new Error(
      `The sandbox can't start its child process. ${said || 'It ended without a message.'}`,
    );
    for (const waiter of this.waiting.splice(0)) waiter.reject(error);
  }

  private wake(): void {
    if (!this.dormant) return;
    this.dormant = false;
    // A child of the last round may still be dying: its end must not speak for the new one.
    this.failedStarts = 0;
    this.fill();
  }

  /** An idle child has nothing to say. */
  private rest(child: SandboxChild): void {
    child.guard(undefined);
    child.listen({ message: () => child.kill('crash'), died: () => this.forget(child) });
    this.idle.push(child);
    this.serve();
  }

  private serve(): void {
    while (this.working < this.size && this.idle.length > 0) {
      const waiter = this.waiting.shift();
      const child = waiter && this.idle.shift();
      if (!child) return;
      this.working++;
      waiter.resolve(child);
    }
  }

  /** A child of one's own, to be given back. Rejects when the signal aborts or the pool is closed. */
  take(signal?: AbortSignal): Promise<SandboxChild> {
    if (this.closed) return Promise.reject(this.closed);
    if (signal?.aborted) return Promise.reject(signal.reason as Error);
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        this.waiting.splice(this.waiting.indexOf(waiter), 1);
        reject(signal?.reason as Error);
      };
      const settled = (): void => signal?.removeEventListener('abort', abort);
      const waiter: Waiter = {
        turn: presentTurn(),
        resolve: (child) => {
          settled();
          resolve(child);
        },
        reject: (error) => {
          settled();
          reject(error);
        },
      };
      signal?.addEventListener('abort', abort, { once: true });
      enqueue(this.waiting, waiter);
      this.wake();
      this.serve();
    });
  }

  /** Takes a child back. One that is dead, worn or not `clean` is replaced. */
  give(child: SandboxChild, clean: boolean): void {
    this.working--;
    child.served++;
    const worn = child.served >= MAX_SERVED || child.growth() > MAX_GROWTH;
    if (clean && !worn && !child.dead && !this.closed) {
      this.rest(child);
      return;
    }
    child.listen(undefined);
    child.kill('aborted');
    this.forget(child);
    this.serve();
  }

  private forget(child: SandboxChild): void {
    this.live.delete(child);
    const index = this.idle.indexOf(child);
    if (index >= 0) this.idle.splice(index, 1);
    if (!child.dead) {
      this.dying.add(child);
      void child.exited.then(() => this.dying.delete(child));
    }
    this.fill();
  }

  /** Ends all children and waits until they are gone. */
  async close(reason = new Error('The sandbox is closed.')): Promise<void> {
    this.closed ??= reason;
    clearTimeout(this.pause);
    for (const waiter of this.waiting.splice(0)) waiter.reject(this.closed);
    const children = [...this.live, ...this.dying];
    for (const child of children) child.kill('aborted');
    await Promise.all(children.map((child) => child.exited));
  }
}
