import { canonicalKey, applyMutations, type PlacedMutation } from '../search/mutation';
import { failuresOf } from '../../domain/verification/failed-checks';
import type { CheckReport, SandboxLimits } from '../../domain/verification/verification';
import {
  putLater,
  type ProgramContext,
  type ProgramFiles,
  type ProgramVariant,
  type Sandbox,
  type TrialRequest,
  type VariantVerdict,
} from '../../sandbox';
import { guardedText, guardPoints, type GuardPoint } from './loop-guard';

/** Edits that go together; one for singles, two for pairs. */
export type Edits = readonly PlacedMutation[];

/** Edits that a fresh run of all tests has confirmed to repair something and break nothing. */
export interface Fix {
  edits: Edits;
  /** Ids of failures that are gone. */
  fixed: readonly string[];
  /** Nothing fails any more, flaky tests aside. */
  green: boolean;
}

export interface Oracle {
  files: ProgramFiles;
  context: ProgramContext;
  testFiles: readonly string[];
  /** Reports of the unchanged program. */
  checks: readonly CheckReport[];
  flaky: ReadonlySet<string>;
  limits: SandboxLimits;
  /** Keys of edits known to fail, by target: spares later rounds the same work. */
  memory: Map<string, Set<string>>;
  /** Files that edits are expected in. */
  suspectFiles: readonly string[];
}

/** Tests and limits that variants are tried with. */
type Asked = { readonly target: readonly string[] } & Pick<TrialRequest, 'testFiles' | 'limits'>;

/** Most other test files that run in one call with the target's own. */
const FEW_OTHERS = 3;
/** Loop turns and calls that a variant may take before it counts as endless. */
const TICKS = 100_000;
const TICKS_PER_MS = 100_000;

/** Tries edits of one program on its tests. */
export class Trials {
  private readonly failing: Map<string, string>;
  private readonly passing: ReadonlySet<string>;
  private readonly points = new Map<string, readonly GuardPoint[]>();
  private readonly limits: SandboxLimits;
  private spent = 0;
  private readonly ticks: number;
  /** The program with its suspicious files guarded: a sandbox may run it unchanged, and it may be endless itself. */
  private readonly guarded: ProgramFiles;

  constructor(
    private readonly sandbox: Sandbox,
    private readonly oracle: Oracle,
    private readonly signal: AbortSignal,
  ) {
    const failures = oracle.checks.flatMap(failuresOf).filter((failed) => !oracle.flaky.has(failed.id));
    this.failing = new Map(failures.map((failed) => [failed.id, failed.check]));
    this.passing = passedIds(oracle.checks);
    const completed = oracle.checks
      .filter((check) => check.end === 'completed')
      .map((check) => check.durationMs);
    const longest = Math.max(0, ...completed);
    this.limits = trialLimits(oracle.limits, longest);
    this.ticks = Math.max(TICKS, Math.ceil(longest * TICKS_PER_MS));
    this.guarded = new Map([
      ...oracle.files,
      ...oracle.suspectFiles.map((path) => [path, this.guard(path, [])] as const),
    ]);
  }

  /** Processor time that verdicts have taken so far, ms. */
  get spentMs(): number {
    return this.spent;
  }

  /**
   * Those of the batch that pass the target tests and, in the files given, all that passed before; not confirmed yet. One that passes
   * its target alone is among them without the other files.
   */
  async plausible(
    batch: readonly Edits[],
    target: readonly string[],
    testFiles: readonly string[],
  ): Promise<Edits[]> {
    const failed = this.memoryOf(target);
    const fresh = batch.filter((edits) => !failed.has(this.keyOf(edits)));
    if (fresh.length === 0) return [];
    const verdicts = await this.verdictsInTurn(fresh, { target, testFiles, limits: this.limits });
    const passed = fresh.filter((_, index) => verdicts[index]?.passed);
    for (const edits of fresh) if (!passed.includes(edits)) failed.add(this.keyOf(edits));
    return passed;
  }

  /** Keeps in mind that these edits do not repair the target: later rounds do not try them again. */
  refute(edits: Edits, target: readonly string[]): void {
    this.memoryOf(target).add(this.keyOf(edits));
  }

  /**
   * Verdicts of the target's own test files first; the others run what passes there. Each call runs the unchanged program once in
   * every child: of a hundred test files that takes longer than a thousand variants, of which most fail where the mistake shows.
   */
  private async verdictsInTurn(variants: readonly Edits[], asked: Asked): Promise<VariantVerdict[]> {
    const own = new Set(asked.target.map((id) => this.failing.get(id)));
    const first = asked.testFiles.filter((file) => own.has(file));
    const others = asked.testFiles.filter((file) => !own.has(file));
    if (first.length === 0 || others.length <= FEW_OTHERS) return this.verdictsOn(variants, asked);
    const verdicts = await this.verdictsOn(variants, { ...asked, testFiles: first });
    const left = verdicts.filter(({ passed }) => passed);
    // One alone is left to its confirmation, which runs all tests.
    if (left.length <= 1) return verdicts;
    const passing = left.flatMap(({ index }) => (variants[index] ? [variants[index]] : []));
    putLater(verdicts, left, await this.verdictsOn(passing, { ...asked, testFiles: others }));
    return verdicts;
  }

  private async verdictsOn(
    variants: readonly Edits[],
    { target, ...given }: Asked,
  ): Promise<VariantVerdict[]> {
    const wanted = new Set(target);
    const others = [...this.failing.keys()].filter((id) => !wanted.has(id));
    const verdicts = await this.sandbox.tryVariants(
      {
        ...given,
        files: this.guarded,
        context: this.oracle.context,
        variants: variants.map((edits) => this.variantOf(edits)),
        ignoredTests: new Set([...this.oracle.flaky, ...others]),
        failingTests: wanted,
      },
      this.signal,
    );
    for (const { costMs } of verdicts) this.spent += costMs;
    return verdicts;
  }

  /** Runs all tests on the edited program in fresh isolates. Undefined where nothing is repaired or something broke. */
  async confirm(edits: Edits): Promise<Fix | undefined> {
    const reports = await this.reportsOf(edits);
    const { flaky } = this.oracle;
    const failures = new Set(reports.flatMap(failuresOf).map((failed) => failed.id));
    const passed = passedIds(reports);
    const alive = new Set(
      reports
        .filter((report) => report.tests.some((test) => test.status === 'passed'))
        .map((report) => report.name),
    );
    const broken = [...this.passing].some((id) => !passed.has(id) && !flaky.has(id));
    const fresh = [...failures].some(
      (id) => !this.failing.has(id) && !flaky.has(id) && this.isNew(id, reports),
    );
    const fixed = [...this.failing]
      .filter(([id, check]) => !failures.has(id) && alive.has(check))
      .map(([id]) => id);
    if (broken || fresh || fixed.length === 0) return undefined;
    const green = [...failures].every((id) => flaky.has(id));
    return { edits, fixed, green };
  }

  /** Reports of the edited program; a test file that took too long, and did not before, is run again alone. */
  private async reportsOf(edits: Edits): Promise<CheckReport[]> {
    const { oracle, sandbox, signal } = this;
    const { context, limits } = oracle;
    const files = new Map([...oracle.files, ...editedTexts(oracle.files, edits)]);
    const run = async (testFile: string): Promise<CheckReport> =>
      (await sandbox.run({ files, context, testFile, limits }, signal)).report;
    const reports = await Promise.all(oracle.testFiles.map(run));
    const wasSlow = new Set(oracle.checks.filter(({ end }) => end === 'timeout').map(({ name }) => name));
    for (const [index, { end, name }] of reports.entries())
      if (end === 'timeout' && !wasSlow.has(name))
        reports[index] = await run(oracle.testFiles[index] ?? name);
    return reports;
  }

  /** A failure in a file that did not load before is progress, not damage. */
  private isNew(id: string, reports: readonly CheckReport[]): boolean {
    const check = reports.find((report) => failuresOf(report).some((failed) => failed.id === id));
    return check !== undefined && ![...this.failing.values()].includes(check.name);
  }

  /** The changed files whole, path → text. */
  textsOf(edits: Edits): Map<string, string> {
    return editedTexts(this.oracle.files, edits);
  }

  private variantOf(edits: Edits): ProgramVariant {
    return new Map([...byFile(edits)].map(([path, own]) => [path, this.guard(path, own)]));
  }

  private guard(path: string, edits: Edits): string {
    return guardedText(this.textOf(path), edits, this.pointsOf(path), this.ticks);
  }

  private pointsOf(path: string): readonly GuardPoint[] {
    const known = this.points.get(path) ?? guardPoints(path, this.textOf(path));
    this.points.set(path, known);
    return known;
  }

  private textOf(path: string): string {
    return this.oracle.files.get(path) ?? '';
  }

  private keyOf(edits: Edits): string {
    return edits.map((edit) => `${edit.file}:${canonicalKey(this.textOf(edit.file), edit)}`).join('\n');
  }

  private memoryOf(target: readonly string[]): Set<string> {
    const key = target.join('\n');
    const known = this.oracle.memory.get(key) ?? new Set<string>();
    this.oracle.memory.set(key, known);
    return known;
  }
}

/** The changed files whole, path → text. */
export function editedTexts(files: ProgramFiles, edits: Edits): Map<string, string> {
  return new Map([...byFile(edits)].map(([path, own]) => [path, applyMutations(files.get(path) ?? '', own)]));
}

function byFile(edits: Edits): Map<string, PlacedMutation[]> {
  const files = new Map<string, PlacedMutation[]>();
  for (const edit of edits) files.set(edit.file, [...(files.get(edit.file) ?? []), edit]);
  return files;
}

export function passedIds(checks: readonly CheckReport[]): Set<string> {
  return new Set(
    checks.flatMap((check) => check.tests.filter((test) => test.status === 'passed').map((test) => test.id)),
  );
}

/** Ten times what the tests took, at least half a second: what takes longer is endless or not worth having. */
function trialLimits(limits: SandboxLimits, longestMs: number): SandboxLimits {
  const wallMs = Math.min(limits.wallMs, Math.max(500, Math.ceil(longestMs * 10)));
  return { ...limits, wallMs, turnMs: Math.min(limits.turnMs, wallMs) };
}
