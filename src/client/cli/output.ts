import { randomBytes } from 'node:crypto';
import { styleText } from 'node:util';
import type { Language } from '../../domain/run/language';
import { speaker, type Say } from '../../domain/run/said';
import { shownText } from '../../domain/shown';
import { inCallersWords } from './command-name';
import { LiveLine, type Live } from './live-line';

type Style = Parameters<typeof styleText>[0];

/** Output of the CLI: results to stdout, progress to stderr, colours only on a terminal. */
export interface Output {
  /** Writes a line of the result. Of what a terminal obeys only Kintsugi's own colours are left in it. */
  print(line?: string): void;
  /** Writes a text that another program may read: as it is where no terminal shows it. */
  data(text: string): void;
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
  /** Makes the text of a form, in the language of the run that is shown, else of the settings. */
  say: Say;
}

/** Stands before each of Kintsugi's own colours until they are written, so that nobody else's pass for them. */
const OWN = `\u001b${randomBytes(8).toString('hex')}`;

/** A line without what a terminal would obey, but for Kintsugi's own colours, which are still marked. */
function plain(line: string): string {
  return line.split(OWN).map(shownText).join(OWN);
}

function shown(line: string): string {
  return plain(line).replaceAll(OWN, '\u001b');
}

function painted(style: Style, text: string): string {
  const [open = '', close = ''] = styleText(style, '|', { validateStream: false })
    .replaceAll('\u001b', OWN)
    .split('|');
  return open + plain(text) + close;
}

/** Makes the output. With `json` only the result is written, and no progress is shown. */
export function createOutput(options: { json: boolean; color: boolean; language?: Language }): Output {
  const terminal = process.stderr.isTTY && !options.json;
  const line = new LiveLine(process.stderr);
  let last = '';
  const clearProgress = () => {
    line.clear();
    last = '';
  };
  return {
    say: speaker(options.language ?? 'en'),
    interactive: terminal && process.stdin.isTTY && process.stdout.isTTY,
    print(text = '') {
      clearProgress();
      process.stdout.write(`${shown(text)}\n`);
    },
    data(text) {
      if (process.stdout.isTTY) return this.print(text);
      clearProgress();
      process.stdout.write(`${text}\n`);
    },
    hint(text) {
      this.print(inCallersWords(text));
    },
    note(text) {
      if (options.json) return;
      clearProgress();
      process.stderr.write(`${shown(inCallersWords(text))}\n`);
    },
    progress(text, live) {
      if (options.json) return;
      const { said } = live ?? {};
      if (terminal) line.show(shown(text), live && { ...live, ...(said && { said: shown(said) }) });
      else if (text !== last) process.stderr.write(`… ${shown(text)}\n`);
      last = text;
    },
    clearProgress,
    paint: (style, text) => (options.color && process.stdout.isTTY ? painted(style, text) : text),
  };
}
