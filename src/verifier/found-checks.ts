/** The failures of a whole command beside its tests: a step that fails, a limit of coverage, an error after the tests. */

import { said, type Said } from '../domain/run/said';
import { isRandom } from '../domain/verification/chance';
import { globsWithout, saysTheSame } from '../domain/verification/agreement';
import { unrunSentences, type FoundCheck } from '../domain/verification/detected';
import { failuresOf, isNotRun } from '../domain/verification/failed-checks';
import { narrowed } from '../domain/verification/narrow';
import { runnerOf } from '../domain/verification/own-runner';
import {
  totalsOf,
  type CheckReport,
  type CommandCheck,
  type VerificationSpec,
} from '../domain/verification/verification';
import { plural, firstLine } from '../domain/text';
import { detectTests, installedRunner, projectOf, specOf, type DetectedCheck } from './detect';
import type { LoadedProgram } from './load-program';
import { runCommand } from './run-all';
import type { VerifierDeps, VerifyTask } from './verify-task';
import { analyzeFailure } from '../domain/verification/analysis';

/** Checks that were found in a project: what is verified, and what is told of it. */
export interface FoundChecks {
  spec: VerificationSpec;
  checks: FoundCheck[];
  /** In the order of `checks`. */
  found: readonly DetectedCheck[];
}

/** The project's own checks, where a run was given none. */
export async function foundChecks(
  deps: Pick<VerifierDeps, 'dependenciesOf'>,
  { spec, detect, directory }: Pick<VerifyTask, 'spec' | 'detect' | 'directory'>,
  program: LoadedProgram,
): Promise<FoundChecks | undefined> {
  if (!detect || spec.tests !== undefined || spec.commands.length > 0) return undefined;
  const place = directory && deps.dependenciesOf?.(directory);
  const found = detectTests(await projectOf(program, place));
  return found.length === 0 ? undefined : { ...specOf(found, spec, detect.denied), found };
}

/** Runs of the project's own runners beside the sandbox, and of the other steps of its test command, by their command. */
export async function sideBySide(
  task: VerifyTask,
  found: FoundChecks | undefined,
): Promise<Map<string, CheckReport>> {
  const runs = new Map<string, CheckReport>();
  for (const [index, { check, inSandbox, role }] of (found?.found ?? []).entries()) {
    const isDenied = found?.checks[index]?.missing !== undefined;
    if (!check || isDenied || (inSandbox !== true && role !== 'step')) continue;
    task.progress(check.command);
    runs.set(check.command, await runCommand(task, check));
  }
  return runs;
}

/** Longest run of a runner on files that the sandbox stopped, ms: a program that never ends holds it as well. */
const STOPPED_TIMEOUT_MS = 30_000;
/** Files that are run one by one where a run of all did not end. */
const MOST_ALONE = 4;

/**
 * Leaves the test files that the sandbox stopped at one of its limits to the project's own runner, where that runs their tests: such a
 * limit is no failure of the program. Undefined where there is nothing to leave, or no right to run it.
 */
export async function leftAtLimits(
  deps: VerifierDeps,
  task: VerifyTask,
  program: LoadedProgram,
  ran: readonly CheckReport[],
): Promise<SettledChecks | undefined> {
  const { detect, directory, spec, baseline } = task;
  const stopped = ran.filter(({ kind, end }) => kind === 'tests' && (end === 'timeout' || end === 'memory'));
  const place = directory && deps.dependenciesOf?.(directory);
  if (!detect || baseline !== undefined || stopped.length === 0 || place === undefined) return undefined;
  const project = await projectOf(program, place);
  const found: DetectedCheck[] = [];
  const runs = new Map<string, CheckReport>();
  for (const name of new Set(stopped.map(runnerOf))) {
    const one = installedRunner(project, name);
    const { check } = one;
    if (!check || detect.denied(one.command) !== undefined) continue;
    if (spec.commands.some(({ command }) => command === check.command)) continue;
    const files = stopped.filter((report) => runnerOf(report) === name).map((report) => report.name);
    runs.set(check.command, await runStopped(task, check, files));
    found.push(one);
  }
  const { checks } = specOf(found, spec, detect.denied);
  const settled = withRunners({ spec, checks, found }, ran, runs, 'which the sandbox stopped at its limits');
  return settled.spec.commands.length > spec.commands.length ? settled : undefined;
}

/** Runs the files together, and one by one where that did not end: one that never ends says nothing of the others. */
async function runStopped(
  task: VerifyTask,
  check: CommandCheck,
  files: readonly string[],
): Promise<CheckReport> {
  const run = (some: readonly string[]): Promise<CheckReport> => {
    task.progress(said`${check.command}: ${some.length} test file(s)`);
    const narrow = narrowed(
      check,
      some.map((file) => ({ file, path: [] })),
    );
    return runCommand(task, { ...narrow, timeoutMs: Math.min(check.timeoutMs, STOPPED_TIMEOUT_MS) });
  };
  const all = await run(files);
  if (toldTests(all) || files.length < 2) return all;
  const told: CheckReport[] = [];
  for (const file of files.slice(0, MOST_ALONE)) told.push(await run([file]));
  const tests = told.filter(toldTests).flatMap((report) => report.tests);
  return tests.length === 0 ? all : { ...all, end: 'completed', tests, totals: totalsOf(tests) };
}

/** The checks with those that are left to the runners, where the sandbox does not say the same. */
export interface SettledChecks extends Omit<FoundChecks, 'found'> {
  reports: CheckReport[];
  notes: string[];
}

/**
 * Leaves to the sandbox the test files of which it says the same as the project's own runner on the unchanged tree,
 * and to the runner the others. A runner that could not run gets none.
 */
export function withRunners(
  { spec, checks, found }: FoundChecks,
  ran: readonly CheckReport[],
  runs: ReadonlyMap<string, CheckReport>,
  why = 'which the sandbox runs otherwise than it does',
): SettledChecks {
  const taken: { file: string; runner: string }[] = [];
  const added: { check: CommandCheck; report: CheckReport }[] = [];
  const sandboxed = ran.filter(({ kind }) => kind === 'tests');
  // What stands before the tests and fails keeps them from running.
  const redSteps = found.flatMap(({ role, check }) => {
    const report = role === 'step' && check ? runs.get(check.command) : undefined;
    return check && report && failedAsWhole(report) ? [check.command] : [];
  });
  const told = checks.map((one, index): FoundCheck => {
    const { check, runner, files: known } = found[index] ?? {};
    const report = check && runs.get(check.command);
    if (!check || !report) return one;
    const isHeldUp = !toldTests(report) && redSteps.some((step) => check.reporting?.line.includes(step));
    const whole = isHeldUp ? undefined : failedAsWhole(report);
    const own = sandboxed.filter((file) => known?.includes(file.name) ?? runnerOf(file) === runner);
    const files = toldTests(report) ? [...differing(ran, report), ...unheard(own, report)] : [];
    if (whole && files.length === 0) added.push({ check, report: whole });
    if (!toldTests(report)) return whole ? { ...one, by: 'command' } : withLack(one, report);
    if (files.length === 0) return { ...one, by: 'both' };
    taken.push(...files.map((file) => ({ file, runner: runner ?? 'the runner' })));
    const narrow = narrowed(
      check,
      files.map((file) => ({ file, path: [] })),
    );
    // What it says besides counts with the whole of it.
    added.push(whole ? { check, report } : { check: narrow, report: onlyOf(report, files) });
    const isPart = files.length < Math.max(filesOf(report).length, own.length);
    return { ...one, by: isPart ? 'both' : 'command' };
  });
  const files = taken.map(({ file }) => file);
  const tests = globsWithout(
    spec.tests,
    files,
    sandboxed.map(({ name }) => name),
  );
  return {
    spec: {
      ...spec,
      ...(tests && { tests }),
      commands: [...spec.commands, ...added.map(({ check }) => check)],
    },
    checks: told,
    reports: [
      ...ran.filter((one) => one.kind !== 'tests' || !files.includes(one.name)),
      ...added.map(({ report }) => report),
    ],
    notes: [...takenNotes(taken, why), ...unrunSentences(told)],
  };
}

/**
 * Runs the whole commands of a project all of whose parts are green: one that is red nevertheless is what has to be healed. Where a part
 * fails they would say no more.
 */
export async function withWholes(task: VerifyTask, settled: SettledChecks): Promise<SettledChecks> {
  if (settled.reports.some((report) => failuresOf(report).length > 0)) return settled;
  let known = settled;
  for (const { check, runner } of settled.spec.gates) {
    if (runner !== undefined) continue;
    task.progress(check.command);
    const report = await runCommand(task, check);
    const whole = failedAsWhole(report);
    const isIt = ({ command }: FoundCheck) => command === check.command;
    if (!whole)
      known = { ...known, checks: known.checks.map((one) => (isIt(one) ? withLack(one, report) : one)) };
    else
      known = {
        ...known,
        spec: { ...known.spec, commands: [...known.spec.commands, check] },
        reports: [...known.reports, whole],
        checks: known.checks.map((one) => (isIt(one) ? { ...one, by: 'command' } : one)),
      };
  }
  return {
    ...known,
    notes: [...known.notes, ...unrunSentences(known.checks).filter((one) => !known.notes.includes(one))],
  };
}

/** A step that could not run, with what it lacks. */
function withLack(one: FoundCheck, report: CheckReport): FoundCheck {
  const what = lackOf(report);
  return what === undefined || one.by !== 'gate'
    ? one
    : { ...one, by: 'gate', missing: { what, get: said`install it` } };
}

/** True if a run told of its tests, rather than that it could not run. */
function toldTests({ name, end, tests }: CheckReport): boolean {
  return end === 'completed' && tests.some(({ file, path }) => file !== name && path.length > 0);
}

/** Files of which the sandbox does not say what the runner says, but for those that luck may decide: two runs of these may differ. */
function differing(ran: readonly CheckReport[], report: CheckReport): string[] {
  return filesOf(report).filter((file) => {
    const own = ran.find(({ kind, name }) => kind === 'tests' && name === file);
    const tests = report.tests.filter((test) => test.file === file);
    if (own && hasRun(own) && own.chance?.some(isRandom)) return false;
    return !own || isNotRun(own) || !saysTheSame(own, tests);
  });
}

/** True where a test of the file began. */
function hasRun({ tests }: CheckReport): boolean {
  return tests.some(({ path }) => path.length > 0);
}

/**
 * Files that the sandbox could not run as far as a test, and of which a runner that ended says nothing: it takes their tests for those of a
 * helper, or leaves them out. Where only the sandbox fails, it is the sandbox's failure.
 */
function unheard(own: readonly CheckReport[], report: CheckReport): string[] {
  const told = new Set(filesOf(report));
  return own
    .filter((file) => failuresOf(file).length > 0 && !hasRun(file) && !told.has(file.name))
    .map(({ name }) => name);
}

function filesOf({ name, tests }: CheckReport): string[] {
  return [...new Set(tests.map(({ file }) => file))].filter((file) => file !== name);
}

/** A report as if only these files had run. */
function onlyOf(report: CheckReport, files: readonly string[]): CheckReport {
  const tests = report.tests.filter(({ file }) => files.includes(file));
  const failed = tests.some(({ status }) => status === 'failed');
  // What all of them opened, a run of these need not.
  return {
    ...report,
    tests,
    totals: totalsOf(tests),
    exitCode: failed ? report.exitCode : 0,
    opened: undefined,
  };
}

function takenNotes(taken: readonly { file: string; runner: string }[], why: string): string[] {
  const [first] = taken;
  if (!first) return [];
  const files = plural(taken.length, 'test file');
  return [`${first.runner} runs ${files}, ${why} (${first.file}${taken.length > 1 ? ' …' : ''}).`];
}

/** The report with the command's own failure alone; undefined where it has none, or could not run here. */
export function failedAsWhole(report: CheckReport): CheckReport | undefined {
  const { name, end, exitCode, tests } = report;
  if ((end === 'completed' && exitCode === 0) || lackOf(report) !== undefined) return undefined;
  const own = tests.filter(({ file, status }) => file === name && status === 'failed');
  return own.length === 0 ? undefined : { ...report, tests: own, totals: totalsOf(own) };
}

/** Thing that a command lacks here, such as a program or the network: its end says nothing of the project. */
export function lackOf(report: CheckReport): string | Said | undefined {
  const { end, exitCode, stderr, stdout } = report;
  if (end === 'not-run') return said`the right to run it`;
  if (end === 'timeout') return said`more time than it has`;
  if (end !== 'completed' || exitCode === 0) return undefined;
  const output = `${stderr}\n${stdout}`;
  if (exitCode === 127 || /\bError 127\b/.test(stderr))
    return /([\w.@/-]{1,80}): (?:command )?not found/.exec(output)?.[1] ?? said`a program`;
  const [failed] = failuresOf(report).filter(({ id }) => id === report.name);
  const analysis = failed && analyzeFailure(failed, output);
  return analysis?.kind === 'environment' ? firstLine(analysis.summary, 200) : undefined;
}
