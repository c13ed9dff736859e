/** Most lines that a refusal shows, and most characters of each. */
const SHOWN_LINES = 12;
const SHOWN_CHARS = 160;
/** Lines of the search text that are compared: more say nothing new, and each costs a pass over the file. */
const COMPARED_LINES = 20;

/** The part of a text that looks most like what was searched for, with line numbers from 1; undefined for an empty text. */
export function nearestLines(text: string, search: string): string | undefined {
  const lines = splitLines(text);
  const wanted = splitLines(search)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, COMPARED_LINES);
  if (wanted.length === 0 || text === '') return undefined;
  const scores = lines.map((line) => wanted.map((want) => likeness(line.trim(), want)));
  let best = { start: 0, score: -1 };
  for (let start = 0; start < lines.length; start += 1) {
    let score = 0;
    for (let offset = 0; offset < wanted.length; offset += 1) score += scores[start + offset]?.[offset] ?? 0;
    if (score > best.score) best = { start, score };
  }
  return best.score <= 0 ? undefined : numbered(lines, best.start, Math.min(wanted.length, SHOWN_LINES));
}

/** The lines around each given offset, with line numbers from 1. */
export function linesAt(text: string, offsets: readonly number[]): string {
  const lines = splitLines(text);
  return offsets
    .slice(0, SHOWN_LINES)
    .map((offset) => numbered(lines, splitLines(text.slice(0, offset)).length - 1, 1))
    .join('\n');
}

/** Lines without their ends, whichever of LF, CRLF and CR ends them. */
function splitLines(text: string): string[] {
  return text.split(/\r\n|\n|\r/);
}

function numbered(lines: readonly string[], start: number, count: number): string {
  return lines
    .slice(start, start + count)
    .map(
      (line, index) =>
        `${start + index + 1}: ${line.length <= SHOWN_CHARS ? line : `${line.slice(0, SHOWN_CHARS)}…`}`,
    )
    .join('\n');
}

/** 1 for equal lines, else the share of words in common. */
function likeness(line: string, want: string): number {
  if (line === want) return 1;
  const have = new Set(words(line));
  const asked = new Set(words(want));
  if (have.size === 0 || asked.size === 0) return 0;
  let common = 0;
  for (const word of asked) if (have.has(word)) common += 1;
  return (2 * common) / (have.size + asked.size) - 0.01;
}

function words(line: string): string[] {
  return line.match(/[\p{L}\p{N}_$]+|[^\s\p{L}\p{N}_$]/gu) ?? [];
}
