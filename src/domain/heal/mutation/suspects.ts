import type { LineScores } from './ochiai';
import type { Frame } from './stack';

/** How much places outside of coverage say of a failure. */
export interface Pointers {
  /** Frames of the failures' stacks in files that may be changed, innermost first. */
  frames: readonly Frame[];
  /** Functions that these frames lie in. */
  functions?: readonly LineSpan[];
  /** Where the analysis sees the failure. */
  location?: Frame;
}

/** Lines of a file, from 1, both included. */
export interface LineSpan {
  file: string;
  from: number;
  to: number;
}

const ON_STACK = 1.3;
const INNERMOST = 1.5;
const OUTER = 1.2;
const ANALYSED = 1.3;

/**
 * Line scores, raised where stacks and the analysis point: all lines of the functions that the stacks pass through, since an
 * error is mostly made where it comes along, and more the lines that are named. A named line that no coverage holds, because
 * the program did not get that far, has score 1 before it is raised.
 */
export function weighPlaces(scores: LineScores, pointers: Pointers): Map<string, Map<number, number>> {
  const weighed = new Map([...scores].map(([file, lines]) => [file, new Map(lines)]));
  const raise = (frame: Frame, factor: number): void => {
    const lines = weighed.get(frame.file) ?? new Map<number, number>();
    lines.set(frame.line, Math.max(lines.get(frame.line) ?? 1, 0.1) * factor);
    weighed.set(frame.file, lines);
  };
  for (const [file, lines] of weighed)
    for (const [line, score] of lines)
      if (isWithin(pointers.functions, file, line)) lines.set(line, score * ON_STACK);
  const [innermost, ...outer] = distinct(pointers.frames);
  if (innermost) raise(innermost, INNERMOST);
  for (const frame of outer) raise(frame, OUTER);
  if (pointers.location) raise(pointers.location, ANALYSED);
  return weighed;
}

/** True if a line lies in one of the spans. */
export function isWithin(spans: readonly LineSpan[] = [], file: string, line: number): boolean {
  return spans.some((span) => span.file === file && span.from <= line && line <= span.to);
}

function distinct(frames: readonly Frame[]): Frame[] {
  const seen = new Set<string>();
  return frames.filter((frame) => {
    const key = `${frame.file}:${frame.line}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** The `limit` most suspicious lines; ties by path and line, so that the choice is always the same. */
export function topLines(scores: LineScores, limit: number): Map<string, Map<number, number>> {
  const all = [...scores].flatMap(([file, lines]) =>
    [...lines].map(([line, score]) => ({ file, line, score })),
  );
  all.sort((a, b) => b.score - a.score || (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line));
  const top = new Map<string, Map<number, number>>();
  for (const { file, line, score } of all.slice(0, limit)) {
    const lines = top.get(file) ?? new Map<number, number>();
    lines.set(line, score);
    top.set(file, lines);
  }
  return top;
}
