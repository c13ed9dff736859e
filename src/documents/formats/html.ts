import { GrowingText } from '../types';

/** Elements that begin and end a line. */
const BLOCKS = new Set(
  'address article aside blockquote body caption center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html legend li main nav ol p pre section summary table title tr ul'.split(
    ' ',
  ),
);
/** Elements whose content nobody reads. */
const HIDDEN = new Set(['script', 'style', 'template', 'noscript', 'svg', 'math', 'object', 'iframe']);
const CELLS = new Set(['td', 'th']);

/** The text of an HTML document or a part of one, a line for each block. */
export async function htmlText(html: string, into = new GrowingText()): Promise<GrowingText> {
  const { Parser } = await import('htmlparser2');
  const lines = new Lines(into);
  let hidden = 0;
  let verbatim = 0;
  const parser = new Parser({
    onopentagname(name) {
      if (HIDDEN.has(name)) hidden += 1;
      if (name === 'pre') verbatim += 1;
      if (name === 'br' || BLOCKS.has(name)) lines.end();
      if (CELLS.has(name)) lines.gap('\t');
    },
    ontext(text) {
      if (hidden === 0) lines.add(text, verbatim > 0);
    },
    onclosetag(name) {
      if (HIDDEN.has(name)) hidden = Math.max(0, hidden - 1);
      if (name === 'pre') verbatim = Math.max(0, verbatim - 1);
      if (BLOCKS.has(name)) lines.end();
    },
  });
  // In pieces: what is too much ends the reading.
  for (let at = 0; at < html.length && !into.isFull; at += PIECE) parser.write(html.slice(at, at + PIECE));
  if (into.isFull) into.truncated = true;
  else parser.end();
  lines.end();
  return into;
}

const PIECE = 256 * 1024;

/** Lines without the blanks that only lay out the source. */
export class Lines {
  private line: string[] = [];
  private isEmpty = true;

  constructor(private readonly into: GrowingText) {}

  add(text: string, verbatim = false): void {
    const shown = verbatim ? text : text.replace(/[ \t\r\n\f]+/g, ' ');
    const part = this.isEmpty && !verbatim ? shown.trimStart() : shown;
    if (part === '') return;
    this.line.push(part);
    this.isEmpty = false;
  }

  /** Something between two parts of a line, but not at its start. */
  gap(mark: string): void {
    if (!this.isEmpty) this.line.push(mark);
  }

  end(): void {
    const text = this.line.join('').trimEnd();
    if (text !== '') this.into.add(`${text}\n`);
    this.line = [];
    this.isEmpty = true;
  }
}
