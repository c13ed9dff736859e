import { sha256 } from '../machine/hash';
import { analyzeFailure } from '../domain/verification/analysis';
import { withBuildTool } from '../domain/verification/build-tool';
import { isGreen } from '../domain/heal/choose';
import { isLikelyTest, protectedReason } from '../domain/verification/protected-paths';
import { judgingPaths, type TestConfig } from '../domain/verification/test-config';
import { runnerOf } from '../domain/verification/own-runner';
import type { TestChoice } from '../domain/verification/choice';
import { summarize } from '../domain/verification/summarize';
import { failuresOf, isNotRun } from '../domain/verification/failed-checks';
import { changeNotes, withChangesFailed } from '../domain/verification/taint';
import type { VerificationReport, CheckReport, Verification } from '../domain/verification/verification';
import { readReport } from './read-report';
import { declaredTests } from './integrity/declared-tests';
import { judgesOf, TAKEN_BY_NAME } from './integrity/judges';
import { confirmChance } from './confirm-chance';
import { contradictionsIn } from './contradictions';
import type { LoadedProgram } from './load-program';
import { withMissingPackages } from './missing-packages';
import { runnersAtHand } from './own-runner/find-runners';
import { runChosen } from './chosen-tests';
import {
  foundChecks,
  type FoundChecks,
  leftAtLimits,
  sideBySide,
  withRunners,
  withWholes,
} from './found-checks';
import { keptOpened, unopenedJudges } from './opened-judges';
import { rerun, runAll } from './run-all';
import { selectTestFiles } from './select-tests';
import type { VerifierDeps, VerifyTask } from './verify-task';
import { type Covered, unexecutedIn } from './unexecuted';

/**
 * Verifies a tree: sandbox tests over all children, commands one after another; failures are rerun on demand. A green
 * change that may be green by chance is run again.
 */
export async function verify(deps: VerifierDeps, given: VerifyTask): Promise<Verification> {
  const program = await deps.loadProgram(given);
  const found = await foundChecks(deps, given, program);
  const asked = found ? { ...given, spec: found.spec } : given;
  const startedMs = performance.now();
  if (given.choice) return verifyChosen(deps, { ...given, choice: given.choice }, program, found);
  const covered: Covered[] = [];
  const [ran, runners] = await Promise.all([
    runAll(deps, asked, program, testFilesOf(program, asked), given.covers && ((one) => covered.push(one))),
    sideBySide(asked, found),
  ]);
  const durationMs = Math.round(performance.now() - startedMs);
  const settled = found
    ? await withWholes(asked, withRunners(found, ran, runners))
    : await leftAtLimits(deps, given, program, ran);
  const task = settled ? { ...given, spec: settled.spec } : given;
  const testFiles = testFilesOf(program, task);
  const baseline = task.baseline === undefined ? undefined : await readReport(deps.blobs, task.baseline);
  const basis = { program, testFiles, baseline, durationMs };
  const steps = found?.found.flatMap(({ role, command }) => (role === 'step' ? [command] : []));
  const seen = await reportOf(
    deps,
    task,
    { ...basis, steps, notes: settled?.notes },
    settled?.reports ?? ran,
  );
  const summary = await summarized(deps, task, basis, seen);
  const unseen =
    baseline && (await unexecutedIn(deps, task, { program, before: baseline.tree, checks: ran, covered }));
  const verification = { ...summary, ...unseen };
  const ignored = verification.onlyGenerated ? [] : task.generatedTests;
  const again = isGreen(verification) && (await unlessByChance(deps, task, basis, seen, ignored));
  const sure = again ? { ...(await summarized(deps, task, basis, again)), ...unseen } : verification;
  const { spec, checks } = settled ?? {};
  const known = { ...sure, ...(spec && checks && { found: { spec, checks } }) };
  return baseline ? known : { ...known, ownRunner: await ownRunnerOf(deps, task, seen) };
}

/** The verdict of some of the tests alone, with what was chosen and left out. */
async function verifyChosen(
  deps: VerifierDeps,
  task: VerifyTask & { choice: TestChoice },
  program: LoadedProgram,
  found: FoundChecks | undefined,
): Promise<Verification> {
  const startedMs = performance.now();
  const { spec, checks, chosen, notes, only } = await runChosen(deps, task, program, found);
  const basis = {
    ...{ program, baseline: undefined, testFiles: chosen.files },
    durationMs: Math.round(performance.now() - startedMs),
  };
  const seen = await reportOf(deps, { ...task, spec }, { ...basis, notes }, checks);
  const report = { ...seen, checks: seen.checks.map(only) };
  return { ...(await summarized(deps, { ...task, spec }, basis, report)), chosen };
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

/** Basis of a verification. */
interface Basis {
  program: LoadedProgram;
  testFiles: readonly string[];
  baseline: VerificationReport | undefined;
  /** Of the first run of the checks. */
  durationMs: number;
}

async function reportOf(
  deps: VerifierDeps,
  task: VerifyTask,
  {
    program,
    testFiles,
    baseline,
    notes: told = [],
    steps,
  }: Basis & { notes?: readonly string[]; steps?: readonly string[] },
  first: readonly CheckReport[],
): Promise<VerificationReport> {
  const { config } = program.context;
  const { checks, flaky } = await rerun(deps, task, program, first, new Set(baseline?.flaky));
  const judging = judgingOf(config, testFiles);
  const judges =
    baseline?.judges ?? (await judgesOf(program, { judging, checks, failing: failingFiles(checks), steps }));
  const notes = [
    ...told,
    ...(config?.notes ?? []),
    ...(judges.observed ? [] : [TAKEN_BY_NAME]),
    ...changeNotes(checks),
  ];
  return {
    version: 1,
    tree: task.tree,
    checks: withChangesFailed(checks, baseline).map(keptOpened),
    flaky: flaky.map(({ id }) => id),
    ...(flaky.length > 0 && { flakyRuns: flaky }),
    judging,
    judges,
    ...(config || notes.length > 0 ? { notes } : {}),
    // Repairs do not change the tests, so their verifications would say the same.
    ...(task.rerunFailures ? { contradictions: contradictionsIn(program.files, checks) } : {}),
  };
}

/** Keeps a report, and says of it what decisions need. */
async function summarized(
  deps: VerifierDeps,
  task: VerifyTask,
  { program, baseline, durationMs }: Basis,
  report: VerificationReport,
): Promise<Verification> {
  const isGreenSoFar = baseline && report.checks.every((check) => failuresOf(check).length === 0);
  const unopened = isGreenSoFar
    ? await unopenedJudges(baseline, report.checks, {
        before: () => deps.loadProgram({ ...task, tree: baseline.tree }),
        after: program,
      })
    : [];
  const verification = summarize({
    report,
    unopened,
    reportHash: await deps.blobs.put(Buffer.from(JSON.stringify(report))),
    baseline,
    generatedTests: task.generatedTests,
    declared: (file) => declaredTests(file, program.files.get(file) ?? ''),
    durationMs,
    redact: deps.redact,
    sha256,
  });
  const known = await withMissingPackages(deps.loadProgram, { task, program, baseline }, verification);
  if (baseline) return known;
  const paths = [...program.files.keys(), ...(program.context.assets?.paths ?? [])];
  return withBuildTool(known, report.checks, { spec: task.spec, paths });
}

/** Runs a green tree again where chance or time may have made it green. */
async function unlessByChance(
  deps: VerifierDeps,
  task: VerifyTask,
  { program, baseline }: Basis,
  seen: VerificationReport,
  ignored: readonly string[],
): Promise<VerificationReport | undefined> {
  if (!baseline)
    return task.chanceMs === undefined ? undefined : confirmChance(deps, task, { program, seen, ignored });
  const { files } = await deps.loadProgram({ ...task, tree: baseline.tree });
  const before = { report: baseline, files };
  return confirmChance(deps, { ...task, chanceMs: undefined }, { program, seen, ignored, before });
}

/** Test files: those that the user or the project chose, and generated ones, wherever they are. */
function testFilesOf({ files, context }: LoadedProgram, task: VerifyTask): string[] {
  const chosen = selectTestFiles([...files.keys()], task.spec, context.config);
  const generated = task.generatedTests.filter((path) => files.has(path));
  return [...new Set([...chosen, ...generated])].sort();
}

/** Test files and settings that a repair may not change, beyond the general rule: they may have any names. */
function judgingOf(config: TestConfig | undefined, testFiles: readonly string[]): string[] {
  const all = new Set([...(config ? judgingPaths(config) : []), ...testFiles]);
  return [...all].filter((path) => protectedReason(path) === undefined || isLikelyTest(path));
}

/** Files that the failures of commands are in, with their lines. */
function failingFiles(checks: readonly CheckReport[]): Map<string, number | undefined> {
  const commands = checks.filter((check) => check.kind === 'command');
  const places = commands.flatMap((check) =>
    failuresOf(check).map((failed) => analyzeFailure(failed, `${check.stderr}\n${check.stdout}`).location),
  );
  return new Map(places.flatMap((place) => (place ? [[place.file, place.line] as const] : [])));
}
