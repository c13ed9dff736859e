import { type Language } from '../domain/run/language';
import { saidText } from '../domain/run/said';
import { SUGGESTED_TIMEOUT_MS } from '../domain/heal/checks';
import type { BlobHash } from '../domain/ids';
import type { SuggestedCheck } from '../domain/heal/proposal';
import { excerpt, firstLine, plural } from '../domain/text';
import { failuresOf } from '../domain/verification/failed-checks';
import { totalsOf, type CheckReport, type VerificationReport } from '../domain/verification/verification';
import type { BlobStore } from '../store';
import { readReport } from './read-report';
import type { CheckCall, CheckedTree } from './verify-task';

/** Characters of an output that the record carries. */
const OUTPUT_CHARS = 400;

export interface SuggestedChecks extends CheckedTree {
  commands: readonly string[];
  /** Of the verification of that tree: what it answered is not run again. */
  report: BlobHash;
  /** Language of the reasons why one did not run. */
  language: Language;
}

type SuggestedChecksTask = Omit<SuggestedChecks, 'spec'> & CheckCall;

/**
 * Runs the verification commands of a suggestion, one after another, on what was applied. A command that the
 * verification has just answered is not run again; one that may not run here says why.
 */
export async function runSuggestedChecks(
  deps: { blobs: BlobStore },
  task: SuggestedChecksTask,
): Promise<SuggestedCheck[]> {
  const report = await readReport(deps.blobs, task.report);
  const outcomes: SuggestedCheck[] = [];
  for (const command of task.commands) {
    task.progress(command);
    const known = answered(report, command, task.language);
    const outcome = known ?? outcomeOf(await run(task, command), task.language);
    outcomes.push({ ...outcome, command });
  }
  return outcomes;
}

function run({ tree, runCheck, signal }: SuggestedChecksTask, command: string): Promise<CheckReport> {
  return runCheck(tree, { command, timeoutMs: SUGGESTED_TIMEOUT_MS }, signal);
}

function outcomeOf(check: CheckReport, language: Language): SuggestedCheck {
  const { name: command, end, exitCode, stdout, stderr } = check;
  if (end === 'not-run') {
    const notRun = firstLine(saidText(check.notRun ?? stderr, language));
    return { command, success: false, output: '', notRun };
  }
  const success = end === 'completed' && exitCode === 0;
  const ended = end === 'completed' ? `exit code ${exitCode ?? 'unknown'}` : `stopped: ${end}`;
  const said = [stderr, stdout].map((text) => text.trim()).filter(Boolean);
  return { command, success, output: [ended, excerpt(said.join('\n'), OUTPUT_CHARS)].join('\n').trimEnd() };
}

/** Result that the verification already has for the same command, or for the test files that a runner's call names. */
function answered(
  report: VerificationReport,
  command: string,
  language: Language,
): SuggestedCheck | undefined {
  const same = report.checks.find((check) => check.kind === 'command' && check.name === command);
  if (same) return outcomeOf(same, language);
  const files = namedFiles(command);
  if (!files) return undefined;
  const tests = report.checks.filter((check) => check.kind === 'tests');
  const named = files.length === 0 ? tests : tests.filter(({ name }) => files.includes(name));
  const whole =
    named.length > 0 && named.length >= files.length && named.every(({ end }) => end !== 'not-run');
  if (!whole) return undefined;
  const { passed, failed } = totalsOf(named.flatMap((check) => check.tests));
  const success = named.every((check) => check.end === 'completed' && failuresOf(check).length === 0);
  return { command, success, output: `in the sandbox: ${plural(passed, 'test')} passed, ${failed} failed` };
}

/** Test files of `npx jest a.test.ts b.test.ts`, or of another runner; empty where it names none; undefined for other commands and options. */
function namedFiles(command: string): string[] | undefined {
  const [, rest] =
    /^(?:(?:npx )?(?:jest|vitest run)|node --test)((?: [\w@./-]+)*)$/.exec(command.trim()) ?? [];
  const files = rest?.trim().split(' ').filter(Boolean);
  return files?.every((file) => !file.startsWith('-'))
    ? files.map((file) => file.replace(/^\.\//, ''))
    : undefined;
}
