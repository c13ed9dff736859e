import { sha256 } from '../machine/hash';
import { analyzeFailure } from '../domain/verification/analysis';
import { isGreen } from '../domain/heal/choose';
import type { BlobHash, TreeHash } from '../domain/ids';
import type { HostDirectory } from '../domain/files/workspace';
import { isLikelyTest, protectedReason } from '../domain/verification/protected-paths';
import { judgingPaths, type TestConfig } from '../domain/verification/test-config';
import { summarize } from '../domain/verification/summarize';
import { failuresOf, isNotRun } from '../domain/verification/failed-checks';
import { changeNotes, withChangesFailed } from '../domain/verification/taint';
import { totalsOf } from '../domain/verification/totals';
import type {
  VerificationReport,
  CheckReport,
  CommandCheck,
  Judges,
  Verification,
  VerificationSpec,
} from '../domain/verification/verification';
import type { BlobStore } from '../store';
import { readReport } from './read-report';
import { declaredTests } from './integrity/declared-tests';
import { judgesOf, TAKEN_BY_NAME } from './integrity/judges';
import type { Draw, Sandbox } from '../sandbox';
import { confirmChance } from './confirm-chance';
import { contradictionsIn } from './contradictions';
import type { LoadedProgram, LoadProgram } from './load-program';
import { withMissingPackages } from './missing-packages';
import { runnersAtHand } from './own-runner/find-runners';
import type { RunCheck } from './run-check';
import { runnerOf } from './runner';
import { selectTestFiles, whyNotRun } from './select-tests';
import { hasUnseenTests, unexecuted, type Covered } from './unexecuted';

export interface VerifierDeps {
  blobs: BlobStore;
  sandbox: Sandbox;
  loadProgram: LoadProgram;
  /** Takes secrets out of what leaves the store: history, logs and reports. */
  redact(text: string): string;
  /** Real path of a directory of this machine, where its dependencies are. Absent: of none. */
  dependenciesOf?(directory: HostDirectory): string | undefined;
}

export interface VerifyTask {
  tree: TreeHash;
  spec: VerificationSpec;
  directory?: HostDirectory;
  baseline?: BlobHash;
  rerunFailures: boolean;
  generatedTests: readonly string[];
  /** Changed files of which it is told whether tests execute them. */
  covers?: readonly string[];
  /** Chance and time of the sandbox, for a run that confirms another. */
  draw?: Draw;
  runCheck: RunCheck;
  signal: AbortSignal;
  progress(note: string): void;
}

/**
 * Verifies a tree: sandbox tests over all children, commands one after another; failures are rerun on demand. A green
 * change that may be green by chance is run again.
 */
export async function verify(deps: VerifierDeps, task: VerifyTask): Promise<Verification> {
  const program = await deps.loadProgram(task);
  const testFiles = testFilesOf(program, task);
  const startedMs = performance.now();
  const covered: Covered[] = [];
  const first = await runAll(deps, task, program, testFiles, task.covers && ((one) => covered.push(one)));
  const durationMs = Math.round(performance.now() - startedMs);
  const baseline = task.baseline === undefined ? undefined : await readReport(deps.blobs, task.baseline);
  const judged = { program, testFiles, baseline, durationMs };
  const seen = await reportOf(deps, task, judged, first);
  const summary = await summarized(deps, task, judged, seen);
  const unseen = baseline && (await unexecutedIn(deps, task, { ...judged, baseline }, first, covered));
  const verification = unseen ? { ...summary, unexecuted: unseen } : summary;
  if (!baseline) return { ...verification, ownRunner: await ownRunnerOf(deps, task, seen) };
  if (!isGreen(verification)) return verification;
  const ignored = verification.onlyGenerated ? [] : task.generatedTests;
  const again = await unlessByChance(deps, task, { ...judged, baseline }, seen, ignored);
  if (!again) return verification;
  return { ...(await summarized(deps, task, judged, again)), ...(unseen && { unexecuted: unseen }) };
}

/** Changed files that no test executes; undefined where nobody asks, none is, or tests ran whose coverage nobody has. */
async function unexecutedIn(
  deps: VerifierDeps,
  task: VerifyTask,
  { program, baseline }: Judged & { baseline: VerificationReport },
  checks: readonly CheckReport[],
  covered: readonly Covered[],
): Promise<string[] | undefined> {
  const { covers = [] } = task;
  if (covers.length === 0 || hasUnseenTests(checks)) return undefined;
  const before = await deps.loadProgram({ ...task, tree: baseline.tree });
  const changed = covers.flatMap((path) => {
    const after = program.files.get(path);
    return after === undefined ? [] : [{ path, before: before.files.get(path), after }];
  });
  const found = unexecuted(changed, covered);
  return found.length === 0 ? undefined : found;
}

/** True if the project's own runners of the tests that the sandbox ran can be asked as well. */
async function ownRunnerOf(
  deps: VerifierDeps,
  { directory }: VerifyTask,
  { checks }: VerificationReport,
): Promise<Verification['ownRunner']> {
  const tests = checks.filter((check) => check.kind === 'tests' && !isNotRun(check));
  if (tests.length === 0 || !directory || !deps.dependenciesOf) return undefined;
  return runnersAtHand(
    deps.dependenciesOf(directory),
    tests.map(({ runner }) => runner ?? 'jest'),
  );
}

/** Basis of a verification. */
interface Judged {
  program: LoadedProgram;
  testFiles: readonly string[];
  baseline: VerificationReport | undefined;
  /** Of the first run of the checks. */
  durationMs: number;
}

async function reportOf(
  deps: VerifierDeps,
  task: VerifyTask,
  { program, testFiles, baseline }: Judged,
  first: readonly CheckReport[],
): Promise<VerificationReport> {
  const { config } = program.context;
  const { checks, flaky } = await rerun(deps, task, program, first, new Set(baseline?.flaky));
  const judging = judgingOf(config, testFiles);
  const judges = baseline?.judges ?? (await judgesIn(program, task.spec, checks, judging));
  const notes = [
    ...(config?.notes ?? []),
    ...(judges.observed ? [] : [TAKEN_BY_NAME]),
    ...changeNotes(checks),
  ];
  return {
    version: 1,
    tree: task.tree,
    // What was opened has been read: it would be most of the report.
    checks: withChangesFailed(checks, baseline).map((check) => ({ ...check, opened: undefined })),
    flaky,
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
  { program, baseline, durationMs }: Judged,
  report: VerificationReport,
): Promise<Verification> {
  const verification = summarize({
    report,
    reportHash: await deps.blobs.put(Buffer.from(JSON.stringify(report))),
    baseline,
    generatedTests: task.generatedTests,
    declared: (file) => declaredTests(file, program.files.get(file) ?? ''),
    durationMs,
    redact: deps.redact,
    sha256,
  });
  return withMissingPackages(deps.loadProgram, { task, program, baseline }, verification);
}

/** Runs a green tree again where chance or time may have made it green. */
async function unlessByChance(
  deps: VerifierDeps,
  task: VerifyTask,
  { program, testFiles, baseline }: Judged & { baseline: VerificationReport },
  seen: VerificationReport,
  ignored: readonly string[],
): Promise<VerificationReport | undefined> {
  const before = await deps.loadProgram({ ...task, tree: baseline.tree });
  const again = async (draw: Draw, commands: boolean): Promise<CheckReport[]> => {
    const given = { ...task, draw, spec: commands ? task.spec : { ...task.spec, commands: [] } };
    const files = draw.index % 2 === 0 ? testFiles : testFiles.toReversed();
    const first = await runAll(deps, given, program, files);
    return (await rerun(deps, given, program, first, new Set(baseline.flaky))).checks;
  };
  return confirmChance({ before, after: program, seen, baseline, ignored, again, progress: task.progress });
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

/** Judges as they are before any change: a repair does not choose its judges. */
function judgesIn(
  program: LoadedProgram,
  { commands }: VerificationSpec,
  checks: readonly CheckReport[],
  judging: readonly string[],
): Promise<Judges> {
  const lines = commands.map((check) => check.command);
  return judgesOf(program, { commands: lines, judging, checks, failing: failingFiles(checks) });
}

/** Files that the failures of commands are in, with their lines. */
function failingFiles(checks: readonly CheckReport[]): Map<string, number | undefined> {
  const commands = checks.filter((check) => check.kind === 'command');
  const places = commands.flatMap((check) =>
    failuresOf(check).map((failed) => analyzeFailure(failed, `${check.stderr}\n${check.stdout}`).location),
  );
  return new Map(places.flatMap((place) => (place ? [[place.file, place.line] as const] : [])));
}

async function runAll(
  deps: VerifierDeps,
  task: VerifyTask,
  program: LoadedProgram,
  testFiles: readonly string[],
  cover?: (covered: Covered) => void,
): Promise<CheckReport[]> {
  let done = 0;
  const tests = await Promise.all(
    testFiles.map(async (testFile) => {
      const report = await runTestFile(deps, task, program, testFile, cover);
      done += 1;
      task.progress(`${done} of ${testFiles.length} test files`);
      return report;
    }),
  );
  const commands: CheckReport[] = [];
  for (const check of task.spec.commands) {
    task.progress(check.command);
    commands.push(await runCommand(task, check));
  }
  return [...tests, ...commands];
}

/** Who judges is seen once, on the unchanged tree. */
function runCommand(
  { runCheck, tree, signal, baseline }: VerifyTask,
  check: CommandCheck,
): Promise<CheckReport> {
  return runCheck(tree, check, signal, { observe: baseline === undefined });
}

/** Runs one test file in the sandbox. One that the sandbox can't run is a report too, which says why. */
export async function runTestFile(
  deps: Pick<VerifierDeps, 'sandbox'>,
  task: Pick<VerifyTask, 'spec' | 'draw' | 'signal'>,
  program: LoadedProgram,
  testFile: string,
  cover?: (covered: Covered) => void,
): Promise<CheckReport> {
  const reason = whyNotRun(program, testFile);
  if (reason !== undefined) return notRunReport(testFile, reason);
  const { limits } = task.spec;
  const request = { ...program, testFile, limits, draw: task.draw, ...(cover && { coverage: true }) };
  const { report, coverage, lines } = await deps.sandbox.run(request, task.signal);
  if (cover && coverage && lines) cover({ tests: coverage, lines });
  const runner = runnerOf(program, testFile);
  return runner === 'jest' ? report : { ...report, runner };
}

/** A test file that the sandbox can't run, with the reason in one sentence: no verdict at all. */
function notRunReport(testFile: string, reason: string): CheckReport {
  return {
    name: testFile,
    kind: 'tests',
    trust: 'sandbox',
    end: 'not-run',
    exitCode: null,
    tests: [],
    stdout: '',
    stderr: reason,
    durationMs: 0,
    totals: totalsOf([]),
  };
}

/**
 * Reruns failures once: a timeout alone, since a busy machine makes false ones; every failure of a baseline; and later
 * those of tests that were flaky there. Only a test that changes between two runs of one tree is flaky in it.
 */
async function rerun(
  deps: VerifierDeps,
  task: VerifyTask,
  program: LoadedProgram,
  first: readonly CheckReport[],
  knownFlaky: ReadonlySet<string>,
): Promise<{ checks: CheckReport[]; flaky: string[] }> {
  const checks: CheckReport[] = [];
  const flaky: string[] = [];
  for (const check of first) {
    const failing = failuresOf(check);
    const suspect = task.rerunFailures ? failing : failing.filter((failed) => knownFlaky.has(failed.id));
    const again = check.end === 'timeout' || suspect.length > 0;
    if (!again || check.end === 'not-run') {
      checks.push(check);
      continue;
    }
    task.progress(`again: ${check.name}`);
    const second =
      check.kind === 'tests'
        ? await runTestFile(deps, task, program, check.name)
        : await runCommand(task, commandOf(task.spec, check.name));
    flaky.push(...changedIds(check, second));
    checks.push(second);
  }
  return { checks, flaky };
}

function commandOf(spec: VerificationSpec, command: string): CommandCheck {
  const found = spec.commands.find((check) => check.command === command);
  if (!found) throw new Error(`no check "${command}" in the specification`);
  return found;
}

/**
 * Ids that passed in one run of a check and failed in the other. An id that only one run has says nothing: the other
 * run was cut off, or did not load.
 */
function changedIds(first: CheckReport, second: CheckReport): string[] {
  const before = new Map(first.tests.map((test) => [test.id, test.status]));
  return second.tests
    .filter(({ id, status }) => {
      const verdicts = [before.get(id), status];
      return verdicts.includes('passed') && verdicts.includes('failed');
    })
    .map((test) => test.id);
}
