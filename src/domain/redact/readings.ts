/** A part of a text that is secret: from `start` up to, not including, `end`. */
export interface Span {
  start: number;
  end: number;
}

/** Finds what is secret in a text. Spans may overlap. */
export type Find = (text: string) => Span[];

/** The mark that stands where a secret stood. */
export const REDACTED = '[REDACTED]';

/** A part of a text that is left out in another reading of it, or stands for one character there. */
interface Cut {
  start: number;
  length: number;
  /** Empty: nothing. */
  stands: string;
}

/** Marks that break up a text but not its sense: colours, line ends with the next line's indent, marks without width. */
const BREAK = /\u001b\[[\d;]{0,24}[A-Za-z]|\r?\n[ \t]{0,64}|[\u00ad\u200b-\u200d\u2060\ufeff]/g;
const COLOUR = /\u001b\[[\d;]{0,24}[A-Za-z]|[\u00ad\u200b-\u200d\u2060\ufeff]/g;

/** Finds also what such breaks lie within or beside. `lines`: ends of lines are none of the text either. */
export function throughBreaks(find: Find, { lines }: { lines: boolean }): Find {
  const breaks = lines ? BREAK : COLOUR;
  return (text) =>
    withReading(
      { here: find, there: find },
      text,
      [...text.matchAll(breaks)].map(({ index, 0: { length } }) => ({ start: index, length, stands: '' })),
    );
}

/** Bytes as addresses and programs write them (`%41`, `\x41`, `\101`), and characters as JSON, code and HTML do. */
const ESCAPE =
  /%([\da-f]{2})|\\x([\da-f]{2})|\\([0-3]?[0-7]{2})|\\u([\da-f]{4})|&#x([\da-f]{1,4});|&#(\d{1,5});|\\([^\w\s])|\\([nrt])|&(amp|lt|gt|quot|apos);/gi;
const NAMED: Readonly<Record<string, string>> = {
  ...{ n: '\n', r: '\r', t: '\t' },
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" },
};

export function readEscapes(text: string): string {
  return text.replace(ESCAPE, (...match: string[]) => meaningOf(match));
}

/** Finds also what is written with escapes, all of it or a part, and so many times. Escaped bytes read as characters of these codes. */
export function throughEscapes(find: Find, times = 1): Find {
  return (text) => {
    if (!/[%\\&]/.test(text)) return find(text);
    return withReading(
      { here: find, there: times > 1 ? throughEscapes(find, times - 1) : find },
      text,
      [...text.matchAll(ESCAPE)].map((match) => ({
        start: match.index,
        length: match[0].length,
        stands: meaningOf(match),
      })),
    );
  };
}

function meaningOf(match: readonly (string | undefined)[]): string {
  const [, percent, x, octal, u, htmlHex, htmlCode, mark, letter, name] = match;
  const hex = percent ?? x ?? u ?? htmlHex;
  if (hex !== undefined) return String.fromCharCode(parseInt(hex, 16));
  if (octal !== undefined) return String.fromCharCode(parseInt(octal, 8));
  if (htmlCode !== undefined) return String.fromCharCode(Number(htmlCode));
  return mark ?? NAMED[(letter ?? name ?? '').toLowerCase()] ?? '';
}

/** Spans of a text as it is, and as it reads with these cuts. */
function withReading(
  { here, there }: { here: Find; there: Find },
  text: string,
  cuts: readonly Cut[],
): Span[] {
  const found = here(text);
  if (cuts.length === 0) return found;
  const parts: string[] = [];
  let done = 0;
  for (const { start, length, stands } of cuts) {
    parts.push(text.slice(done, start), stands);
    done = start + length;
  }
  parts.push(text.slice(done));
  return [...found, ...placed(there(parts.join('')), cuts)];
}

/** Spans of the other reading, as spans of the text itself: what stands for a character belongs to the span whole. */
function placed(spans: readonly Span[], cuts: readonly Cut[]): Span[] {
  const ends = spans.flatMap(({ start, end }, index) => [
    { at: start, index, isStart: true },
    { at: end - 1, index, isStart: false },
  ]);
  ends.sort((one, other) => one.at - other.at);
  const found = spans.map(({ start, end }) => ({ start, end }));
  let next = 0;
  let shift = 0;
  for (const { at, index, isStart } of ends) {
    let cut = cuts[next];
    while (cut && cut.start - shift < at + 1 - cut.stands.length) {
      shift += cut.length - cut.stands.length;
      cut = cuts[(next += 1)];
    }
    const isWithin = cut !== undefined && cut.stands !== '' && cut.start - shift === at;
    const span = found[index];
    if (span && isStart) span.start = at + shift;
    else if (span) span.end = at + shift + (isWithin && cut ? cut.length : 1);
  }
  return found;
}

/** The text with one mark for each run of spans that overlap or touch. */
export function replaceSpans(text: string, spans: Span[]): string {
  if (spans.length === 0) return text;
  spans.sort((a, b) => a.start - b.start);
  const parts: string[] = [];
  let done = 0;
  let marked = -1;
  for (const { start, end } of spans) {
    if (end <= done) continue;
    if (start > done || marked !== done) parts.push(text.slice(done, Math.max(start, done)), REDACTED);
    done = end;
    marked = end;
  }
  parts.push(text.slice(done));
  return parts.join('');
}
