import type { SourceLocation } from '../../domain/verification/failure';
import type { FailedCommand } from './check-target';
import type { Finds } from './finds';
import { nothingBegun, Sweep, type Begun, type Lane } from './lanes';
import type { Mutant } from './make-mutants';
import type { Edited } from './merit';
import { trialsFor } from './open-trials';
import { passesHere, prepare, type Material, type Prepared } from './prepare';
import type { Bench } from './types';
import { applyMutations } from '../search/mutation';
import { failuresOf } from '../../domain/verification/failed-checks';
import type { CheckReport, CommandCheck, VerificationReport } from '../../domain/verification/verification';
import { reportedBy } from '../../verifier';
import type { Edits, Fix } from '../mutation/trials';
import { JobFolder, put } from './trials/script';

/** Time that a whole check may take more than it took on the unchanged program. */
const FACTOR = 4;
const LEAST_MS = 10_000;

/** First batches of a hunt: most of what is found is found early, and other hunts wait meanwhile. */
const SMALL = 1 / 2;
const SMALL_OF_MANY = 1 / 4;

/** Lines that are mutated, and mutants of them. */
const WHOLE = { lines: 800, most: 12_000 };
/** One group of many has time for few edits. */
const OF_GROUP = { lines: 250, most: 12_000 };
/** The likeliest edits, which are made in no time. */
const FIRST = { lines: 40, most: 128 };
/** Time of a run of all tests from which on the likeliest edits are tried before anything is timed or traced. */
const SLOW_MS = 5_000;

/** Edits that the hunts of a run have begun to try, by their command lines. */
export type BegunBy = Map<string, Begun>;

/** True where it pays to try the likeliest edits at once. */
export function isSlow({ usualMs }: FailedCommand): boolean {
  return usualMs >= SLOW_MS;
}

/** The search for an edit that makes one group of failing tests pass: the only one, all of several, or one of them. It is prepared when its first turn comes. */
export class Hunt {
  private prepared: Prepared | undefined;
  private sweep: Sweep | undefined;
  private isPreparing = false;
  private readonly lanes = new Map<Bench, Lane>();
  /** Why nothing could be tried. */
  note: string | undefined;

  constructor(
    private readonly material: Material,
    private readonly failed: FailedCommand,
    private readonly given: {
      /** `first`: the likeliest edits for all. */
      scope: 'first' | 'one' | 'all' | 'group';
      location?: SourceLocation;
      begun: BegunBy;
    },
  ) {}

  get mutants(): readonly Mutant[] {
    return this.prepared?.mutants ?? [];
  }

  /** True where its mutants are known. */
  get isPrepared(): boolean {
    return this.prepared !== undefined;
  }

  /** True where a lane has nothing to do here now. */
  get isIdle(): boolean {
    return this.isPreparing || this.isDone;
  }

  /** Edits that pass its tests, which there was no time to verify. */
  get unverified(): Edited[] {
    return this.sweep?.unverified ?? [];
  }

  /** Edits for its tests that were not tried. */
  get untried(): Mutant[] {
    return this.sweep?.untried ?? [];
  }

  /** True where all that is left comes after what others have to try. */
  get isLate(): boolean {
    return this.sweep?.isLate === true;
  }

  /** True where there is nothing to do here any more. */
  get isDone(): boolean {
    return this.note !== undefined || this.sweep?.isDone === true;
  }

  /** Takes a turn: the first one prepares, each other one tries a batch. */
  async turn(benches: readonly [Bench, Bench?], finds: Finds): Promise<void> {
    const [bench] = benches;
    const { sweep, prepared } = this;
    if (!sweep || !prepared) return this.prepare(benches, finds.leftMs);
    const lane = this.lanes.get(bench) ?? this.laneOf(bench, prepared);
    this.lanes.set(bench, lane);
    await sweep.step(lane, finds, this.material.task.context.signal);
    if (sweep.passesUnedited) this.note = passesHere(this.failed);
  }

  private async prepare(benches: readonly [Bench, Bench?], leftMs: number): Promise<void> {
    const { scope, location, begun } = this.given;
    const isBlind = scope === 'first';
    const extent = isBlind ? FIRST : scope === 'group' ? OF_GROUP : WHOLE;
    this.isPreparing = true;
    try {
      const prepared = await prepare(this.material, this.failed, benches, {
        ...extent,
        ...{ leftMs, location, isBlind },
      });
      if ('note' in prepared) {
        this.note = prepared.note;
        return;
      }
      this.prepared = prepared;
      this.sweep = new Sweep(prepared.mutants, this.material.originals, {
        begun: getOrInsert(begun, this.failed.line),
        small: scope === 'one' || scope === 'first' ? SMALL : SMALL_OF_MANY,
        isProven: !isBlind,
      });
    } finally {
      this.isPreparing = false;
    }
  }

  private laneOf(bench: Bench, { usualMs }: Prepared): Lane {
    const { originals, task } = this.material;
    const { context, report } = task;
    return {
      trials: trialsFor(bench, this.failed, originals, usualMs),
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
}

function getOrInsert(all: BegunBy, line: string): Begun {
  const found = all.get(line) ?? nothingBegun();
  all.set(line, found);
  return found;
}

/** Runs all checks on an edited program. Undefined: nothing is repaired, or something broke. */
async function verifyFully(
  bench: Bench,
  task: {
    edits: Edits;
    originals: ReadonlyMap<string, string>;
    commands: readonly CommandCheck[];
    report: VerificationReport;
    signal: AbortSignal;
  },
): Promise<Fix | undefined> {
  const { edits, originals, commands, report, signal } = task;
  const before = report.checks.filter(({ kind }) => kind === 'command');
  const reports: CheckReport[] = [];
  const files = new Set(edits.map(({ file }) => file));
  const texts = new Map(
    [...files].map((path) => [
      path,
      applyMutations(
        originals.get(path) ?? '',
        edits.filter(({ file }) => file === path),
      ),
    ]),
  );
  for (const check of commands) {
    const was = before.find(({ name }) => name === check.command);
    if (!was || was.end === 'not-run') continue;
    const ended = await runEdited(bench, { texts, originals, check, usualMs: was.durationMs, signal });
    reports.push(ended);
    if (breaks(was, ended, report)) return undefined;
  }
  return fixOf(edits, before, reports, report);
}

async function runEdited(
  bench: Bench,
  task: {
    texts: ReadonlyMap<string, string>;
    originals: ReadonlyMap<string, string>;
    check: CommandCheck;
    usualMs: number;
    signal: AbortSignal;
  },
): Promise<CheckReport> {
  const { texts, originals, check, usualMs, signal } = task;
  const folder = await JobFolder.make(bench);
  const [on, off]: [string[], string[]] = [[], []];
  for (const [path, text] of originals) {
    const name = `o${off.length}`;
    await folder.write(name, text);
    off.push(put(folder, name, path));
  }
  for (const [path, text] of texts) {
    const name = `m${on.length}`;
    await folder.write(name, text);
    on.push(put(folder, name, path));
  }
  await folder.write('on', [...off, ...on].join('\n'));
  await folder.write('off', off.join('\n'));
  const around = (line: string): string =>
    `sh ${folder.file('on')}; (${line}\n); code=$?; sh ${folder.file('off')}; rm -rf ${folder.word}; exit $code`;
  const timeoutMs = Math.min(check.timeoutMs, Math.max(LEAST_MS, FACTOR * usualMs));
  const reporting = check.reporting && { ...check.reporting, line: around(check.reporting.line) };
  const run = reportedBy((_tree, one, stop, options) => bench.run(one, stop, options));
  // The bench has its tree already; the hash that a check is run on means nothing to it.
  const ended = await run(
    '' as never,
    { ...check, reporting, timeoutMs, ...(!reporting && { command: around(check.command) }) },
    signal,
  );
  return { ...ended, name: check.command };
}

function breaks(was: CheckReport, now: CheckReport, { flaky }: VerificationReport): boolean {
  const ignored = new Set(flaky);
  const passed = new Set(now.tests.filter(({ status }) => status === 'passed').map(({ id }) => id));
  const lost = was.tests.some(({ status, id }) => status === 'passed' && !ignored.has(id) && !passed.has(id));
  const known = new Set(failuresOf(was).map(({ id }) => id));
  // A check that did not load before may fail by its tests now, which is progress.
  const loaded = was.tests.some(({ status }) => status === 'passed');
  return lost || (loaded && failuresOf(now).some(({ id }) => !known.has(id) && !ignored.has(id)));
}

function fixOf(
  edits: Edits,
  before: readonly CheckReport[],
  now: readonly CheckReport[],
  { flaky }: VerificationReport,
): Fix | undefined {
  const ignored = new Set(flaky);
  const left = new Set(now.flatMap(failuresOf).map(({ id }) => id));
  const fixed = before
    .filter(({ name }) => now.some((one) => one.name === name))
    .flatMap(failuresOf)
    .map(({ id }) => id)
    .filter((id) => !left.has(id));
  if (fixed.length === 0) return undefined;
  return { edits, fixed, green: [...left].every((id) => ignored.has(id)) };
}
