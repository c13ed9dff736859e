import type { Frame } from '../../domain/verification/stack';

/** Outcome of one test, and the lines it executed. */
export interface Spectrum {
  failed: boolean;
  /** Path → executed lines, from 1. */
  lines: ReadonlyMap<string, readonly number[]>;
}

/** Path → line → score. Lines that no failing test executed are left out. */
export type LineScores = ReadonlyMap<string, ReadonlyMap<number, number>>;

interface Counts {
  failed: number;
  passed: number;
}

/**
 * Suspiciousness of each line by Ochiai: failing tests that execute it over the root of (all failing tests ×
 * all tests that execute it). 0 to 1; 1 means every failing test and no passing one. With one test, or
 * only failing ones, the lines they share score 1.
 */
export function ochiai(spectra: readonly Spectrum[]): LineScores {
  const failing = spectra.filter((spectrum) => spectrum.failed).length;
  const scores = new Map<string, Map<number, number>>();
  for (const [file, lines] of count(spectra)) {
    for (const [line, { failed, passed }] of lines) {
      if (failed === 0) continue;
      const ofFile = scores.get(file) ?? new Map<number, number>();
      ofFile.set(line, failed / Math.sqrt(failing * (failed + passed)));
      scores.set(file, ofFile);
    }
  }
  return scores;
}

function count(spectra: readonly Spectrum[]): Map<string, Map<number, Counts>> {
  const counts = new Map<string, Map<number, Counts>>();
  for (const spectrum of spectra) {
    for (const [file, lines] of spectrum.lines) {
      const ofFile = counts.get(file) ?? new Map<number, Counts>();
      counts.set(file, ofFile);
      for (const line of new Set(lines)) {
        const seen = ofFile.get(line) ?? { failed: 0, passed: 0 };
        if (spectrum.failed) seen.failed++;
        else seen.passed++;
        ofFile.set(line, seen);
      }
    }
  }
  return counts;
}

/** Locations that point at a failure, besides coverage. */
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

export interface CodeFunction {
  name: string;
  /** Class that it belongs to. */
  owner?: string;
  from: number;
  to: number;
  uses: readonly string[];
}

export interface PlacedFunction extends CodeFunction {
  file: string;
}

/** Calls that are followed from a test. */
const MOST_CALLS = 6;
const MOST_FUNCTIONS = 400;

/** Functions by name, to follow calls without types. */
export class Reach {
  private readonly byName = new Map<string, PlacedFunction[]>();

  constructor(functions: readonly PlacedFunction[]) {
    for (const one of functions) {
      this.add(one.name, one);
      // Making an object runs its constructor, and operators run methods without naming them.
      if (one.owner !== undefined && /^(?:__\w+__|constructor)$/.test(one.name)) this.add(one.owner, one);
    }
  }

  private add(name: string, one: PlacedFunction): void {
    const known = this.byName.get(name);
    if (known) known.push(one);
    else this.byName.set(name, [one]);
  }

  /** Functions that a name stands for. */
  named(name: string): readonly PlacedFunction[] {
    return this.byName.get(name) ?? [];
  }

  /** Functions that the names lead to, with the number of calls on the way. */
  from(names: Iterable<string>): Map<PlacedFunction, number> {
    const found = new Map<PlacedFunction, number>();
    let open = new Set(names);
    for (let calls = 1; calls <= MOST_CALLS && open.size > 0; calls++) {
      const next = new Set<string>();
      for (const name of open)
        for (const one of this.named(name)) {
          if (found.has(one) || found.size >= MOST_FUNCTIONS) continue;
          found.set(one, calls);
          for (const used of one.uses) next.add(used);
        }
      open = next;
    }
    return found;
  }
}

/** Lines that a test may run, by the names that it uses; `isMutable` says where repairs may be made. */
export function reachedBy(
  reach: Reach,
  test: { failed: boolean; uses: Iterable<string> },
  isMutable: (path: string) => boolean,
): Spectrum {
  const lines = new Map<string, number[]>();
  for (const one of reach.from(test.uses).keys()) {
    if (!isMutable(one.file)) continue;
    const own = lines.get(one.file) ?? [];
    for (let line = one.from; line <= one.to; line++) own.push(line);
    lines.set(one.file, own);
  }
  return { failed: test.failed, lines };
}
