import { said } from '../../domain/run/said';
import { reasonText } from '../../domain/heal/standing';
import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { thrownIn } from '../search/causes';
import { timeLeft } from '../search/budget';
import { plural } from '../../domain/text';
import { Lru } from '../../machine/lru';
import type { ProgramFiles } from '../../sandbox';
import type { Comparison } from '../compare';
import { comparePython } from '../compare/python';
import type { Edits } from '../mutation/trials';
import { apart, failedCommands, type FailedCommand } from './check-target';
import { Finds } from './finds';
import { Hunt, isSlow, type BegunBy } from './hunt';
import { rankedByMerit, rivalsOf } from './merit';
import type { Repair } from '../mutation/compare';
import { SourceThread } from './mutants';
import type { Material } from './prepare';
import { readSources, type Bench, type BenchesOf, type CommandTask } from './types';
import { Rota } from './rota';

export type { Mutant } from './make-mutants';
export { SourceThread } from './mutants';
export { trialsFor } from './open-trials';
export type { CommandTrials } from './trials/command-trials';
export type { Bench, BenchesOf, CommandTask } from './types';

/** Repairs in the order of merit, with the texts that they are edits of. */
export interface CommandAnswer {
  repairs: Repair[];
  files: ProgramFiles;
  searched: number;
  note: string;
  /** Files of the failing tests. */
  failing?: readonly string[];
}

/** Repairs that are gathered. */
const MOST_FIXES = 12;
/** Share of the time in which only edits for all failing tests are tried. */
const HEAD_START = 0.2;
/** How often a lane without work looks again. */
const IDLE_MS = 100;

/** Progress of a run's earlier rounds with one program. */
interface Progress {
  spentMs: number;
  begun: BegunBy;
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
    const progress = this.progress.getOr(searched, () => ({ spentMs: 0, begun: new Map() }));
    const { spentMs } = progress;
    const leftMs = timeLeft({ searchMs: context.searchMs, spentMs, quick: context.effort === 'quick' });
    if (leftMs <= 0) return nothing(task, 'the time of the search is used up');
    const startedMs = performance.now();
    const { directory, verification: spec, heavyFolders } = context;
    const open = this.benchesOf({ directory, spec, heavyFolders });
    const opened: Bench[] = [];
    const thread = new SourceThread(context.signal);
    const openOne = async (): Promise<Bench | string> => {
      const bench = await open(evidence.tree, context.signal);
      if (typeof bench === 'string') return bench;
      opened.push(bench);
      return running(bench);
    };
    try {
      const others = Array.from({ length: availableParallelism() - 1 }, openOne);
      for (const other of others) other.catch(() => undefined);
      const first = await openOne();
      if (typeof first === 'string') return nothing(task, first);
      const sources = await readSources(task.files, task.surroundings);
      context.progress({ done: 0, of: 1, note: said`looking for suspicious places` });
      const functions = thread.functions({ files: [...sources].map(([path, text]) => ({ path, text })) });
      // A search that is cancelled first asks for them no more.
      functions.catch(() => undefined);
      const material = { task, sources, thread, functions, originals: new Map<string, string>() };
      const { likeliest, hunts } = huntsOf(material, failed, progress.begun);
      const [main] = hunts;
      const finds = new Finds({
        leftMs: leftMs - (performance.now() - startedMs),
        most: MOST_FIXES,
        isApart: hunts.length > 1,
        // Nobody knows yet what is as likely as the first finds.
        untried: () => (main.isPrepared ? main.untried : (likeliest?.mutants ?? [])),
        unverified: () => [likeliest, main].flatMap((hunt) => hunt?.unverified ?? []),
        onTried: (done) => {
          const all = hunts.reduce((sum, { mutants }) => sum + mutants.length, 0);
          context.progress({ done, of: Math.max(all, likeliest?.mutants.length ?? 0) });
        },
      });
      const lost = await hunted(
        [Promise.resolve(first), ...others],
        { likeliest, hunts, finds },
        context.signal,
      );
      const isLeft = [likeliest, ...hunts].some((hunt) => hunt !== undefined && hunt.untried.length > 0);
      if (finds.tried === 0) return nothing(task, lost ?? main.note ?? untriedNote(failed, leftMs, isLeft));
      const comparison = await comparisonOf(finds, { bench: first, failed, sources }, context.signal);
      return answerOf(sources, finds, { failed, comparison });
    } finally {
      progress.spentMs += performance.now() - startedMs;
      await thread.close();
      await Promise.all(opened.map((bench) => bench.dispose()));
    }
  }
}

/** The sandbox of a bench could not be set up again. */
class BenchLost extends Error {}

/** A bench that says so where a command of it did not run: no result of a trial would mean anything. */
function running(bench: Bench): Bench {
  return {
    ...bench,
    run: async (...task) => {
      const report = await bench.run(...task);
      if (report.end === 'not-run') throw new BenchLost(`no edit could be tried: ${report.stderr.trim()}`);
      return report;
    },
  };
}

/** The reason why no edit was tried in a search that ran, with the way out. */
function untriedNote({ line, usualMs }: FailedCommand, searchMs: number, isLeft: boolean): string {
  if (!isLeft) return 'all edits of the suspicious places were tried before';
  const [all, search] = [usualMs, searchMs].map((ms) => `${(ms / 1_000).toFixed(1)} s`);
  return (
    `no edit was tried to its end in the ${search} of the search, since a run of all tests takes ${all}: ` +
    `give it more time with --search-seconds, or a quicker command with --check; edits are tried with \`${line}\``
  );
}

/**
 * The hunt for an edit that makes all failing tests pass and, where these may have several causes, one for each group of them.
 * `likeliest`: one for all that is quick to begin, where the tests take long.
 */
function huntsOf(
  material: Material,
  failed: FailedCommand,
  begun: BegunBy,
): { likeliest?: Hunt; hunts: [Hunt, ...Hunt[]] } {
  const { sources, task } = material;
  const paths = [...sources.keys()];
  const groups = apart(failed, (test) => task.mayChange(thrownIn(test, paths) ?? ''));
  const scope = groups.length === 0 ? 'one' : 'all';
  const { location } = task.evidence.analysis;
  return {
    ...(isSlow(failed) && { likeliest: new Hunt(material, failed, { scope: 'first', begun, location }) }),
    hunts: [
      new Hunt(material, failed, { scope, begun, location }),
      ...groups.map((group) => {
        const own = group.failing.find(({ failure }) => failure?.location)?.failure?.location;
        return new Hunt(material, group, { scope: 'group', begun, location: own });
      }),
    ],
  };
}

/** Hunts with all benches, each from when it is open; the reason why one was lost, if one was. */
async function hunted(
  benches: readonly [Promise<Bench | string>, ...Promise<Bench | string>[]],
  { likeliest, hunts, finds }: { likeliest?: Hunt; hunts: [Hunt, ...Hunt[]]; finds: Finds },
  signal: AbortSignal,
): Promise<string | undefined> {
  if (!likeliest) {
    const [first, second] = (await Promise.all(benches)).filter((bench) => typeof bench !== 'string');
    if (first) await hunts[0].turn([first, second], finds);
  }
  const earlyMs = finds.leftMs * (1 - HEAD_START);
  const rota = new Rota(hunts, () => finds.leftMs > earlyMs);
  const lane = async (opening: Promise<Bench | string>, at: number): Promise<void> => {
    const bench = await opening;
    if (typeof bench === 'string') return;
    if (likeliest && at === 0) await takeTurns(bench, new Rota([likeliest]), finds, signal);
    await takeTurns(bench, rota, finds, signal);
  };
  const lanes = await Promise.allSettled(benches.map(lane));
  const reasons = lanes.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
  for (const reason of reasons) if (!(reason instanceof BenchLost)) throw reason;
  return reasons.find((reason) => reason instanceof BenchLost)?.message;
}

/** One bench tries mutants until the time is up, they are used up or enough is found. */
async function takeTurns(bench: Bench, rota: Rota<Hunt>, finds: Finds, signal: AbortSignal): Promise<void> {
  while (!finds.isOver && !rota.isDone) {
    signal.throwIfAborted();
    const hunt = rota.next();
    if (hunt) await hunt.turn([bench], finds);
    else await delay(IDLE_MS, undefined, { signal });
  }
}

/** The repairs that pass everything by their calls: an edit for a group of tests is no rival of one for all of them. */
async function comparisonOf(
  { found }: Finds,
  { bench, failed, sources }: { bench: Bench; failed: FailedCommand; sources: ReadonlyMap<string, string> },
  signal: AbortSignal,
): Promise<Comparison<Edits> | undefined> {
  if (!found.some(({ fix }) => fix.green)) return undefined;
  return comparePython(bench, failed, sources, rivalsOf(found, sources), signal);
}

function answerOf(
  files: ReadonlyMap<string, string>,
  { found, tried, left }: Finds,
  { failed: { check, failing }, comparison }: { failed: FailedCommand; comparison?: Comparison<Edits> },
): CommandAnswer {
  const tellsTests = failing.some(({ file }) => file !== check.command);
  const repairs = rankedByMerit(found, left, comparison);
  const green = found.filter(({ fix }) => fix.green).length;
  const most = Math.max(0, ...found.map(({ fix }) => fix.fixed.length));
  const outcome =
    found.length === 0
      ? tellsTests
        ? 'none repairs a failing test without breaking another'
        : `none makes \`${check.command}\` pass, which tells no single tests`
      : green > 0
        ? `${green} make all tests pass`
        : `the best repairs ${plural(most, 'failing test')}`;
  const { standing } = repairs[0] ?? {};
  const trust = standing ? `; confidence ${standing.confidence}: ${reasonText(standing.reason, 'en')}` : '';
  const note = `${plural(tried, 'edit')} tried with the project's own command, ${outcome}${trust}`;
  return { repairs, files, searched: tried, note, failing: failing.map(({ file }) => file) };
}

function nothing({ files }: CommandTask, note: string): CommandAnswer {
  return { repairs: [], files, searched: 0, note };
}
