import { elapsedText } from '../../domain/run/times';

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MS = 100;

/** Facts that the live line shows besides what is going on. */
export interface Live {
  /** Start of the run. */
  since: Date;
  /** Tokens and cost so far. Empty: none. */
  spent: string;
  /** Text that a model is saying. */
  said?: string;
}

/** One line of a terminal that is painted anew ten times a second, with a spinner and the time since the run began. */
export class LiveLine {
  private text = '';
  private live: Live | undefined;
  private frame = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly terminal: Pick<NodeJS.WriteStream, 'write' | 'columns'>) {}

  show(text: string, live?: Live): void {
    Object.assign(this, { text, live });
    this.paint();
    this.timer ??= setInterval(() => this.paint(), FRAME_MS);
    this.timer.unref();
  }

  clear(): void {
    if (!this.timer) return;
    clearInterval(this.timer);
    this.timer = undefined;
    this.terminal.write('\r\u001b[2K');
  }

  private paint(): void {
    this.frame = (this.frame + 1) % FRAMES.length;
    const { since, spent = '', said = '' } = this.live ?? {};
    const elapsed = since ? [elapsedText(Date.now() - since.getTime())] : [];
    const parts = [...elapsed, ...(spent === '' ? [] : [spent]), this.text];
    // A terminal that does not tell its width says 0 or nothing.
    const columns = this.terminal.columns || 80;
    const line = `${FRAMES[this.frame] ?? ''} ${parts.join(' · ')}`;
    this.terminal.write(`\r\u001b[2K${withSaid(line, said, columns - 1)}`);
  }
}

/** Columns that what a model says gets at least, where there are so many. */
const SAID_COLUMNS = 40;

/** A line with the newest of what a model says behind it. */
function withSaid(line: string, said: string, columns: number): string {
  if (said === '') return cutTo(line, columns);
  const head = cutTo(line, Math.max(columns - SAID_COLUMNS, SAID_COLUMNS));
  const room = Math.max(0, Math.floor((columns - head.length - 3) / (isNarrow(said) ? 1 : 2)));
  const tail = said.replaceAll(/[\s\p{Cc}]+/gu, ' ').slice(-room);
  return cutTo(room > 0 ? `${head} · ${tail}` : head, columns);
}

function isNarrow(text: string): boolean {
  return [...text].every((character) => (character.codePointAt(0) ?? 0) < FIRST_WIDE);
}

/** Code points from here on, of Chinese and its neighbours, take two columns. */
const FIRST_WIDE = 0x1100;
const NARROW = /[\u2000-\u2bff]/;

/** Columns that a text takes on a terminal. */
export function columnsOf(text: string): number {
  return [...text].reduce((sum, character) => {
    const isWide = (character.codePointAt(0) ?? 0) >= FIRST_WIDE && !NARROW.test(character);
    return sum + (isWide ? 2 : 1);
  }, 0);
}

/** The beginning of a text that fits a number of columns, in one line. */
export function cutTo(text: string, columns: number): string {
  let width = 0;
  let cut = '';
  for (const character of text.replaceAll(/\s+/g, ' ')) {
    width += columnsOf(character);
    if (width > columns) return cut;
    cut += character;
  }
  return cut;
}
