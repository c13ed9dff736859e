import type { BlobHash } from '../ids';
import { analyzeReported } from './analysis';
import { withValues } from '../run/said';
import { excerpt } from '../text';
import type {
  CheckOutput,
  CheckReport,
  FailedCheck,
  ListedFailure,
  NotRun,
  TestStatus,
  Verification,
  Unseen,
  VerificationComparison,
  VerificationReport,
} from './verification';
import { isByChance } from './chance';
import { compareReports, type Declarations } from './compare';
import { failuresOf, isNotRun } from './failed-checks';

const FAILURES_SHOWN = 10;
const FAILURE_CHARS = 500;
/** Of each compared value: messages show them too. */
const VALUE_CHARS = 200;
const NOT_RUN_SHOWN = 5;
const NOTES_SHOWN = 10;
const NOTE_CHARS = 400;
const OUTPUTS_SHOWN = 2;
/** Of each stack: with two outputs, ten failures stay below the limit. */
const STACK_CHARS = 300;

export interface SummaryFacts {
  report: VerificationReport;
  reportHash: BlobHash;
  baseline?: VerificationReport;
  generatedTests: readonly string[];
  /** Declared tests of those files that did not load in the baseline. */
  declared?: Declarations;
  durationMs: number;
  /** Checks that no longer open what they opened in the baseline. */
  unopened?: readonly Unseen[];
  /** Takes secrets out: what is summarized goes to history. The report keeps them. */
  redact(text: string): string;
  /** SHA-256 in hex; the domain has no hash of its own. */
  sha256(text: string): string;
}

/** Summarises all that the checks saw for the workflow's decisions. Bounded for history. */
export function summarize(facts: SummaryFacts): Verification {
  const { report, baseline } = facts;
  const flaky = new Set(report.flaky);
  const notRun = report.checks.filter(isNotRun);
  const { deciding, generated, only } = splitGenerated(report.checks, facts);
  const failures = deciding
    .flatMap((check) => failuresOf(check).map((failed) => ({ ...failed, from: check })))
    .filter((failed) => !flaky.has(failed.id))
    .sort((a, b) => weight(a) - weight(b));
  const tests = eachOnce(deciding);
  const count = (status: TestStatus) => tests.filter((one) => one === status).length;
  const passed = count('passed');
  return {
    tree: report.tree,
    report: facts.reportHash,
    success: failures.length === 0 && deciding.length > 0 && passed > 0 && !isByChance(report),
    trust: trustOf(deciding),
    passed,
    // A flaky test that happens to pass is no progress.
    steadyPassed: eachOnce(deciding, new Set((baseline ?? report).flaky)).filter((one) => one === 'passed')
      .length,
    failed: failures.length,
    skipped: count('skipped') + count('todo'),
    failures: failures
      .slice(0, FAILURES_SHOWN)
      .map(({ from, ...failed }) => bounded(failed, from, facts.redact)),
    failingHash: facts.sha256(
      failures
        .map((failed) => failed.id)
        .sort()
        .join('\n'),
    ),
    flaky: report.flaky.slice(0, 20),
    ...(report.flakyRuns && { flakyRuns: report.flakyRuns.slice(0, 20) }),
    comparison:
      baseline &&
      boundedComparison(
        compareReports(
          onlyDeciding(baseline, facts),
          { ...report, checks: deciding },
          facts.declared,
          facts.unopened,
        ),
        facts.redact,
      ),
    generated: generated.length === 0 ? undefined : summarizeGenerated(generated),
    onlyGenerated: only,
    ...(report.chance && { chance: report.chance }),
    notRun: notRun.length === 0 ? undefined : summarizeNotRun(notRun, facts.redact),
    notes: notesOf(report.notes, facts.redact),
    contradictions: notesOf(report.contradictions, facts.redact),
    outputs: outputsOf(
      [...failures.map(({ from }) => from), ...deciding.filter(({ kind }) => kind === 'command')],
      facts.redact,
    ),
    stdout: excerpt(facts.redact(join(report.checks, 'stdout'))),
    stderr: excerpt(facts.redact(join(report.checks, 'stderr'))),
    testFiles: deciding.filter((check) => check.kind === 'tests').length,
    durationMs: facts.durationMs,
  };
}

/** First 2 KiB of each of the first checks. What a command says of its end stands in stderr as often as in stdout. */
function outputsOf(checks: readonly CheckReport[], redact: (text: string) => string): CheckOutput[] {
  return [...new Set(checks)]
    .flatMap((check) => {
      const text = [check.stdout, check.stderr].filter((stream) => stream.trim() !== '').join('\n');
      return text === '' ? [] : [{ check: check.name, text: excerpt(redact(text)) }];
    })
    .slice(0, OUTPUTS_SHOWN);
}

/** It holds command lines and names of the program. */
function boundedComparison(
  { unseen, changes, ...counts }: VerificationComparison,
  redact: (text: string) => string,
): VerificationComparison {
  const clean = (text: string) => excerpt(redact(text), NOTE_CHARS);
  return {
    ...counts,
    ...(unseen && {
      unseen: unseen.map((one) => ({
        ...one,
        check: clean(one.check),
        ...(one.of === 'unopened' && { first: clean(one.first) }),
        ...(one.of === 'untold' && { tests: one.tests.map(clean) }),
      })),
    }),
    ...(changes && { changes: { ...changes, names: changes.names.map(clean) } }),
  };
}

/**
 * How the tests ended. A test that the sandbox and its own runner ran counts once, and has
 * passed where it passed in both.
 */
function eachOnce(checks: readonly CheckReport[], leftOut?: ReadonlySet<string>): TestStatus[] {
  const ended = new Map<string, TestStatus>();
  for (const check of checks) {
    const seen = new Map<string, number>();
    for (const { id, file, path, status } of check.tests) {
      if (leftOut?.has(id)) continue;
      // A file may have several tests of one title.
      const name = path.length === 0 ? id : JSON.stringify([file, path]);
      const count = (seen.get(name) ?? 0) + 1;
      seen.set(name, count);
      const key = `${count} ${name}`;
      const known = ended.get(key);
      if (known === undefined || known === 'passed') ended.set(key, status);
    }
  }
  return [...ended.values()];
}

function summarizeNotRun(checks: readonly CheckReport[], redact: (text: string) => string): NotRun {
  return {
    count: checks.length,
    files: checks.slice(0, NOT_RUN_SHOWN).map((check) => excerpt(check.name, 300)),
    reason: withValues(checks[0]?.notRun ?? { form: '{}', values: [checks[0]?.stderr ?? ''] }, (value) =>
      excerpt(redact(value), NOTE_CHARS),
    ),
  };
}

function notesOf(all: readonly string[] = [], redact: (text: string) => string): string[] | undefined {
  const notes = all.slice(0, NOTES_SHOWN).map((note) => excerpt(redact(note), NOTE_CHARS));
  return notes.length === 0 ? undefined : notes;
}

/**
 * Checks that ran. Generated tests never block if the project has checks of its own; otherwise they are the only
 * checks, whatever command runs them.
 */
function splitGenerated(
  all: readonly CheckReport[],
  { baseline, generatedTests }: Pick<SummaryFacts, 'baseline' | 'generatedTests'>,
) {
  const checks = all.filter((check) => !isNotRun(check));
  const names = new Set(generatedTests);
  const hadNone = names.size > 0 && baseline !== undefined && baseline.checks.every(isNotRun);
  const own = hadNone ? [] : checks.filter((check) => !names.has(check.name));
  if (own.length === 0) return { deciding: [...checks], generated: [], only: checks.length > 0 };
  return { deciding: own, generated: checks.filter((check) => names.has(check.name)), only: false };
}

function onlyDeciding(
  baseline: VerificationReport,
  { generatedTests }: Pick<SummaryFacts, 'generatedTests'>,
): VerificationReport {
  return { ...baseline, checks: splitGenerated(baseline.checks, { generatedTests }).deciding };
}

function summarizeGenerated(checks: readonly CheckReport[]) {
  const failedFiles = checks.filter((check) => failuresOf(check).length > 0).map((check) => check.name);
  const passed = checks.reduce(
    (sum, check) => sum + check.tests.filter((test) => test.status === 'passed').length,
    0,
  );
  return { passed, failedFiles };
}

function trustOf(checks: readonly CheckReport[]): Verification['trust'] {
  const kinds = new Set(checks.map((check) => check.trust));
  if (kinds.size === 0) return 'none';
  return kinds.size > 1 ? 'mixed' : kinds.has('sandbox') ? 'sandbox' : 'command';
}

/** Those that say most first: what did not load or was stopped, then thrown errors, then failed expectations. */
function weight({ failure }: FailedCheck): number {
  const phase = { collect: 0, run: 1, hook: 2, test: 2 }[failure.phase];
  return phase * 2 + (/Assertion/.test(failure.errorName) ? 1 : 0);
}

/** With the analysis of all that the report says of it: what is left of the texts may be the wrong end. */
function bounded(failed: FailedCheck, check: CheckReport, redact: (text: string) => string): ListedFailure {
  const { failure } = failed;
  const clean = (text: string | undefined) => (text === undefined ? undefined : redact(text));
  const cut = (text: string | undefined, limit: number) =>
    text === undefined ? undefined : excerpt(text, limit);
  const message = redact(failure.message);
  const stack = clean(failure.stack);
  // Secrets go first: whatever analysis cuts short could not be recognised any more.
  const [stdout, stderr] =
    failed.kind === 'command' ? [redact(check.stdout), redact(check.stderr)] : ['', ''];
  const analysis = analyzeReported(
    { ...failed, failure: { ...failure, message, stack } },
    { stdout, stderr },
  );
  return {
    ...failed,
    id: excerpt(failed.id, 300),
    failure: {
      ...failure,
      message: tellingPart(message, `${stderr}\n${stdout}`, analysis.summary),
      stack: cut(stack, STACK_CHARS),
      expected: cut(clean(failure.expected), VALUE_CHARS),
      received: cut(clean(failure.received), VALUE_CHARS),
      // The diff repeats expected and received; the whole is in the report.
      diff: undefined,
    },
    analysis,
  };
}

/** The beginning of a message; where analysis went by a line further down, or of the output, from that line on. */
function tellingPart(message: string, printed: string, summary: string): string {
  const beginning = excerpt(message, FAILURE_CHARS);
  if (summary === '' || beginning.includes(summary)) return beginning;
  const text = [message, printed].find((one) => one.includes(summary));
  if (text === undefined) return beginning;
  const line = text.lastIndexOf('\n', text.indexOf(summary)) + 1;
  return excerpt(`…\n${text.slice(line)}`, FAILURE_CHARS);
}

function join(checks: readonly CheckReport[], stream: 'stdout' | 'stderr'): string {
  return checks
    .map((check) => check[stream])
    .filter((text) => text !== '')
    .join('\n');
}
