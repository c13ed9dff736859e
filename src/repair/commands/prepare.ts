import { cluesOf } from '../../domain/heal/mutation/clues';
import type { SourceLocation } from '../../domain/verification/failure';
import { isSourceFile } from '../../domain/verification/protected-paths';
import type { FailedCommand } from './check-target';
import { codeHints } from './code-hints';
import type { FileFunctions } from './functions';
import { languageOf } from './languages';
import type { Mutant } from './make-mutants';
import type { SourceThread } from './mutants';
import { COVERAGES } from './places/coverage';
import { placesOf } from './places/locate';
import { staticScores } from './places/static-places';
import type { Bench, CommandTask } from './types';

/** Mutants of one search. */
const MOST_MUTANTS = 12_000;
/** Time that coverage may take of a search. */
const COVERAGE_SHARE = 0.25;
const COVERAGE_LEAST_MS = 5_000;

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

/**
 * Mutants for a group of failing tests, in so many lines, the likeliest first; a note says why there are none. `second`: a bench
 * that may work at the same time.
 */
export async function prepare(
  { task, sources, originals, functions: reading, thread }: Material,
  failed: FailedCommand,
  [first, second]: readonly [Bench, Bench?],
  { leftMs, lines, location }: { leftMs: number; lines: number; location?: SourceLocation },
): Promise<Prepared | { note: string }> {
  const { context, evidence } = task;
  const isMutable = (path: string): boolean =>
    (isSourceFile(path) || languageOf(path) !== undefined) && task.mayChange(path);
  const { check, failing, passing } = failed;
  const coverage = (bench: Bench) =>
    COVERAGES[check.selection?.by ?? '']?.({
      ...failed,
      ...{ bench, signal: context.signal, isMutable, paths: [...sources.keys()], texts: sources },
      timeoutMs: Math.min(leftMs, Math.max(COVERAGE_LEAST_MS, leftMs * COVERAGE_SHARE)),
    });
  const timing = usualTime(first, failed, context.signal, leftMs);
  // A bench runs one thing at a time.
  const covering = second ? coverage(second) : timing.then(() => coverage(first));
  const [functions, usualMs, covered] = await Promise.all([reading, timing, covering]);
  if (usualMs === undefined) return { note: `\`${check.command}\` passes in the checkout of the search` };
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
  const mutants = await thread.mutants({ places, hints, clues: cluesOf(failures), most: MOST_MUTANTS });
  if (!mutants) return { note: 'reading the sources takes too much time or memory' };
  if (mutants.length === 0) return { note: 'no source file that a repair may change' };
  for (const { file } of mutants) originals.set(file, sources.get(file) ?? '');
  return { mutants, usualMs };
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
