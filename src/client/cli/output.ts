import { styleText } from 'node:util';
import { inCallersWords } from './command-name';
import { LiveLine, type Live } from './live-line';

type Style = Parameters<typeof styleText>[0];

/** Output of the CLI: results to stdout, progress to stderr, colours only on a terminal. */
export interface Output {
  /** Writes a line of the result. */
  print(line?: string): void;
  /** Writes a line of the result with the caller's own command in it. Not for lines that hold text of the user's files. */
  hint(line: string): void;
  /** Writes a line about what is going on, to stderr. */
  note(line: string): void;
  /** Shows a line of progress. On a terminal it is one live line, which `live` adds to. */
  progress(line: string, live?: Live): void;
  /** Removes the progress line. */
  clearProgress(): void;
  paint(style: Style, text: string): string;
  readonly interactive: boolean;
}

/** Makes the output. With `json` only the result is written, and no progress is shown. */
export function createOutput(options: { json: boolean; color: boolean }): Output {
  const terminal = process.stderr.isTTY && !options.json;
  const line = new LiveLine(process.stderr);
  let shown = '';
  const clearProgress = () => {
    line.clear();
    shown = '';
  };
  return {
    interactive: terminal && process.stdin.isTTY && process.stdout.isTTY,
    print(text = '') {
      clearProgress();
      process.stdout.write(`${text}\n`);
    },
    hint(text) {
      this.print(inCallersWords(text));
    },
    note(text) {
      if (options.json) return;
      clearProgress();
      process.stderr.write(`${inCallersWords(text)}\n`);
    },
    progress(text, live) {
      if (options.json) return;
      if (terminal) line.show(text, live);
      else if (text !== shown) process.stderr.write(`… ${text}\n`);
      shown = text;
    },
    clearProgress,
    paint: (style, text) =>
      options.color && process.stdout.isTTY ? styleText(style, text, { validateStream: false }) : text,
  };
}
