import { cluesOf } from '../search/hints';
import type { SourceLocation } from '../../domain/verification/failure';
import { narrowed } from '../../domain/verification/narrow';
import { isSourceFile } from '../../domain/verification/protected-paths';
import type { FailedCommand } from './check-target';
import { codeHints, placesOf, staticScores } from './places/locate';
import type { FileFunctions } from './functions';
import { languageOf } from './languages';
import type { Mutant } from './make-mutants';
import type { SourceThread } from './mutants';
import type { Bench, CommandTask } from './types';
import { type Coverage, goCoverage, nodeCoverage } from './places/coverage';
import { pythonCoverage } from './places/python-coverage';

/** Ways to see the lines that tests run, by how the runner is told its tests. */
const COVERAGES: Readonly<Record<string, Coverage>> = {
  pytest: pythonCoverage,
  unittest: pythonCoverage,
  go: goCoverage,
  mocha: nodeCoverage,
  ava: nodeCoverage,
  files: nodeCoverage,
  each: nodeCoverage,
};

/** Time that coverage may take of a search. */
const COVERAGE_SHARE = 0.25;
const COVERAGE_LEAST_MS = 5_000;
/** Tests take so much longer where their lines are looked at. */
const TRACED = 2;
/** Passing tests that are traced beside the failing ones where there is no time for all. */
const MOST_NEAR = 40;
/** Least share of a run of all tests that its failing ones are taken to need: runners run tests side by side. */
const LEAST_SHARE = 0.1;

/** Material that all groups of failing tests share. */
export interface Material {
  task: CommandTask;
  sources: ReadonlyMap<string, string>;
  /** Unchanged texts of all files that mutants were made of so far: every batch begins by putting them back, whoever left one changed. */
  originals: Map<string, string>;
  functions: Promise<readonly FileFunctions[]>;
  thread: SourceThread;
}

/** Material of a sweep. */
export interface Prepared {
  mutants: readonly Mutant[];
  usualMs: number;
}

/** Bounds of a preparation. */
interface Wanted {
  leftMs: number;
  /** Lines that are mutated, and mutants that are made of them. */
  lines: number;
  most: number;
  location?: SourceLocation;
  /** Nothing is run before the first mutant: places are told from the failures and from the calls of tests, and times are guessed. */
  isBlind: boolean;
}

/**
 * Mutants for a group of failing tests, the likeliest first; a note says why there are none. `second`: a bench that may work at
 * the same time.
 */
export async function prepare(
  { task, sources, originals, functions: reading, thread }: Material,
  failed: FailedCommand,
  [first, second]: readonly [Bench, Bench?],
  { leftMs, lines, most, location, isBlind }: Wanted,
): Promise<Prepared | { note: string }> {
  const { context, evidence } = task;
  const isMutable = (path: string): boolean =>
    (isSourceFile(path) || languageOf(path) !== undefined) && task.mayChange(path);
  const { check, failing, passing } = failed;
  const timeoutMs = Math.min(leftMs, Math.max(COVERAGE_LEAST_MS, leftMs * COVERAGE_SHARE));
  const coverage = (bench: Bench) =>
    COVERAGES[check.selection?.by ?? '']?.({
      ...{ ...failed, all: tracedLine(failed, timeoutMs), timeoutMs },
      ...{ bench, signal: context.signal, isMutable, paths: [...sources.keys()], texts: sources },
    });
  const timing = isBlind ? guessedMs(failed) : usualTime(first, failed, context.signal, leftMs);
  // A bench runs one thing at a time.
  const covering = async () =>
    isBlind ? undefined : second ? coverage(second) : (await timing, coverage(first));
  const [functions, usualMs, covered] = await Promise.all([reading, timing, covering()]);
  if (usualMs === undefined) return { note: passesHere(failed) };
  const places = placesOf({
    failing,
    location,
    texts: sources,
    impactedFiles: evidence.impactedFiles,
    isMutable,
    functions,
    most: lines,
    reached: staticScores(functions, [...failing, ...passing], isMutable),
    covered,
  });
  const failures = failing.flatMap(({ failure }) => failure ?? []);
  const hints = codeHints(failing, functions, sources);
  const mutants = await thread.mutants({ places, hints, clues: cluesOf(failures), most });
  if (!mutants) return { note: 'reading the sources takes too much time or memory' };
  if (mutants.length === 0) return { note: 'no source file that a repair may change' };
  for (const { file } of mutants) originals.set(file, sources.get(file) ?? '');
  return { mutants, usualMs };
}

/** The reason not to search where the unchanged program passes. */
export function passesHere({ check }: FailedCommand): string {
  return `\`${check.command}\` passes in the checkout of the search`;
}

/** Time of the failing tests by what a run of all took; where nothing is told of single ones, all take the same. */
function guessedMs({ usualMs, passing, failing }: FailedCommand): number {
  const told = passing.reduce((sum, { durationMs }) => sum + durationMs, 0);
  const others = told || (usualMs * passing.length) / (passing.length + failing.length);
  return Math.max(usualMs * LEAST_SHARE, usualMs - others);
}

/** Command line of the tests whose lines are looked at: where there is no time for all, the failing ones and quick ones of their files. */
function tracedLine({ check, failing, passing, all, usualMs }: FailedCommand, timeoutMs: number): string {
  if (usualMs * TRACED <= timeoutMs) return all;
  const files = new Set(failing.map(({ file }) => file));
  const near = passing.filter(({ file }) => files.has(file));
  let leftMs = timeoutMs / TRACED / 2;
  const quick = near
    .toSorted((a, b) => a.durationMs - b.durationMs)
    .slice(0, MOST_NEAR)
    .filter(({ durationMs }) => (leftMs -= durationMs) > 0);
  return narrowed(check, [...failing, ...quick]).reporting?.line ?? all;
}

/** Time of the failing tests on the unchanged program; undefined where they pass there. */
async function usualTime(
  bench: Bench,
  { line, check }: FailedCommand,
  signal: AbortSignal,
  leftMs: number,
): Promise<number | undefined> {
  const startedMs = performance.now();
  const timeoutMs = Math.max(1_000, Math.min(check.timeoutMs, leftMs));
  const report = await bench.run({ command: line, timeoutMs }, signal);
  if (report.end === 'completed' && report.exitCode === 0) return undefined;
  return performance.now() - startedMs;
}
