/** A judge must be seen to judge: what the checks opened on the unchanged files, they open again on a change that they call green. */

import { sha256 } from '../machine/hash';
import { analyzeFailure } from '../domain/verification/analysis';
import { withBuildTool } from '../domain/verification/build-tool';
import { isLikelyTest, protectedReason } from '../domain/verification/protected-paths';
import { judgingPaths, type TestConfig } from '../domain/verification/test-config';
import { summarize } from '../domain/verification/summarize';
import { failuresOf } from '../domain/verification/failed-checks';
import { changeNotes, withChangesFailed } from '../domain/verification/taint';
import type {
  CheckReport,
  Verification,
  VerificationReport,
  Unseen,
} from '../domain/verification/verification';
import { contradictionsIn } from './contradictions';
import { declaredTests } from './integrity/declared-tests';
import { judgesOf, TAKEN_BY_NAME, textsOf } from './integrity/judges';
import { readReport } from './read-report';
import { rerun } from './run-all';
import { unexecutedIn } from './unexecuted';
import type { ChecksRun, VerifierDeps } from './verify-task';
import { stemOf } from '../domain/verification/integrity/judge-words';
import { isCompiled, isDocument } from '../domain/verification/integrity/judge-text';
import type { LoadedProgram, LoadProgram, LoadTask } from './load-program';
import { isManifest, readManifest } from '../domain/dependencies/manifests';
import type { Manifest } from '../domain/dependencies/types';
import { isDeclared, isMissingPackage, withUnmendable } from '../domain/verification/missing-packages';

/** Files of other languages that are searched for an import. */
const MOST_SOURCES = 2_000;
const OTHER_SOURCE = /\.(?:py|go|rs)$/;

interface Verified {
  task: LoadTask;
  program: LoadedProgram;
  baseline: VerificationReport | undefined;
}

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

function failingFiles(checks: readonly CheckReport[]): Map<string, number | undefined> {
  const commands = checks.filter((check) => check.kind === 'command');
  const places = commands.flatMap((check) =>
    failuresOf(check).map((failed) => analyzeFailure(failed, `${check.stderr}\n${check.stdout}`).location),
  );
  return new Map(places.flatMap((place) => (place ? [[place.file, place.line] as const] : [])));
}

/** Checks that opened fewer files than before. `before` is read only where such a file may be the program's. */
async function unopenedJudges(
  baseline: VerificationReport,
  checks: readonly CheckReport[],
  { before, after }: { before: () => Promise<LoadedProgram>; after: LoadedProgram },
): Promise<Unseen[]> {
  const judges = new Set(baseline.judges?.files.map(({ path }) => path));
  const isJudge = (path: string): boolean => judges.has(path) || protectedReason(path) !== undefined;
  const unopened = checks.map(({ name, opened }) => {
    const wanted = baseline.checks.find((check) => check.name === name)?.opened;
    const seen = new Set(opened?.files);
    return { name, files: opened ? (wanted?.files ?? []).filter((path) => !seen.has(path)) : [] };
  });
  const isAsked = unopened.some(({ files }) => files.some((path) => !isJudge(path)));
  const mayGo = isAsked ? await replacedIn(await before(), after) : () => false;
  return unopened.flatMap(({ name, files }) => {
    const missing = files.filter((path) => isJudge(path) || !mayGo(path));
    const [first, ...others] = missing.toSorted((a, b) => Number(isJudge(b)) - Number(isJudge(a)));
    if (first === undefined) return [];
    return [{ of: 'unopened', check: name, first, more: others.length }];
  });
}

/** Files that a later run has to open again. Build tools keep what they made of a source; nothing is decided by a document. */
function keptOpened(check: CheckReport): CheckReport {
  const { opened } = check;
  if (!opened) return check;
  const files = opened.files.filter((path) => !isDocument(path) && !isCompiled(path));
  return { ...check, opened: { files, folders: [] } };
}

/** True for files of the program that a change no longer names, or that it takes away: it has done without them. */
async function replacedIn(before: LoadedProgram, after: LoadedProgram): Promise<(path: string) => boolean> {
  const [old, now] = await Promise.all([textsOf(before), textsOf(after)]);
  const kept = new Set([...after.files.keys(), ...(after.context.assets?.paths ?? [])]);
  const changed = [...old].filter(([path, text]) => now.get(path) !== text);
  return (path) => !kept.has(path) || changed.some(([, text]) => text.includes(stemOf(path)));
}

/**
 * The verification, with missing packages unrepairable where a manifest declares them or where the import stood in a
 * green baseline. Any other missing package may be a mistaken name, which an edit can mend.
 */
async function withMissingPackages(
  loadProgram: LoadProgram,
  { task, program, baseline }: Verified,
  verification: Verification,
): Promise<Verification> {
  const modules = verification.failures.flatMap(({ analysis }) =>
    isMissingPackage(analysis) ? [analysis.module] : [],
  );
  if (modules.length === 0) return verification;
  const manifests = await manifestsOf(program);
  const stood =
    baseline && isGreen(baseline)
      ? await importedIn(await loadProgram({ ...task, tree: baseline.tree }), modules)
      : new Set<string>();
  return withUnmendable(verification, (one) => stood.has(one.module) || isDeclared(one, manifests));
}

function isGreen({ checks, flaky }: VerificationReport): boolean {
  return checks.flatMap(failuresOf).every(({ id }) => flaky.includes(id));
}

async function manifestsOf(program: LoadedProgram): Promise<Manifest[]> {
  const texts = await textsWhere(program, isManifest);
  return [...texts].flatMap(([path, text]) => readManifest(path, text) ?? []);
}

async function importedIn(program: LoadedProgram, modules: readonly string[]): Promise<ReadonlySet<string>> {
  const others = await textsWhere(program, (path) => OTHER_SOURCE.test(path));
  const texts = [...program.files.values(), ...others.values()];
  return new Set(modules.filter((module) => texts.some((text) => names(text, module))));
}

function names(text: string, module: string): boolean {
  if (text.includes(`'${module}'`) || text.includes(`"${module}"`)) return true;
  return [`import ${module}`, `from ${module} `, `from ${module}.`, `crate ${module}`].some((one) =>
    text.includes(one),
  );
}

async function textsWhere(
  { files, context: { assets } }: LoadedProgram,
  isWanted: (path: string) => boolean,
): Promise<Map<string, string>> {
  const paths = (assets?.paths ?? []).filter(isWanted).slice(0, MOST_SOURCES);
  const read = await Promise.all(
    paths.map(async (path) => [path, String(Buffer.from((await assets?.read(path)) ?? []))] as const),
  );
  return new Map([...[...files].filter(([path]) => isWanted(path)), ...read]);
}
