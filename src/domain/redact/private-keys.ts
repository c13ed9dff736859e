import type { Span } from './spans';

const BEGIN = '-----BEGIN ';
const END = '-----END ';
/** Of `RSA PRIVATE KEY`, `PGP PRIVATE KEY BLOCK` and the like. */
const LONGEST_LABEL = 64;
const LONGEST_LINE = 100;
/** A line of a key with the signs of a diff before it. */
const KEY_LINE = /^[ >|+-]{0,8}[A-Za-z0-9+/=]{16,80}\r?$/;

/** Private keys in PEM form; also where the text begins or ends within one. */
export function privateKeySpans(text: string): Span[] {
  const spans: Span[] = [];
  let done = 0;
  for (let at = text.indexOf('-----'); at !== -1; at = text.indexOf('-----', at + 5)) {
    if (text.startsWith(BEGIN, at) && isPrivate(text, at + BEGIN.length)) {
      const close = text.indexOf(END, at);
      const end = close === -1 ? text.length : endOfLabel(text, close + END.length);
      spans.push({ start: at, end });
      done = end;
      at = end - 5;
    } else if (at >= done && text.startsWith(END, at) && isPrivate(text, at + END.length)) {
      const end = endOfLabel(text, at + END.length);
      spans.push({ start: startOfLines(text, at, done), end });
      done = end;
      at = end - 5;
    }
  }
  return spans;
}

function isPrivate(text: string, label: number): boolean {
  const close = text.indexOf('-----', label);
  return close !== -1
    ? close - label <= LONGEST_LABEL && text.slice(label, close).includes('PRIVATE KEY')
    : text.startsWith('PRIVATE KEY', label) || /^[A-Z0-9 ]{0,32}PRIV/.test(text.slice(label, label + 48));
}

function endOfLabel(text: string, label: number): number {
  const close = text.indexOf('-----', label);
  return close === -1 || close - label > LONGEST_LABEL ? text.length : close + 5;
}

/** Start of the lines of base64 that stand before a closing line. */
function startOfLines(text: string, closing: number, done: number): number {
  let start = closing;
  for (;;) {
    const first = Math.max(done, start - LONGEST_LINE);
    const above = text.slice(first, start);
    if (!above.endsWith('\n')) return start;
    const line = above.slice(above.lastIndexOf('\n', above.length - 2) + 1, -1);
    if (!KEY_LINE.test(line)) return start;
    start -= line.length + 1;
  }
}
