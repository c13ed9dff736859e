/** One line and what ends it: `\n`, `\r\n`, `\r`, or nothing at the end of a text without a final newline. */
export interface TextLine {
  text: string;
  end: string;
}

/** A text as its lines; `mark` is its byte-order mark, or empty. */
export interface LinedText {
  mark: string;
  lines: readonly TextLine[];
}

/** The byte-order mark as a character, and as its three bytes in a text of one character a byte. */
const MARKS = ['\ufeff', '\u00ef\u00bb\u00bf'];

/** The byte-order mark that a text begins with, or an empty text. */
export function markOf(text: string): string {
  return MARKS.find((mark) => text.startsWith(mark)) ?? '';
}

/** The lines of a text. `joinLines` gives the same text back, whatever it is. */
export function splitLines(text: string): LinedText {
  const mark = markOf(text);
  const newline = newlineOf(text);
  const parts = text.slice(mark.length).split(newline);
  const rest = parts.pop() ?? '';
  const lines = parts.map((part) =>
    newline === '\n' && part.endsWith('\r')
      ? { text: part.slice(0, -1), end: '\r\n' }
      : { text: part, end: newline },
  );
  return { mark, lines: rest === '' ? lines : [...lines, { text: rest, end: '' }] };
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

/** The lines of a passage, without ends and mark. An empty passage has none; a final newline begins no further line. */
export function passageLines(passage: string): string[] {
  return splitLines(passage).lines.map(({ text }) => text);
}

/**
 * A file's whole new text in the form of the old one: with its byte-order mark, and with CRLF if every line ended so.
 * For authors who see neither, and so do not mean to change them.
 */
export function inFormOf(old: string, text: string): string {
  const mark = markOf(old);
  const marked = mark !== '' && markOf(text) === '' ? mark + text : text;
  const ends = splitLines(old).lines.flatMap(({ end }) => (end === '' ? [] : [end]));
  const wide = ends.length > 0 && ends.every((end) => end === '\r\n');
  return wide && !text.includes('\r') ? marked.replaceAll('\n', '\r\n') : marked;
}

// Blanks are spaces and tabs, and the CR that a line end may leave: others are characters of the text.

/** The spaces and tabs before the first other character. */
export function indentOf(line: string): string {
  let at = 0;
  while (line[at] === ' ' || line[at] === '\t') at += 1;
  return line.slice(0, at);
}

/** The line without blanks at its end. A regular expression would take quadratic time for long runs inside. */
export function withoutTrailing(line: string): string {
  let end = line.length;
  while (end > 0 && ' \t\r'.includes(line.charAt(end - 1))) end -= 1;
  return line.slice(0, end);
}

/** The line without the CR that may end it. */
export function withoutCr(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

/** The line without blanks at both ends. */
export function contentOf(line: string): string {
  return withoutTrailing(line).slice(indentOf(line).length);
}

/** Like `contentOf`, each run of blanks as one space. */
export function collapsed(line: string): string {
  return contentOf(line).replace(/[ \t]+/g, ' ');
}

/** True if a line holds blanks only. */
export function isBlank(line: string): boolean {
  return withoutTrailing(line) === '';
}

/** True if a line says something: a brace or an empty line stands everywhere. */
export function isTelling(line: string): boolean {
  return /[A-Za-z0-9_$\u0080-\uffff]/.test(line);
}
