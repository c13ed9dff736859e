/** A part of a text that is secret: from `start` up to, not including, `end`. */
export interface Span {
  start: number;
  end: number;
}

/** Finds what is secret in a text. Spans may overlap. */
export type Find = (text: string) => Span[];

/** The mark that stands where a secret stood. */
export const REDACTED = '[REDACTED]';

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
