import { hunkOf, type HunkLine } from './edit-match/hunk';
import { splitLines } from './edit-match/text';
import { collapsed, contentOf, isBlank, withoutTrailing } from './edit-match/text';

/** Most rows that a refusal shows, and most characters of each. */
const SHOWN_ROWS = 14;
const SHOWN_CHARS = 200;
/** Rows before the first difference. */
const ROWS_BEFORE = 3;
/** Lines of the search text that are compared: more say nothing new, and each costs a pass over the file. */
const COMPARED_LINES = 200;
/** Larger files are not compared. */
const COMPARED_CHARS = 8_000_000;
/** Lines of the file that may stand between those that are compared. */
const SLACK = 4;

/** A row of a comparison: a line of the file with its number, or one that was expected and is not there. */
interface Row {
  number?: number;
  text: string;
}

/**
 * Part of a text that is most like the expected one, with line numbers from 1. `≠:` marks expected lines that are
 * missing. Undefined: nothing is alike.
 */
export function nearestLines(text: string, expected: string): string | undefined {
  if (text.length > COMPARED_CHARS) return undefined;
  const lines = textLines(text);
  const wanted = textLines(expected)
    .filter((line) => !isBlank(line))
    .slice(0, COMPARED_LINES);
  const start = likeliestStart(lines, wanted);
  if (start === undefined) return undefined;
  const there = lines.slice(start, start + wanted.length + SLACK);
  const loose = rowsOf(wanted, there, start, collapsed);
  return shown(loose.some(isMissing) ? loose : rowsOf(wanted, there, start, withoutTrailing));
}

/** The lines of the given numbers, from 1. */
export function linesAt(text: string, numbers: readonly number[]): string {
  const lines = textLines(text);
  return numbers
    .slice(0, SHOWN_ROWS)
    .map((number) => `${number}: ${clipped(lines[number - 1] ?? '', 0)}`)
    .join('\n');
}

function textLines(text: string): string[] {
  return splitLines(text).lines.map((line) => line.text);
}

/** The line where the expected ones, blank lines left out, have most words in common with what follows it. */
function likeliestStart(lines: readonly string[], wanted: readonly string[]): number | undefined {
  const solid = lines.flatMap((line, index) => (isBlank(line) ? [] : [index]));
  const contents = solid.map((index) => contentOf(lines[index] ?? ''));
  const byWord = new Map<string, number[]>();
  const counts = contents.map((content, index) => {
    const own = words(content);
    for (const word of own) {
      const known = byWord.get(word);
      if (known) known.push(index);
      else byWord.set(word, [index]);
    }
    return own.size;
  });
  const total = new Float64Array(solid.length);
  wanted.forEach((line, offset) => {
    const content = contentOf(line);
    const asked = words(content);
    const common = new Map<number, number>();
    for (const word of asked)
      for (const index of byWord.get(word) ?? []) common.set(index, (common.get(index) ?? 0) + 1);
    for (const [index, shared] of common) {
      if (index < offset) continue;
      const likeness =
        contents[index] === content ? 1 : (2 * shared) / ((counts[index] ?? 0) + asked.size) - 0.01;
      total[index - offset] = (total[index - offset] ?? 0) + likeness;
    }
  });
  const best = total.reduce((top, score, index) => (score > (total[top] ?? 0) ? index : top), 0);
  return (total[best] ?? 0) > 0 ? solid[best] : undefined;
}

function words(line: string): Set<string> {
  return new Set(line.match(/[\p{L}\p{N}_$]+|[^\s\p{L}\p{N}_$]/gu));
}

/** Both sides in one order; what the file has after the last expected line is left out. */
function rowsOf(
  wanted: readonly string[],
  there: readonly string[],
  start: number,
  key: (line: string) => string,
): Row[] {
  const solid = there.flatMap((text, index) => (isBlank(text) ? [] : [{ text, number: start + index + 1 }]));
  const aligned = hunkOf(
    wanted,
    solid.map(({ text }) => text),
    key,
  );
  const rows: Row[] = [];
  let next = 0;
  for (const { op, text } of withoutRest(aligned)) {
    if (op === 'remove') rows.push({ text });
    else rows.push(solid[next++] ?? { text });
  }
  return rows;
}

/** Lines of the file that follow the last expected one, except for as many as are missing before them. */
function withoutRest(aligned: readonly HunkLine[]): readonly HunkLine[] {
  const end = aligned.findLastIndex(({ op }) => op !== 'add') + 1;
  let missing = 0;
  for (let at = end - 1; at >= 0 && aligned[at]?.op === 'remove'; at -= 1) missing += 1;
  return aligned.slice(0, end + missing);
}

function isMissing(row: Row): boolean {
  return row.number === undefined;
}

function shown(rows: readonly Row[]): string {
  const from = Math.max(rows.findIndex(isMissing) - ROWS_BEFORE, 0);
  return rows
    .slice(from, from + SHOWN_ROWS)
    .map((row, index, kept) => `${row.number ?? '≠'}: ${clipped(row.text, differenceAt(row, kept, index))}`)
    .join('\n');
}

/** Offset at which a row begins to differ from its counterpart on the other side. */
function differenceAt(row: Row, rows: readonly Row[], index: number): number {
  const other = [rows[index + 1], rows[index - 1]].find((each) => each && isMissing(each) !== isMissing(row));
  let at = 0;
  while (other && at < row.text.length && row.text[at] === other.text[at]) at += 1;
  return at;
}

/** A long line is cut to the part around what matters in it. */
function clipped(line: string, at: number): string {
  if (line.length <= SHOWN_CHARS) return line;
  const from = at < SHOWN_CHARS - 40 ? 0 : Math.min(at - 40, line.length - SHOWN_CHARS);
  const to = from + SHOWN_CHARS;
  return `${from > 0 ? '…' : ''}${line.slice(from, to)}${to < line.length ? '…' : ''}`;
}
