/** Gives a child the data of a call, one piece when it asks for one. */
import type { CallInput } from '../types';
import type { SandboxChild } from './child-process';

/** ms until a piece must have been read from where the data is kept. */
const READ_MS = 30_000;
/** Characters of a piece at most. */
const MAX_PIECE = 1024 * 1024;
/** Times that the data is read anew: a call starts again for modules that only the running program names. */
const MAX_READINGS = 10;

export class Pieces {
  private iterator: AsyncIterator<string> | undefined;
  private next = 0;
  private readings = 0;
  /** Piece that was read ahead: only then it is known if there is a further one. */
  private ahead: IteratorResult<string> | undefined;
  private broken: { error: unknown } | undefined;

  constructor(
    private readonly child: SandboxChild,
    private readonly input: CallInput,
    /** Sets the child's deadline: its own time, and so many ms besides. */
    private readonly guard: (ms: number) => void,
  ) {}

  /** Sends the piece. A child that asks for anything but the next one, or the first again, is no child of ours. */
  give(index: number): void {
    // Later than the reading's own deadline: what is not read in time is no fault of the program.
    this.guard(2 * READ_MS);
    inTime(this.read(index)).then(
      (piece) => {
        if (!piece) return this.child.kill('crash');
        this.guard(0);
        this.child.pass({ t: 'piece', ...piece });
      },
      (error: unknown) => {
        this.broken ??= { error };
        this.child.kill('crash');
      },
    );
  }

  private async read(index: number): Promise<{ text: string; last: boolean } | undefined> {
    if (index === 0) this.begin();
    if (index !== this.next || this.readings > MAX_READINGS || !this.iterator) return undefined;
    this.next++;
    const now = this.ahead ?? (await this.iterator.next());
    if (now.done === true && index > 0) return undefined;
    this.ahead = now.done === true ? now : await this.iterator.next();
    const text = now.done === true ? '' : now.value;
    if (text.length > MAX_PIECE) throw new Error(`a piece of ${text.length} characters`);
    return { text, last: this.ahead.done === true };
  }

  private begin(): void {
    this.close();
    this.iterator = this.input.pieces()[Symbol.asyncIterator]();
    this.readings++;
    this.next = 0;
    this.ahead = undefined;
  }

  /** Throws why the data could not be read, if so: that is no fault of the program. */
  throwIfBroken(): void {
    if (this.broken) throw this.broken.error;
  }

  /** Stops reading. A source that hangs is not waited for. */
  close(): void {
    const { iterator } = this;
    this.iterator = undefined;
    iterator?.return?.().catch(() => undefined);
  }
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const message = `A piece of the data could not be read within ${READ_MS / 1000} s: see if the store can be reached.`;
    timer = setTimeout(() => reject(new Error(message)), READ_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
