import { said, withValues, type Said } from '../../domain/run/said';
import { z } from 'zod';
import type { BlobHash, TreeHash } from '../../domain/ids';
import {
  disagreements,
  lackOf as lackOfRunner,
  runnerOf,
  runnerOutcome,
  OWN_RUNNER_TIMEOUT_MS,
  type RunnerFile,
  type RunnerOutcome,
} from '../../domain/verification/own-runner';
import { analyzeFailure } from '../../domain/verification/analysis';
import { failuresOf, isNotRun } from '../../domain/verification/failed-checks';
import { shellPath } from '../../domain/shell-word';
import { firstLine } from '../../domain/text';
import type {
  CheckReport,
  CommandCheck,
  VerificationReport,
  VerificationSpec,
} from '../../domain/verification/verification';
import { sha256 } from '../../machine/hash';
import { failedAsWhole, lackOf } from '../found-checks';
import { readReport } from '../read-report';
import type { CheckCall, CheckedTree, VerifierDeps } from '../verify-task';
import { findRunner, type OwnRunner } from './find-runners';

/** A tree that is green in the sandbox, to be shown to the project's own test runners. */
export interface GreenTree extends CheckedTree {
  /** Reports of the tree and of the unchanged files, by the sandbox. */
  report: BlobHash;
  baseline: BlobHash;
}

/** Of its checks the gates have to be green as well. */
type ConfirmTask = Omit<GreenTree, 'spec'> & { spec: Pick<VerificationSpec, 'gates'> } & CheckCall;

type Deps = Pick<VerifierDeps, 'blobs' | 'redact' | 'dependenciesOf'>;

/**
 * Runs the tests of a tree that is green in the sandbox once more, with the project's own runners, as a command. If
 * they disagree, the unchanged files are run too: a runner that fails on those as well says nothing.
 */
export async function confirmTree(deps: Deps, task: ConfirmTask): Promise<RunnerOutcome> {
  const outcome = await confirmed(deps, task);
  const { redact } = deps;
  switch (outcome.status) {
    case 'agrees':
      return { ...outcome, lacks: outcome.lacks?.map((lack) => withValues(lack, redact)) };
    case 'disagrees':
      return { ...outcome, said: redact(outcome.said), tests: outcome.tests.map(redact) };
    case 'unconfirmed':
      return { ...outcome, reason: withValues(outcome.reason, redact) };
  }
}

async function confirmed(deps: Deps, task: ConfirmTask): Promise<RunnerOutcome> {
  const own = await byRunners(deps, task);
  if (own.status === 'disagrees') return own;
  const lacks: Said[] = [];
  const passed: string[] = own.status === 'agrees' ? [own.by] : [];
  for (const { check, runner } of task.spec.gates) {
    if (runner !== undefined) continue;
    const refused = await refusedBy(deps, task, check);
    if (refused?.status === 'disagrees') return refused;
    if (!refused) passed.push(check.command);
    else if (refused.status === 'unconfirmed') lacks.push(refused.reason);
  }
  if (passed.length === 0) return lacks[0] === undefined ? own : unconfirmed(lacks[0]);
  return { status: 'agrees', by: passed.join(', '), ...(lacks.length > 0 && { lacks }) };
}

/** Runs a command on the tree, and once more where it fails: what fails by luck is no verdict. Undefined: it passes. */
async function refusedBy(
  deps: Deps,
  task: ConfirmTask,
  check: CommandCheck,
): Promise<RunnerOutcome | undefined> {
  task.progress(check.command);
  const first = await task.runCheck(task.tree, check, task.signal);
  const lack = lackOf(first);
  if (lack !== undefined) return unconfirmed(said`${check.command} needs ${lack}`);
  if (first.exitCode === 0) return undefined;
  const again = await task.runCheck(task.tree, check, task.signal);
  if (again.exitCode === 0) return undefined;
  const refused = refusal(again);
  const { tree } = await readReport(deps.blobs, task.baseline);
  const before = await task.runCheck(tree, check, task.signal);
  // What it said of the unchanged files as well, the change has not brought.
  const isOld = `${before.stderr}\n${before.stdout}`.includes(bare(refused.said));
  return isOld ? { ...refused, failingHash: sha256(check.command) } : refused;
}

/** The words of a failure without its place. */
function bare(said: string): string {
  return said.slice(said.lastIndexOf(': ') + 1).trim();
}

function refusal(report: CheckReport): Extract<RunnerOutcome, { status: 'disagrees' }> {
  const [failed] = failuresOf(report);
  const failure = failed && analyzeFailure(failed, `${report.stderr}\n${report.stdout}`);
  const place = failure?.location ? `${failure.location.file}:${failure.location.line ?? 1}: ` : '';
  const said = `${place}${firstLine(failure?.summary ?? failed?.failure.message ?? '')}`;
  return { status: 'disagrees', by: report.name, tests: [report.name], count: 1, said };
}

/** Verdict of the project's own runners on the tests that the sandbox ran. */
async function byRunners(deps: Deps, task: ConfirmTask): Promise<RunnerOutcome> {
  const directory = task.directory && deps.dependenciesOf?.(task.directory);
  if (directory === undefined) return unconfirmed(lackOfRunner({}));
  const report = await readReport(deps.blobs, task.report);
  const checks = testsIn(report);
  const runners: OwnRunner[] = [];
  for (const name of new Set(checks.map(runnerOf))) {
    const runner = await findRunner(directory, name);
    if (!runner) return unconfirmed(lackOfRunner({ runner: name }));
    runners.push(runner);
  }
  if (runners.length === 0) return unconfirmed(said`the sandbox ran no test file`);
  const now = await runAll(deps, task, runners, checks, task.tree);
  if ('notRun' in now) return unconfirmed(now.notRun);
  const by = runners.map(({ title }) => title).join(', ');
  const baseline = await readReport(deps.blobs, task.baseline);
  const flaky = new Set([...baseline.flaky, ...report.flaky]);
  const found = disagreements(checks, now.ran, flaky);
  const about = { by, checks, baseline: testsIn(baseline), found, ran: now.ran, flaky };
  const [red] = now.red;
  if (found.length === 0 && red) return refusal(red);
  if (found.length === 0) return runnerOutcome({ ...about, ranBefore: [] });
  const before = await runAll(deps, task, runners, about.baseline, baseline.tree);
  return runnerOutcome({ ...about, ranBefore: 'notRun' in before ? [] : before.ran });
}

function unconfirmed(reason: Said): RunnerOutcome {
  return { status: 'unconfirmed', reason };
}

function testsIn({ checks }: VerificationReport): CheckReport[] {
  return checks.filter((check) => check.kind === 'tests' && !isNotRun(check));
}

async function runAll(
  deps: Deps,
  task: ConfirmTask,
  runners: readonly OwnRunner[],
  checks: readonly CheckReport[],
  tree: TreeHash,
): Promise<{ ran: RunnerFile[]; red: CheckReport[] } | { notRun: Said }> {
  const ran: RunnerFile[] = [];
  const red: CheckReport[] = [];
  for (const runner of runners) {
    const files = checks.filter((check) => runnerOf(check) === runner.name).map(({ name }) => name);
    if (files.length === 0) continue;
    task.progress(said`${runner.title}: ${files.length} test file(s)`);
    const gates = task.spec.gates.filter((one) => one.runner === runner.name);
    const wholes: CheckReport[] = [];
    for (const { check } of gates) wholes.push(await task.runCheck(tree, check, task.signal));
    const lack = wholes.map(lackOf).find((one) => one !== undefined);
    if (lack !== undefined) return { notRun: said`it needs ${lack}` };
    red.push(...wholes.filter((whole) => failedAsWhole(whole)));
    if (wholes.length > 0) {
      ran.push(...files.map((file) => runOf(wholes, file)));
      continue;
    }
    const check = { command: commandOf(runner, files), timeoutMs: OWN_RUNNER_TIMEOUT_MS };
    const ended = await task.runCheck(tree, check, task.signal);
    if (ended.end === 'not-run')
      return { notRun: ended.notRun ?? said`it needs ${said`the right to run it`}` };
    ran.push(...resultsOf(runner, files, ended, await wholeOutput(deps, ended)));
  }
  return { ran, red };
}

/** Tests of one file in a runner's whole run. */
function runOf(reports: readonly CheckReport[], file: string): RunnerFile {
  const tests = reports
    .flatMap((report) => report.tests)
    .filter((test) => test.file === file)
    .map(({ path, status, failure }) => ({
      path,
      status: status === 'todo' ? ('skipped' as const) : status,
      message: failure?.message ?? '',
    }));
  return {
    file,
    tests,
    message: tests.length > 0 ? '' : (reports.flatMap(failuresOf)[0]?.failure.message ?? ''),
  };
}

const FILE_MARK = '== file ';

/**
 * Command of a runner on these files. It prints the runner's report, and nothing that the program prints. If the runner
 * wrote no report, it prints the runner's last words.
 */
function commandOf({ name, start }: OwnRunner, files: readonly string[]): string {
  const report = '"$TMPDIR/own-runner"';
  const words = '"$TMPDIR/own-runner-words"';
  if (name === 'node')
    return files
      .map((file, index) => {
        const run = `${start} --test-reporter=tap --test-reporter-destination=${report} ${shellPath(file)}`;
        return `${run} >${words} 2>&1 </dev/null; echo '${FILE_MARK}${index}'; cat ${report} || tail -c 2000 ${words}; rm -f ${report}`;
      })
      .join('; ');
  const options =
    name === 'jest'
      ? '--ci --silent --coverage=false --watchAll=false --json --outputFile="$TMPDIR/own-runner" --runTestsByPath'
      : 'run --coverage.enabled=false --reporter=json --reporter=default --outputFile="$TMPDIR/own-runner"';
  const run = `${start} ${options} ${files.map(shellPath).join(' ')}`;
  return `${run} >${words} 2>&1 </dev/null; cat ${report} 2>/dev/null || tail -c 2000 ${words}`;
}

async function wholeOutput({ blobs }: Deps, { output, stdout }: CheckReport): Promise<string> {
  return output === undefined ? stdout : (await blobs.load(output)).toString('utf8');
}

function resultsOf(
  { name, title }: OwnRunner,
  files: readonly string[],
  { end, stdout }: CheckReport,
  text: string,
): RunnerFile[] {
  if (name === 'node') {
    const parts = text.split(FILE_MARK);
    const partOf = (index: number): string =>
      parts.find((part) => part.startsWith(`${index}\n`))?.replace(/^\d+\n/, '') ?? '';
    return files.map((file, index) => readTap(partOf(index), file));
  }
  const read = readJsonReport(text, files);
  if (read) return read;
  const words = end === 'completed' ? lastWords(stdout) : `${title} was stopped (${end})`;
  return files.map((file) => ({ file, tests: [], message: words }));
}

/** Last words of a runner that could not start. */
function lastWords(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.find((line) => /error|cannot|not found/i.test(line)) ?? lines[0] ?? 'it gave no report';
}

/** The JSON report of jest, and that of vitest, as far as it is read. */
const JsonReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string().nullish(),
      assertionResults: z.array(
        z.object({
          ancestorTitles: z.array(z.string()).default([]),
          title: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

/** Results of the files by the JSON that jest and vitest write; undefined where the text holds no report. */
export function readJsonReport(text: string, files: readonly string[]): RunnerFile[] | undefined {
  const parsed = JsonReport.safeParse(parseJson(text));
  if (!parsed.success) return undefined;
  return files.map((file) => {
    const found = parsed.data.testResults.find(({ name }) => name === file || name.endsWith(`/${file}`));
    const tests = (found?.assertionResults ?? []).map((one) => ({
      path: [...one.ancestorTitles.filter((title) => title !== ''), one.title],
      status: statusOf(one.status),
      message: one.failureMessages?.[0] ?? '',
    }));
    return { file, tests, message: found?.message ?? '' };
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function statusOf(status: string): RunnerFile['tests'][number]['status'] {
  return status === 'passed' || status === 'failed' ? status : 'skipped';
}

const SUBTEST = /^( *)# Subtest: (.*)$/;
const RESULT = /^( *)(not ok|ok) \d{1,9} - (.*)/;
const DIRECTIVE = / # (?:SKIP|TODO)\b/;
const INDENT = 4;

/** Results of one file by the TAP that `node --test` prints. A suite counts as a test of its name. */
export function readTap(text: string, file: string): RunnerFile {
  const names: string[] = [];
  const tests: RunnerFile['tests'][number][] = [];
  for (const line of text.split('\n')) {
    const [, indent = '', name] = SUBTEST.exec(line) ?? [];
    if (name !== undefined) names[indent.length / INDENT] = plain(name);
    const [, depth = '', result, rest = ''] = RESULT.exec(line) ?? [];
    if (result === undefined) continue;
    const directive = DIRECTIVE.exec(rest);
    const title = rest.slice(0, directive?.index);
    const path = [...names.slice(0, depth.length / INDENT), plain(title)];
    const status = directive ? 'skipped' : result === 'ok' ? 'passed' : 'failed';
    tests.push({ path, status, message: `${result} - ${plain(title)}` });
  }
  return { file, tests, message: tests.length === 0 ? text.trim() : '' };
}

function plain(name: string): string {
  return name.replace(/\\([\\#])/g, '$1');
}
