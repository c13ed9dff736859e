import { styleText } from 'node:util';
import { inCallersWords } from './command-name';

type Style = Parameters<typeof styleText>[0];

/** Output of the CLI: results to stdout, progress to stderr, colours only on a terminal. */
export interface Output {
  /** Writes a line of the result. */
  print(line?: string): void;
  /** Writes a line of the result with the caller's own command in it. Not for lines that hold text of the user's files. */
  hint(line: string): void;
  /** Writes a line about what is going on, to stderr. */
  note(line: string): void;
  /** Shows a line of progress. On a terminal it replaces the last one. */
  progress(line: string): void;
  /** Removes the progress line. */
  clearProgress(): void;
  paint(style: Style, text: string): string;
  readonly interactive: boolean;
}

/** Makes the output. With `json` only the result is written, and no progress is shown. */
export function createOutput(options: { json: boolean; color: boolean }): Output {
  const terminal = process.stderr.isTTY && !options.json;
  let shown = '';
  const clearProgress = () => {
    if (shown !== '' && terminal) process.stderr.write('\r\u001b[2K');
    shown = '';
  };
  return {
    interactive: terminal && process.stdin.isTTY && process.stdout.isTTY,
    print(line = '') {
      clearProgress();
      process.stdout.write(`${line}\n`);
    },
    hint(line) {
      this.print(inCallersWords(line));
    },
    note(line) {
      if (options.json) return;
      clearProgress();
      process.stderr.write(`${inCallersWords(line)}\n`);
    },
    progress(line) {
      if (options.json || line === shown) return;
      if (terminal) process.stderr.write(`\r\u001b[2K${line.slice(0, (process.stderr.columns ?? 80) - 1)}`);
      else process.stderr.write(`${line}\n`);
      shown = line;
    },
    clearProgress,
    paint: (style, text) =>
      options.color && process.stdout.isTTY ? styleText(style, text, { validateStream: false }) : text,
  };
}
