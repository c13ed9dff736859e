import { availableParallelism } from 'node:os';
import { cluesOf } from '../../domain/heal/mutation/clues';
import { timeLeft } from '../../domain/heal/mutation/search-time';
import type { Evidence } from '../../domain/heal/proposal';
import { plural } from '../../domain/text';
import { isSourceFile } from '../../domain/verification/protected-paths';
import type { VerificationReport } from '../../domain/verification/verification';
import { Lru } from '../../machine/lru';
import type { ProgramContext, ProgramFiles } from '../../sandbox';
import type { ProposeContext } from '../types';
import { failedCommands, type FailedCommand } from './check-target';
import { codeHints } from './code-hints';
import { verifyFully } from './full-check';
import { languageOf } from './languages';
import { Sweep, type Lane } from './lanes';
import type { Mutant } from './make-mutants';
import { rankedByMerit, type RankedRepair } from './merit';
import { SourceThread } from './mutants';
import { trialsFor } from './open-trials';
import { COVERAGES } from './places/coverage';
import { placesOf } from './places/locate';
import { staticScores } from './places/static-places';
import { readSources } from './read-sources';
import type { Bench, BenchesOf } from './types';

export type { Bench, BenchesOf, OpenBench } from './types';
export { languageOf } from './languages';

/** A program that a command of the project says is broken. */
export interface CommandTask {
  evidence: Evidence;
  context: ProposeContext;
  report: VerificationReport;
  files: ProgramFiles;
  surroundings: ProgramContext;
  /** May a repair change this path? */
  mayChange(path: string): boolean;
}

/** Repairs in the order of merit, with the texts that they are edits of. */
export interface CommandAnswer {
  repairs: RankedRepair[];
  files: ProgramFiles;
  searched: number;
  note: string;
}

/** Mutants of one search. */
const MOST_MUTANTS = 12_000;
/** Repairs that are gathered. */
const MOST_FIXES = 12;
/** Time that coverage may take of a search. */
const COVERAGE_SHARE = 0.25;

/** Progress of a run's earlier rounds with one program. */
interface Progress {
  spentMs: number;
  position: number;
}

/** Looks for repairs with a check command: mutants of suspicious places are tried on the failing tests alone. */
export class CommandSearch {
  private readonly progress = new Lru<string, Progress>(32);

  constructor(private readonly benchesOf: BenchesOf | undefined) {}

  async search(task: CommandTask): Promise<CommandAnswer> {
    const { evidence, context, report } = task;
    const [failed] = failedCommands(report, context.verification);
    if (!failed) return nothing(task, 'no command failed that repairs could be tried with');
    if (!this.benchesOf) return nothing(task, 'commands cannot be run here');
    const { run } = context.key;
    const searched = `${run} ${evidence.tree} ${JSON.stringify(context.verification)}`;
    const progress = this.progress.getOr(searched, () => ({ spentMs: 0, position: 0 }));
    const { spentMs } = progress;
    const leftMs = timeLeft({ searchMs: context.searchMs, spentMs, quick: context.effort === 'quick' });
    if (leftMs <= 0) return nothing(task, 'the time of the search is used up');
    const startedMs = performance.now();
    const { directory, verification: spec, heavyFolders } = context;
    const open = this.benchesOf({ directory, spec, heavyFolders });
    const opened: Bench[] = [];
    const thread = new SourceThread(context.signal);
    try {
      const first = await open(evidence.tree, context.signal);
      if (typeof first === 'string') return nothing(task, first);
      const benches: [Bench, ...Bench[]] = [first];
      opened.push(first);
      const others = Array.from({ length: availableParallelism() - 1 }, async () => {
        const bench = await open(evidence.tree, context.signal);
        if (typeof bench === 'string') return;
        opened.push(bench);
        benches.push(bench);
      });
      await Promise.all(others);
      const prepared = await prepare(task, failed, benches, thread, leftMs);
      if ('note' in prepared) return nothing(task, prepared.note);
      const spentSoFar = performance.now() - startedMs;
      const sweep = new Sweep(prepared.mutants, prepared.originals, {
        from: progress.position,
        leftMs: leftMs - spentSoFar,
        most: MOST_FIXES,
        signal: context.signal,
        onTried: (done) => context.progress({ done, of: prepared.mutants.length }),
      });
      await Promise.all(benches.map((bench) => sweep.run(laneOf(bench, task, failed, prepared))));
      progress.position = sweep.position;
      return answerOf(prepared.sources, sweep, failed);
    } finally {
      progress.spentMs += performance.now() - startedMs;
      await thread.close();
      await Promise.all(opened.map((bench) => bench.dispose()));
    }
  }
}

/** Material of a sweep. */
interface Prepared {
  mutants: readonly Mutant[];
  /** All sources. */
  sources: ReadonlyMap<string, string>;
  /** Those that mutants are made of. */
  originals: ReadonlyMap<string, string>;
  usualMs: number;
}

async function prepare(
  task: CommandTask,
  failed: FailedCommand,
  [first, second = first]: readonly [Bench, ...Bench[]],
  thread: SourceThread,
  leftMs: number,
): Promise<Prepared | { note: string }> {
  const { context, evidence } = task;
  const { signal } = context;
  const sources = await readSources(task.files, task.surroundings);
  const isMutable = (path: string): boolean =>
    (isSourceFile(path) || languageOf(path) !== undefined) && task.mayChange(path);
  context.progress({ done: 0, of: 1, note: 'looking for suspicious places' });
  const files = [...sources].map(([path, text]) => ({ path, text }));
  const timeoutMs = Math.min(leftMs, Math.max(5_000, leftMs * COVERAGE_SHARE));
  const { check, failing, passing, line, all, folder } = failed;
  const coverage = COVERAGES[check.selection?.by ?? '']?.({
    ...{ bench: second, line, all, failing, passing, folder, timeoutMs, signal, isMutable },
    ...{ paths: [...sources.keys()], texts: sources },
  });
  const [functions, usualMs, covered] = await Promise.all([
    thread.functions({ files }),
    usualTime(first, failed, signal, leftMs),
    coverage,
  ]);
  if (usualMs === undefined) return { note: `\`${check.command}\` passes in the checkout of the search` };
  const places = placesOf({
    failing,
    location: evidence.analysis.location,
    texts: sources,
    impactedFiles: evidence.impactedFiles,
    isMutable,
    reached: staticScores(functions, [...failing, ...passing], isMutable),
    covered,
  });
  const failures = failing.flatMap(({ failure }) => failure ?? []);
  const hints = codeHints(failing, functions, sources);
  const mutants = await thread.mutants({ places, hints, clues: cluesOf(failures), most: MOST_MUTANTS });
  if (!mutants) return { note: 'reading the sources takes too much time or memory' };
  if (mutants.length === 0) return { note: 'no source file that a repair may change' };
  const touched = new Set(mutants.map(({ file }) => file));
  const originals = new Map([...sources].filter(([path]) => touched.has(path)));
  return { mutants, sources, originals, usualMs };
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

function laneOf(bench: Bench, task: CommandTask, failed: FailedCommand, prepared: Prepared): Lane {
  const { originals, usualMs } = prepared;
  const { context, report } = task;
  return {
    trials: trialsFor(bench, failed, originals, usualMs),
    confirm: (mutant) =>
      verifyFully(bench, {
        edits: [mutant],
        originals,
        commands: context.verification.commands,
        report,
        signal: context.signal,
      }),
  };
}

function answerOf(
  files: ReadonlyMap<string, string>,
  { found, tried }: Sweep,
  { check, failing }: FailedCommand,
): CommandAnswer {
  const tellsTests = failing.some(({ file }) => file !== check.command);
  const repairs = rankedByMerit(found, tellsTests);
  const green = found.filter(({ fix }) => fix.green).length;
  const most = Math.max(0, ...found.map(({ fix }) => fix.fixed.length));
  const outcome =
    found.length === 0
      ? 'none repairs a failing test without breaking another'
      : green > 0
        ? `${green} make all tests pass`
        : `the best repairs ${plural(most, 'failing test')}`;
  const { standing } = repairs[0] ?? {};
  const trust = standing ? `; confidence ${standing.confidence}: ${standing.reason}` : '';
  const note = `${plural(tried, 'edit')} tried with the project's own command, ${outcome}${trust}`;
  return { repairs, files, searched: tried, note };
}

function nothing({ files }: CommandTask, note: string): CommandAnswer {
  return { repairs: [], files, searched: 0, note };
}
