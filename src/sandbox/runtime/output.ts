/** Console output of one test file, within its limit. */
import type { ConsoleEntry } from '../runtime-protocol';
import { cut } from './errors';

/** Characters kept of one entry. */
const MAX_ENTRY = 16 * 1024;

/** Cost of an entry besides its text: even an empty one is kept, sent and parsed as an object. */
const ENTRY_COST = 16;

const ERROR_LEVELS = new Set(['warn', 'error']);

export class Output {
  private readonly out: string[] = [];
  private readonly err: string[] = [];
  private left: number;

  /** `limit` in characters; `onEntry` gets what is kept. */
  constructor(
    limit: number,
    private readonly onEntry: (entry: ConsoleEntry) => void,
  ) {
    this.left = limit;
  }

  /** The limit is reached. */
  get full(): boolean {
    return this.left <= 0;
  }

  add(level: string, whole: string): void {
    if (this.full) return;
    const text = cut(whole, MAX_ENTRY);
    this.left -= text.length + ENTRY_COST;
    const kept =
      this.left > 0 ? text : `${text.slice(0, Math.max(0, text.length + this.left))}… output limit reached`;
    (ERROR_LEVELS.has(level) ? this.err : this.out).push(kept);
    this.onEntry({ level, text: kept });
  }

  streams(): { stdout: string; stderr: string } {
    const lines = (texts: string[]): string => (texts.length === 0 ? '' : `${texts.join('\n')}\n`);
    return { stdout: lines(this.out), stderr: lines(this.err) };
  }
}
