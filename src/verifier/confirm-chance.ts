import { said } from '../domain/run/said';
import { randomBytes } from 'node:crypto';
import {
  CONFIRMING_COMMAND_RUNS,
  CONFIRMING_RUNS,
  placeOfUse,
  type ChanceUse,
} from '../domain/verification/chance';
import { failuresOf, isNotRun } from '../domain/verification/failed-checks';
import { narrowed } from '../domain/verification/narrow';
import type { CheckReport, VerificationReport } from '../domain/verification/verification';
import { RunTally, commandOf, rerun, runCommand, runTestFile } from './run-all';
import type { LoadedProgram } from './load-program';
import type { VerifierDeps, VerifyTask } from './verify-task';

export interface ChanceTask {
  program: LoadedProgram;
  /** Report of the tree: green. */
  seen: VerificationReport;
  /** Of a change: the report before it, and its files then. */
  before?: { report: VerificationReport; files: LoadedProgram['files'] };
  /** Test files that decide nothing. */
  ignored: readonly string[];
}

/**
 * Runs a green tree again. Tests that asked for chance or time get other numbers and clocks; commands run once more, and more often
 * if that differs. In a change, one red run makes the check red, with the odds; in a baseline it makes it flaky. Undefined: nothing
 * was run again, or nothing is to be said of it.
 */
export async function confirmChance(
  deps: VerifierDeps,
  given: VerifyTask,
  chance: ChanceTask,
): Promise<VerificationReport | undefined> {
  // Of a red run nothing more is to be learned.
  const task = { ...given, rerunFailures: false };
  const tests = await drawnAgain(deps, task, chance);
  const commands = await commandsAgain(task, chance);
  const { seen, before } = chance;
  const rounds = [...tests.rounds, ...commands];
  if (rounds.length === 0) return undefined;
  if (!before) return withFlaky(seen, rounds);
  const known = new Set([...before.report.flaky, ...seen.flaky]);
  const red = rounds.map((checks) => checks.filter((check) => isRed(check, seen, known)));
  const worst = new Map(red.flat().map((check) => [check.name, check] as const));
  const where = tests.use ? placeOfUse(tests.use) : [...worst.keys()][0];
  if (where === undefined) return undefined;
  return {
    ...seen,
    checks: seen.checks.map((check) => worst.get(check.name) ?? check),
    chance: {
      runs: rounds.length,
      green: red.filter((checks) => checks.length === 0).length,
      where,
      near: tests.near,
    },
  };
}

/** Runs of the test files that asked for chance or time: many where the change brings it. */
async function drawnAgain(
  deps: VerifierDeps,
  task: VerifyTask,
  { program, seen, before, ignored }: ChanceTask,
): Promise<{ rounds: CheckReport[][]; use?: ChanceUse; near: boolean }> {
  const lucky = seen.checks.filter(
    (check) => (check.chance ?? []).length > 0 && !isNotRun(check) && !ignored.includes(check.name),
  );
  const uses = lucky.flatMap((check) => check.chance ?? []);
  const known = new Set((before?.report.checks ?? []).flatMap((check) => check.chance ?? []).map(keyOf));
  const brought = uses.find(
    (use) =>
      before &&
      !known.has(keyOf(use)) &&
      (use.path === undefined || before.files.get(use.path) !== program.files.get(use.path)),
  );
  const runs = lucky.length === 0 ? 0 : CONFIRMING_RUNS[brought ? 'near' : 'far'];
  const common = {
    seed: randomBytes(32).toString('hex'),
    of: runs,
    atMs: Date.now(),
    ...(!before && { clock: 'running' as const }),
  };
  const rounds: CheckReport[][] = [];
  const pace = new RunTime(task.chanceMs, sumMs(lucky));
  for (let index = 0; index < runs && pace.allows(); index += 1) {
    task.progress(said`confirming: ${index + 1} of ${runs}`);
    const drawn = { ...task, draw: { ...common, index } };
    const first = await Promise.all(lucky.map(({ name }) => runTestFile(deps, drawn, program, name)));
    const flaky = new Set([...(before?.report.flaky ?? []), ...seen.flaky]);
    rounds.push((await rerun(deps, drawn, program, first, flaky)).checks);
    pace.ran();
  }
  return { rounds, use: brought ?? uses[0], near: brought !== undefined };
}

function keyOf({ what, path }: ChanceUse): string {
  return `${what}\n${path ?? ''}`;
}

/** Runs of the commands that were green: of a change only with the tests that it mends, where they can be run alone. */
async function commandsAgain(
  task: VerifyTask,
  { seen, before, ignored }: ChanceTask,
): Promise<CheckReport[][]> {
  const green = seen.checks.filter(
    (check) => check.kind === 'command' && !ignored.includes(check.name) && failuresOf(check).length === 0,
  );
  const rounds: CheckReport[][] = [];
  const pace = new RunTime(task.chanceMs, sumMs(green));
  let runs = green.length > 0 ? 1 : 0;
  while (rounds.length < runs && pace.allows()) {
    const checks: CheckReport[] = [];
    for (const check of green) {
      task.progress(said`again: ${check.name}`);
      const failing = before?.report.checks.find(({ name }) => name === check.name);
      const mended = failing?.tests.filter(({ status }) => status === 'failed') ?? [];
      const tests = mended.filter(({ file }) => file !== check.name);
      checks.push(await runCommand(task, narrowed(commandOf(task.spec, check.name), tests)));
    }
    rounds.push(checks);
    pace.ran();
    const flaky = new RunTally().add(seen.checks).add(checks).flaky();
    if (flaky.length > 0) runs = 1 + CONFIRMING_COMMAND_RUNS;
  }
  return rounds;
}

/** The report of a baseline, with the tests that did not end alike each time. */
function withFlaky(
  seen: VerificationReport,
  rounds: readonly CheckReport[][],
): VerificationReport | undefined {
  const known = seen.flakyRuns ?? [];
  const tally = new RunTally(known).addFirst(seen.checks);
  for (const checks of rounds) tally.add(checks);
  const flakyRuns = tally.flaky();
  const flaky = [...new Set([...seen.flaky, ...flakyRuns.map(({ id }) => id)])];
  return flaky.length === seen.flaky.length && flakyRuns.length === known.length
    ? undefined
    : { ...seen, flaky, flakyRuns };
}

function sumMs(checks: readonly CheckReport[]): number {
  return checks.reduce((sum, { durationMs }) => sum + durationMs, 0);
}

/** Time for further runs: each has to fit, as long as the last one took. */
class RunTime {
  private readonly startedMs = performance.now();
  private lastMs = this.startedMs;

  constructor(
    private readonly limitMs: number | undefined,
    private expectedMs: number,
  ) {}

  allows(): boolean {
    return this.limitMs === undefined || performance.now() - this.startedMs + this.expectedMs <= this.limitMs;
  }

  ran(): void {
    const now = performance.now();
    this.expectedMs = now - this.lastMs;
    this.lastMs = now;
  }
}

/** Fails, or does not run a test that passed at first; of a command only some of its tests ran again. */
function isRed(check: CheckReport, seen: VerificationReport, flaky: ReadonlySet<string>): boolean {
  if (failuresOf(check).some(({ id }) => !flaky.has(id))) return true;
  if (check.kind === 'command') return false;
  const passed = new Set(check.tests.filter(({ status }) => status === 'passed').map(({ id }) => id));
  const first = seen.checks.find(({ name, kind }) => name === check.name && kind === check.kind);
  return (first?.tests ?? []).some(
    ({ id, status }) => status === 'passed' && !passed.has(id) && !flaky.has(id),
  );
}
