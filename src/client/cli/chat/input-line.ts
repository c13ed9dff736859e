import { createInterface, type Interface, type Key } from 'node:readline';
import type { Completion } from '../../../domain/session/chat-input';

/** Marks that a terminal puts around what is pasted, once it is asked to. */
const MARK_PASTES = '\u001b[?2004h';
const UNMARK_PASTES = '\u001b[?2004l';
/** Sign for the end of a line in an input of several lines that is recalled into one. */
const LINE_END = '␤';
const LEAVE_HINT = 'Ctrl-C again leaves, as Ctrl-D does; the session goes on.';

/** Parts of an input line. */
export interface InputOptions {
  readonly prompt: string;
  /** Inputs before, newest first. */
  readonly history: readonly string[];
  complete(line: string): Completion;
  /** Text that the line begins with. */
  readonly given?: string;
}

/**
 * Reads one input on the terminal: a line, or several that were pasted or end in a backslash. Undefined: the user leaves,
 * by Ctrl-D or by Ctrl-C twice. Each input has an interface of its own, so that questions can have the terminal between two.
 */
export async function readInput(options: InputOptions): Promise<string | undefined> {
  const lines = createInterface({
    input: process.stdin,
    output: process.stdout,
    prompt: options.prompt,
    history: options.history.map((one) => one.replaceAll('\n', LINE_END)),
    completer: (line: string): [string[], string] => {
      const { fits, part } = options.complete(line);
      return [[...fits], part];
    },
  });
  process.stdout.write(MARK_PASTES);
  try {
    return await new InputLine(lines, options).read();
  } finally {
    process.stdout.write(UNMARK_PASTES);
    lines.close();
  }
}

class InputLine {
  /** Lines that the input has so far, before the one being typed. */
  private held: string[] = [];
  private isPasting = false;
  private isWarned = false;

  constructor(
    private readonly lines: Interface,
    private readonly options: InputOptions,
  ) {}

  read(): Promise<string | undefined> {
    const { lines } = this;
    return new Promise((resolve) => {
      const onKey = (_: string | undefined, key: Key | undefined): void => {
        // The next line is another one: what is pasted arrives between these two.
        if (key?.name === 'paste-start') this.isPasting = true;
        if (key?.name === 'paste-end') this.isPasting = false;
      };
      const end = (input: string | undefined): void => {
        process.stdin.off('keypress', onKey);
        resolve(input);
      };
      process.stdin.on('keypress', onKey);
      lines.on('line', (line) => {
        const whole = this.take(line);
        if (whole !== undefined) end(whole.replaceAll(LINE_END, '\n'));
      });
      lines.on('SIGINT', () => this.interrupt());
      lines.once('close', () => end(undefined));
      lines.prompt();
      if (this.options.given !== undefined) lines.write(this.options.given.replaceAll('\n', LINE_END));
    });
  }

  /** The whole input once this line completes it. */
  private take(line: string): string | undefined {
    this.isWarned = false;
    const goesOn = !this.isPasting && line.endsWith('\\');
    if (!this.isPasting && !goesOn) return [...this.held, line].join('\n');
    this.held.push(goesOn ? line.slice(0, -1) : line);
    this.lines.setPrompt(this.isPasting ? '' : '… ');
    this.lines.prompt();
    return undefined;
  }

  /** Ctrl-C: cancels what is typed; where nothing is, warns, then leaves. */
  private interrupt(): void {
    const { lines } = this;
    const isEmpty = lines.line === '' && this.held.length === 0;
    if (isEmpty && this.isWarned) {
      process.stdout.write('\n');
      lines.close();
      return;
    }
    this.isWarned = isEmpty;
    this.held = [];
    process.stdout.write(isEmpty ? `\n${LEAVE_HINT}\n` : '^C\n');
    lines.write(null, { ctrl: true, name: 'e' });
    lines.write(null, { ctrl: true, name: 'u' });
    lines.setPrompt(this.options.prompt);
    lines.prompt();
  }
}
