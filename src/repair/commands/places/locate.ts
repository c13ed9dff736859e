import { ochiai, type LineScores, type Spectrum } from '../../../domain/heal/mutation/ochiai';
import { stackFrames, type Frame } from '../../../domain/heal/mutation/stack';
import { topLines, weighPlaces } from '../../../domain/heal/mutation/suspects';
import { boundedText, isForeign } from '../../../domain/verification/analysis';
import type { SourceLocation } from '../../../domain/verification/failure';
import type { TestResult } from '../../../domain/verification/verification';
import type { FilePlaces } from '../../mutation/generate';

/** Lines that are mutated. */
const MOST_LINES = 800;
/** Files without suspicious lines whose constants are mutated, last of all. */
const MOST_LOADED = 40;
const LOADED_SCORE = 0.15;
/** Share that a line has which runs in failing tests and of which calls by name say nothing. */
const UNREACHED = 0.4;
/** Files that a failing test cannot be followed to have this in every line. */
const BLIND = 0.3;
/** Lines that no call by name leads to have this: they come last. */
const UNNAMED = 0.1;
const MOST_FRAMES = 20;

/** Material for suspicious places. */
export interface Located {
  failing: readonly TestResult[];
  location?: SourceLocation;
  texts: ReadonlyMap<string, string>;
  impactedFiles: readonly string[];
  isMutable(path: string): boolean;
  /** By the calls of tests, names followed without types. */
  reached: LineScores;
  /** Lines that tests ran, where that is known. */
  covered?: readonly Spectrum[];
}

/** Suspicious places of every file that may be changed, the lines of each with their scores. */
export function placesOf(located: Located): FilePlaces[] {
  const { texts, isMutable, impactedFiles } = located;
  const paths = [...texts.keys()].filter(isMutable);
  const weighed = weighPlaces(scoresOf(located, paths), pointersOf(located, paths));
  const scores = topLines(withUnnamed(weighed, located, paths), MOST_LINES);
  const precedence = (path: string): number => (impactedFiles.includes(path) ? 0 : 1);
  const suspicious = [...scores].map(([path, lines]): FilePlaces => ({
    path,
    text: texts.get(path) ?? '',
    lines,
    loadScore: 0.6 * Math.max(...lines.values()),
    precedence: precedence(path),
  }));
  const loaded = paths
    .filter((path) => !scores.has(path))
    .slice(0, MOST_LOADED)
    .map((path): FilePlaces => ({
      path,
      text: texts.get(path) ?? '',
      lines: new Map(),
      loadScore: LOADED_SCORE,
      precedence: precedence(path),
    }));
  return [...suspicious, ...loaded].filter(({ text }) => text !== '');
}

function scoresOf({ covered, reached, texts }: Located, paths: readonly string[]): LineScores {
  const known = seenRuns(covered);
  if (known.length > 0) {
    const scores = ochiai(known);
    // Without a passing test all lines that ran are the same; the calls of passing tests tell them apart.
    return known.some(({ failed }) => !failed) ? scores : together(scores, reached);
  }
  return reached.size > 0 ? reached : new Map(paths.map((path) => [path, linesOf(path, texts, BLIND)]));
}

/** Scores of all lines where nobody saw which of them ran: operators, iterators and conversions are called without their names. */
function withUnnamed(scores: LineScores, { covered, texts }: Located, paths: readonly string[]): LineScores {
  if (seenRuns(covered).length > 0) return scores;
  return new Map(
    paths.map((path) => [path, new Map([...linesOf(path, texts, UNNAMED), ...(scores.get(path) ?? [])])]),
  );
}

/** Runs whose lines are known; none where no failing one is among them. */
function seenRuns(covered: readonly Spectrum[] = []): readonly Spectrum[] {
  const known = covered.filter(({ lines }) => lines.size > 0);
  return known.some(({ failed }) => failed) ? known : [];
}

function linesOf(path: string, texts: ReadonlyMap<string, string>, score: number): Map<number, number> {
  return new Map((texts.get(path) ?? '').split('\n').map((_, at) => [at + 1, score]));
}

function together(ran: LineScores, reached: LineScores): LineScores {
  return new Map(
    [...ran].map(([path, lines]) => [
      path,
      new Map([...lines].map(([line, score]) => [line, score * (reached.get(path)?.get(line) ?? UNREACHED)])),
    ]),
  );
}

function pointersOf(
  { failing, location }: Located,
  paths: readonly string[],
): { frames: Frame[]; location?: Frame } {
  const said = failing
    .slice(0, 5)
    .map(({ failure }) => boundedText(failure?.stack ?? failure?.message ?? ''));
  const own = said.map((text) =>
    text
      .split('\n')
      .filter((line) => !isForeign(line))
      .join('\n'),
  );
  // Python names the outermost call first.
  const frames = own.flatMap((text) => {
    const found = stackFrames(text, paths);
    return text.includes('Traceback (most recent call last)') || /^\S+\.py:\d+: /m.test(text)
      ? found.reverse()
      : found;
  });
  const { file, line } = location ?? {};
  const isOwn = file !== undefined && line !== undefined && paths.includes(file);
  return { frames: frames.slice(0, MOST_FRAMES), ...(isOwn && { location: { file, line } }) };
}
