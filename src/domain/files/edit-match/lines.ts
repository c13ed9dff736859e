/** One line and what ends it: `\n`, `\r\n`, `\r`, or nothing at the end of a text without a final newline. */
export interface TextLine {
  text: string;
  end: string;
}

/** A text as its lines; `mark` is its byte-order mark, or empty. */
export interface LinedText {
  mark: string;
  lines: TextLine[];
}

/** The byte-order mark as a character, and as its three bytes in a text of one character a byte. */
const MARKS = ['\ufeff', '\u00ef\u00bb\u00bf'];

/** The lines of a text. `joinLines` gives the same text back, whatever it is. */
export function splitLines(text: string): LinedText {
  const mark = markOf(text);
  const lines: TextLine[] = [];
  const newline = newlineOf(text);
  for (let at = mark.length; at < text.length;) {
    const found = text.indexOf(newline, at);
    if (found < 0) {
      lines.push({ text: text.slice(at), end: '' });
      break;
    }
    const wide = newline === '\n' && found > at && text[found - 1] === '\r';
    const stop = wide ? found - 1 : found;
    lines.push({ text: text.slice(at, stop), end: text.slice(stop, found + 1) });
    at = found + 1;
  }
  return { mark, lines };
}

/**
 * Line ending of a text, after a CR or not. A lone CR ends lines only if nothing else does and more than one line shows
 * it; elsewhere it is part of a line, as in git.
 */
export function newlineOf(text: string): '\n' | '\r' {
  const first = text.indexOf('\r');
  return !text.includes('\n') && first >= 0 && first < text.length - 1 ? '\r' : '\n';
}

/** The inverse of `splitLines`. */
export function joinLines({ mark, lines }: LinedText): string {
  return mark + lines.map(({ text, end }) => text + end).join('');
}

/** The byte-order mark that a text begins with, or an empty text. */
export function markOf(text: string): string {
  return MARKS.find((mark) => text.startsWith(mark)) ?? '';
}

/** The lines of a passage, without ends and mark. An empty passage has none; a final newline begins no further line. */
export function passageLines(passage: string): string[] {
  return splitLines(passage).lines.map(({ text }) => text);
}
