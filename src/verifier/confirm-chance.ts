import { randomBytes } from 'node:crypto';
import { CONFIRMING_COMMAND_RUNS, CONFIRMING_RUNS } from '../domain/verification/chance';
import { failuresOf, isNotRun } from '../domain/verification/failed-checks';
import type { CheckReport, VerificationReport } from '../domain/verification/verification';
import { chanceOfChange, type ChanceOfChange } from './integrity/chance-of-change';
import type { Draw } from '../sandbox';
import type { LoadedProgram } from './load-program';

export interface ChanceTask {
  before: LoadedProgram;
  after: LoadedProgram;
  /** Report of the tree: green. */
  seen: VerificationReport;
  baseline: VerificationReport;
  /** Test files that decide nothing. */
  ignored: readonly string[];
  /** Runs the checks again with other random numbers and another clock. */
  again(draw: Draw, commands: boolean): Promise<CheckReport[]>;
  progress(note: string): void;
}

/**
 * Runs a green tree again if chance or time may have made it green. Resolves to its report with the outcome: a check
 * that was red once is red. Undefined: there was no reason to run again.
 */
export async function confirmChance(task: ChanceTask): Promise<VerificationReport | undefined> {
  const { before, after, seen } = task;
  const commands = seen.checks.some((check) => check.kind === 'command');
  const reason = await chanceOfChange(
    { files: before.files, assets: before.context.assets },
    { files: after.files, assets: after.context.assets },
    { commands },
  );
  return reason && confirmed(task, reason, commands);
}

async function confirmed(
  { seen, baseline, ignored, again, progress }: ChanceTask,
  { near, where }: ChanceOfChange,
  commands: boolean,
): Promise<VerificationReport> {
  const tests = seen.checks.some((check) => check.kind === 'tests' && !isNotRun(check));
  const runs = tests ? CONFIRMING_RUNS[near ? 'near' : 'far'] : CONFIRMING_COMMAND_RUNS;
  const flaky = new Set([...baseline.flaky, ...seen.flaky]);
  const common = { seed: randomBytes(32).toString('hex'), of: runs, atMs: Date.now() };
  const worst = new Map<string, CheckReport>();
  let green = 0;
  for (let index = 0; index < runs; index += 1) {
    progress(`confirming: ${index + 1} of ${runs}`);
    const checks = await again({ ...common, index }, commands && index < CONFIRMING_COMMAND_RUNS);
    const red = checks.filter((check) => !ignored.includes(check.name) && isRed(check, seen, flaky));
    for (const check of red) if (!worst.has(check.name)) worst.set(check.name, check);
    if (red.length === 0) green += 1;
  }
  return {
    ...seen,
    checks: seen.checks.map((check) => worst.get(check.name) ?? check),
    chance: { runs, green, where, near },
  };
}

/** Fails, or does not run a test that passed at first. */
function isRed(check: CheckReport, seen: VerificationReport, flaky: ReadonlySet<string>): boolean {
  if (failuresOf(check).some(({ id }) => !flaky.has(id))) return true;
  const passed = new Set(check.tests.filter(({ status }) => status === 'passed').map(({ id }) => id));
  const first = seen.checks.find(({ name, kind }) => name === check.name && kind === check.kind);
  return (first?.tests ?? []).some(
    ({ id, status }) => status === 'passed' && !passed.has(id) && !flaky.has(id),
  );
}
