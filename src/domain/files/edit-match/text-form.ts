import { markOf, splitLines } from './lines';

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
