import { sha256 } from '../machine/hash';
import { analyzeFailure } from '../domain/verification/analysis';
import { withBuildTool } from '../domain/verification/build-tool';
import { isLikelyTest, protectedReason } from '../domain/verification/protected-paths';
import { judgingPaths, type TestConfig } from '../domain/verification/test-config';
import { summarize } from '../domain/verification/summarize';
import { failuresOf } from '../domain/verification/failed-checks';
import { changeNotes, withChangesFailed } from '../domain/verification/taint';
import type { CheckReport, Verification, VerificationReport } from '../domain/verification/verification';
import { contradictionsIn } from './contradictions';
import { declaredTests } from './integrity/declared-tests';
import { judgesOf, TAKEN_BY_NAME } from './integrity/judges';
import { withMissingPackages } from './missing-packages';
import { keptOpened, unopenedJudges } from './opened-judges';
import { readReport } from './read-report';
import { rerun } from './run-all';
import { unexecutedIn } from './unexecuted';
import type { ChecksRun, VerifierDeps } from './verify-task';

/** Verdict on a tree, with the report that it rests on. */
export interface Judged {
  verification: Verification;
  report: VerificationReport;
  /** Report of the unchanged files; undefined where these are the tree. */
  baseline: VerificationReport | undefined;
}

/** Judges what checks say, beside what they said of the unchanged files. Failures are rerun first. */
export async function judge(deps: VerifierDeps, run: ChecksRun): Promise<Judged> {
  const { baseline: known } = run.task;
  const baseline = known === undefined ? undefined : await readReport(deps.blobs, known);
  const report = await reportOf(deps, run, baseline);
  return { baseline, report, verification: await verdictOn(deps, run, baseline, report) };
}

async function reportOf(
  deps: VerifierDeps,
  { task, program, testFiles, checks: first, notes: told, steps, only = (one) => one }: ChecksRun,
  baseline: VerificationReport | undefined,
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
    checks: withChangesFailed(checks, baseline).map(keptOpened).map(only),
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
export async function verdictOn(
  deps: VerifierDeps,
  { task, program, durationMs, coverage }: ChecksRun,
  baseline: VerificationReport | undefined,
  report: VerificationReport,
): Promise<Verification> {
  const isGreenSoFar = baseline && report.checks.every((check) => failuresOf(check).length === 0);
  const unopened = isGreenSoFar
    ? await unopenedJudges(baseline, report.checks, {
        before: () => deps.loadProgram({ ...task, tree: baseline.tree }),
        after: program,
      })
    : [];
  const summary = summarize({
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
  const known = await withMissingPackages(deps.loadProgram, { task, program, baseline }, summary);
  if (baseline)
    return {
      ...known,
      ...(coverage && (await unexecutedIn(deps, task, { program, before: baseline.tree, ...coverage }))),
    };
  const paths = [...program.files.keys(), ...(program.context.assets?.paths ?? [])];
  return withBuildTool(known, report.checks, { spec: task.spec, paths });
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
