import { isNotRun } from '../domain/verification/failed-checks';
import { runnerOf } from '../domain/verification/own-runner';
import type { Verification, VerificationReport } from '../domain/verification/verification';
import { isGreen } from '../domain/heal/choose';
import { runChosen } from './chosen-tests';
import { confirmChance } from './confirm-chance';
import { foundChecks, leftAtLimits, sideBySide, withRunners, withWholes } from './found-checks';
import { judge, verdictOn, type Judged } from './judge';
import type { LoadedProgram } from './load-program';
import { runnersAtHand } from './own-runner/find-runners';
import { runAll } from './run-all';
import { selectTestFiles } from './select-tests';
import type { ChecksRun, Covered, VerifierDeps, VerifyTask } from './verify-task';

/** Verifies a tree: runs its checks, judges what they say, and confirms a verdict that chance may have made. */
export async function verify(deps: VerifierDeps, task: VerifyTask): Promise<Verification> {
  const run = await runChecks(deps, task);
  const judged = await judge(deps, run);
  return confirm(deps, run, judged);
}

/**
 * Finds the checks where the task has none, and runs them: sandbox tests over all children, commands one after another,
 * the project's own runners beside them.
 */
async function runChecks(deps: VerifierDeps, given: VerifyTask): Promise<ChecksRun> {
  const program = await deps.loadProgram(given);
  const found = await foundChecks(deps, given, program);
  const asked = found ? { ...given, spec: found.spec } : given;
  const startedMs = performance.now();
  const passedMs = () => Math.round(performance.now() - startedMs);
  if (given.choice) {
    const { spec, checks, only, ...chosen } = await runChosen(deps, given, given.choice, program, found);
    const task = { ...given, spec, baseline: undefined };
    return { ...chosen, task, program, checks, only, testFiles: chosen.chosen.files, durationMs: passedMs() };
  }
  const covered: Covered[] = [];
  const [ran, runners] = await Promise.all([
    runAll(deps, asked, program, testFilesOf(program, asked), given.covers && ((one) => covered.push(one))),
    sideBySide(asked, found),
  ]);
  const durationMs = passedMs();
  const settled = found
    ? await withWholes(asked, withRunners(found, ran, runners))
    : await leftAtLimits(deps, given, program, ran);
  const task = settled ? { ...given, spec: settled.spec } : given;
  return {
    ...{ task, program, durationMs, coverage: { checks: ran, covered } },
    testFiles: testFilesOf(program, task),
    checks: settled?.reports ?? ran,
    notes: settled?.notes ?? [],
    steps: found?.found.flatMap(({ role, command }) => (role === 'step' ? [command] : [])),
    found: settled && { spec: settled.spec, checks: settled.checks },
  };
}

/** Test files: those that the user or the project chose, and generated ones, wherever they are. */
function testFilesOf({ files, context }: LoadedProgram, task: VerifyTask): string[] {
  const chosen = selectTestFiles([...files.keys()], task.spec, context.config);
  const generated = task.generatedTests.filter((path) => files.has(path));
  return [...new Set([...chosen, ...generated])].sort();
}

/**
 * Runs a green tree again where chance or time may have made it green. Of unchanged files it says besides which checks were found, and if
 * the project's own runners can be asked about a change.
 */
async function confirm(deps: VerifierDeps, run: ChecksRun, judged: Judged): Promise<Verification> {
  const { task, found, chosen } = run;
  if (chosen) return { ...judged.verification, chosen };
  const again = isGreen(judged.verification) ? await unlessByChance(deps, run, judged) : undefined;
  const sure = again ? await verdictOn(deps, run, judged.baseline, again) : judged.verification;
  const known = { ...sure, ...(found && { found }) };
  if (judged.baseline) return known;
  return { ...known, ownRunner: await ownRunnerOf(deps, task, judged.report) };
}

/** Report of the runs by which a green tree turned out to be green by chance; undefined where it did not. */
async function unlessByChance(
  deps: VerifierDeps,
  { task, program }: ChecksRun,
  { baseline, report: seen, verification }: Judged,
): Promise<VerificationReport | undefined> {
  const ignored = verification.onlyGenerated ? [] : task.generatedTests;
  if (!baseline)
    return task.chanceMs === undefined ? undefined : confirmChance(deps, task, { program, seen, ignored });
  const { files } = await deps.loadProgram({ ...task, tree: baseline.tree });
  const before = { report: baseline, files };
  return confirmChance(deps, { ...task, chanceMs: undefined }, { program, seen, ignored, before });
}

/** True if the project's own runners of the tests that the sandbox ran can be asked as well. */
async function ownRunnerOf(
  deps: VerifierDeps,
  { directory }: VerifyTask,
  { checks }: VerificationReport,
): Promise<Verification['ownRunner']> {
  const tests = checks.filter((check) => check.kind === 'tests' && !isNotRun(check));
  if (tests.length === 0 || !directory || !deps.dependenciesOf) return undefined;
  return runnersAtHand(deps.dependenciesOf(directory), tests.map(runnerOf));
}
