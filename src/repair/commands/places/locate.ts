import {
  ochiai,
  type LineScores,
  type Spectrum,
  isWithin,
  topLines,
  weighPlaces,
  type LineSpan,
  type Pointers,
  Reach,
  reachedBy,
  type PlacedFunction,
} from '../../search/suspects';
import { innermostFirst, type Frame } from '../../../domain/verification/stack';
import { boundedText } from '../../../domain/verification/analysis';
import type { SourceLocation } from '../../../domain/verification/failure';
import type { TestResult } from '../../../domain/verification/verification';
import type { FilePlaces } from '../../mutation/generate';
import type { FileFunctions } from '../functions';
import { boundedHints } from '../../mutation/hints';
import type { Hints } from '../../mutation/site';

const LITERAL = /(["'`])([^"'`\n\\]{1,80})\1/g;
const NUMBER = /(?<![\w.])\d{1,12}(?:\.\d{1,9})?(?![\w.])/g;

/** Tests whose calls are followed. */
const MOST_TESTS = 300;

/** A test by the function that it is. */
interface KnownTest {
  test: TestResult;
  uses: readonly string[];
}

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
  functions: readonly FileFunctions[];
  /** By the calls of tests, names followed without types. */
  reached: LineScores;
  /** Lines that tests ran, where that is known. */
  covered?: readonly Spectrum[];
  /** Most lines that are mutated. */
  most: number;
}

/** Suspicious places of every file that may be changed, the lines of each with their scores. */
export function placesOf(located: Located): FilePlaces[] {
  const { texts, isMutable, impactedFiles } = located;
  const paths = [...texts.keys()].filter(isMutable);
  const pointers = pointersOf(located, paths);
  const weighed = weighPlaces(scoresOf(located, paths, pointers.functions), pointers);
  const scores = topLines(withUnnamed(weighed, located, paths), located.most);
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

function scoresOf(
  { covered, reached, texts }: Located,
  paths: readonly string[],
  onStack: readonly LineSpan[],
): LineScores {
  const known = seenRuns(covered);
  if (known.length > 0) {
    const scores = ochiai(known);
    // Without a passing test all lines that ran are the same; the calls of passing tests tell them apart.
    return known.some(({ failed }) => !failed) ? scores : together(scores, reached, onStack);
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

function together(ran: LineScores, reached: LineScores, onStack: readonly LineSpan[]): LineScores {
  const share = (path: string, line: number): number =>
    isWithin(onStack, path, line) ? 1 : (reached.get(path)?.get(line) ?? UNREACHED);
  return new Map(
    [...ran].map(([path, lines]) => [
      path,
      new Map([...lines].map(([line, score]) => [line, score * share(path, line)])),
    ]),
  );
}

function pointersOf(
  { failing, location, functions }: Located,
  paths: readonly string[],
): Pointers & { functions: LineSpan[] } {
  const frames = failing
    .slice(0, 5)
    .flatMap(({ failure }) => innermostFirst(boundedText(failure?.stack ?? failure?.message ?? ''), paths));
  const { file, line } = location ?? {};
  const isOwn = file !== undefined && line !== undefined && paths.includes(file);
  const nearest = frames.slice(0, MOST_FRAMES);
  return {
    frames: nearest,
    functions: nearest.flatMap((frame) => functionAt(frame, functions) ?? []),
    ...(isOwn && { location: { file, line } }),
  };
}

/** The innermost function that a frame lies in. */
function functionAt({ file, line }: Frame, files: readonly FileFunctions[]): LineSpan | undefined {
  const around = files
    .filter(({ path }) => path === file)
    .flatMap(({ functions }) => functions.filter(({ from, to }) => from <= line && line <= to))
    .sort((a, b) => a.to - a.from - (b.to - b.from));
  const [innermost] = around;
  return innermost && { file, from: innermost.from, to: innermost.to };
}

/** Suspiciousness of lines by the functions that failing and passing tests lead to, names followed without types. */
export function staticScores(
  files: readonly FileFunctions[],
  tests: readonly TestResult[],
  isMutable: (path: string) => boolean,
): LineScores {
  const placed = files.flatMap(({ path, functions }) =>
    functions.map((one): PlacedFunction => ({ ...one, file: path })),
  );
  const reach = new Reach(placed.filter(({ file }) => isMutable(file)));
  const helpers = new Reach(placed.filter(({ file }) => !isMutable(file)));
  return ochiai(
    tests
      .filter(({ status }) => status === 'failed' || status === 'passed')
      .sort((a, b) => Number(b.status === 'failed') - Number(a.status === 'failed'))
      .slice(0, MOST_TESTS)
      .flatMap((test) => knownTest(test, placed))
      .map(({ test, uses }): Spectrum => {
        // Helpers of tests call the program for them.
        const names = new Set(uses);
        for (const helper of helpers.from(uses).keys()) for (const name of helper.uses) names.add(name);
        return reachedBy(reach, { failed: test.status === 'failed', uses: names }, isMutable);
      }),
  );
}

function knownTest(test: TestResult, functions: readonly PlacedFunction[]): KnownTest[] {
  const names = [test.path.at(-1) ?? '', test.path[0] ?? ''].map((name) => withoutParameters(name));
  for (const name of names) {
    const found = functions.filter((one) => one.name === name);
    const [only] = found
      .filter(({ file }) => file === test.file || file.startsWith(`${test.file}/`) || test.file === '.')
      .concat(found);
    if (only) return [{ test, uses: only.uses }];
  }
  return [];
}

/** Literals of failing tests and of what they expected: often the very value that is missing. */
export function codeHints(
  failing: readonly TestResult[],
  functions: readonly FileFunctions[],
  texts: ReadonlyMap<string, string>,
): Hints {
  const strings = new Set<string>();
  const numbers = new Set<string>();
  const titles = new Set(failing.flatMap(({ path }) => path));
  const read = (text: string): void => {
    for (const [, , literal = ''] of text.matchAll(LITERAL)) if (!titles.has(literal)) strings.add(literal);
    for (const [number] of text.matchAll(NUMBER)) numbers.add(number);
  };
  for (const { failure } of failing) {
    const { expected = '', message = '' } = failure ?? {};
    read(expected);
    if (/^[^"'`\n]{1,80}$/.test(expected)) strings.add(expected);
    read(message.slice(0, 1_000));
  }
  for (const test of failing) read(textOf(test, functions, texts));
  return boundedHints(
    { strings, numbers, titles: failing.map(({ path }) => path.join(' ')) },
    failing.flatMap(({ failure }) => failure ?? []),
  );
}

/** Text of a test's own function. */
function textOf(
  { path, file }: TestResult,
  functions: readonly FileFunctions[],
  texts: ReadonlyMap<string, string>,
): string {
  const names = [path.at(-1) ?? '', path[0] ?? ''].map((name) => withoutParameters(name));
  const own = [...functions].sort((a, b) => Number(b.path === file) - Number(a.path === file));
  for (const name of names)
    for (const one of own) {
      const found = one.functions.find((each) => each.name === name);
      if (found)
        return (texts.get(one.path) ?? '')
          .split('\n')
          .slice(found.from - 1, found.to)
          .join('\n');
    }
  return '';
}

/** Name of a test's function: pytest puts the parameters of a case behind it, in brackets. */
function withoutParameters(name: string): string {
  const at = name.indexOf('[');
  return at < 0 ? name : name.slice(0, at);
}
