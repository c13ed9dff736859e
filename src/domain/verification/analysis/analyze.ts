import { FailureKind, type FailureAnalysis, type SourceLocation } from '../failure';
import { isConfiguration } from '../protected-paths';
import { firstLine, saidFirst } from '../../text';
import type { CheckReport, FailedCheck, ListedFailure, TestFailure, Verification } from '../verification';
import { boundedFailure, boundedOutput, boundedText, type FailureRow } from './row';
import { SANDBOX_CAUSE } from './environment-rows';
import { comparesValues, focus, type Focus } from './focus';
import { isForeign, locate, projectPath } from './locate';
import { rankOf } from './rank';
import { FAILURE_TABLE } from './table';

/** Different failures of one report that are looked up: reading one takes 0.1 ms, and a report may hold thousands. */
const MAX_READ = 200;

type Origin = Pick<CheckReport, 'name' | 'kind' | 'end'>;
type Printed = Pick<CheckReport, 'stdout' | 'stderr'>;

const NOTHING: Printed = { stdout: '', stderr: '' };

interface Finding {
  row: FailureRow;
  match: RegExpExecArray;
}

/** Findings of the table in a text. At each place the first row wins, so special rows stand before general ones. */
function findAll(text: string, kind: FailedCheck['kind']): Finding[] {
  const byPlace = new Map<number, Finding>();
  for (const row of FAILURE_TABLE) {
    if (kind === 'tests' && row.commandOnly) continue;
    for (const match of text.matchAll(row.pattern)) {
      if (!byPlace.has(match.index)) byPlace.set(match.index, { row, match });
    }
  }
  return [...byPlace.values()].sort((a, b) => a.match.index - b.match.index);
}

/** Findings in order: what a tool says of the project, of its packages, and only that something failed. */
function weightOf({ row, match }: Finding): number {
  const kinds = FailureKind.options.length;
  const foreign = isForeign(match.groups?.['file'] ?? '');
  return rankOf(row.kind) + (row.general ? 2 * kinds : foreign ? kinds : 0);
}

/** The finding that says most; of equals the first in the text. */
function lookUp(text: string, kind: FailedCheck['kind']): Finding | undefined {
  return findAll(text, kind).sort((a, b) => weightOf(a) - weightOf(b))[0];
}

/** Place that the pattern itself caught, in counts from 1. */
function caughtLocation(groups: Record<string, string | undefined>): SourceLocation | undefined {
  const { file, line, column, column0 } = groups;
  if (file === undefined || line === undefined) return undefined;
  const from1 =
    column === undefined ? (column0 === undefined ? undefined : Number(column0) + 1) : Number(column);
  return {
    file: projectPath(file),
    line: Number(line),
    ...(from1 === undefined ? {} : { column: from1 }),
  };
}

function fileOnly(file: string | undefined): SourceLocation | undefined {
  return file === undefined ? undefined : { file: projectPath(file) };
}

/** Analyses by the end of a check alone; all others come from its text. */
const ENDS: Partial<Record<FailedCheck['end'], { kind: FailureKind; cause: string; repairable: boolean }>> = {
  timeout: { kind: 'timeout', cause: 'timeout', repairable: true },
  memory: { kind: 'memory', cause: 'heap', repairable: true },
  processes: { kind: 'runtime', cause: 'too-many-processes', repairable: true },
  disk: { kind: 'runtime', cause: 'too-much-disk', repairable: true },
  output: { kind: 'runtime', cause: 'too-much-output', repairable: true },
  cancelled: { kind: 'environment', cause: 'cancelled', repairable: false },
  'not-run': { kind: 'environment', cause: 'not-run', repairable: false },
};

const ASSERTION_NAME = /^(Jest)?Assertion(Error)?\b|^ExpectationError$|^ERR_ASSERTION$/;

/** True if a test failed by its own expectation; what its message quotes is then no evidence. */
function isAssertion(failure: TestFailure): boolean {
  return (
    ASSERTION_NAME.test(failure.errorName) ||
    /^expect(\(|\.)/.test(failure.message.trimStart()) ||
    (failure.phase === 'test' && (failure.expected !== undefined || failure.received !== undefined))
  );
}

/** True if the test file itself threw the error: a simulated one, so never a failure of the machine. */
function thrownByTest(failed: FailedCheck): boolean {
  const frame = /^[^\S\n\r\u2028\u2029]*at .*$/m.exec(failed.failure.stack ?? '')?.[0];
  return frame !== undefined && frame.includes(failed.check);
}

/** The text that the table reads of a failed test: its first line, but all of a file that did not load. */
function testText({ failure }: FailedCheck): string {
  const message = failure.phase === 'collect' ? failure.message : firstLine(failure.message, 2_000);
  const prefix =
    failure.errorName && !message.startsWith(`${failure.errorName}:`) ? `${failure.errorName}: ` : '';
  return `${prefix}${message}`;
}

function analyzeTest(failed: FailedCheck): FailureAnalysis {
  const { failure } = failed;
  const text = testText(failed);
  // Go begins with the package.
  const summary = saidFirst(failure.message) || failure.errorName;
  const location =
    failure.location ?? locate(`${failure.stack ?? ''}\n${failure.message}`, 0) ?? fileOfTest(failed);
  const say = (kind: FailureKind, cause: string, repairable: boolean, module?: string): FailureAnalysis => ({
    kind,
    cause,
    repairable,
    summary,
    ...(location === undefined ? {} : { location }),
    ...(module === undefined ? {} : { module }),
  });
  if (isAssertion(failure)) return say('logic', 'assertion', true);
  if (failure.phase === 'collect' && /\bno tests?\b/i.test(failure.message))
    return say('build', 'no-tests', false);
  const { row: found, match } = lookUp(text, 'tests') ?? {};
  const simulated = found?.kind === 'environment' && found.cause !== SANDBOX_CAUSE && thrownByTest(failed);
  if (!found || simulated) return say('runtime', 'thrown', true);
  return say(found.kind, found.cause, found.repairable, match?.groups?.['module']);
}

/** The file of a test, where its failure names no place. */
function fileOfTest({ id }: FailedCheck): SourceLocation | undefined {
  const [file = '', ...path] = id.split(' > ');
  return path.length > 0 && /^[^\s:]{1,300}\.\w{1,6}$/.test(file) ? { file } : undefined;
}

/** The place of a finding: as its own pattern caught it, else as the failure or the text around it has it. */
function placeOf(
  { match }: Finding,
  { section, evidence }: Focus,
  given: SourceLocation | undefined,
): SourceLocation | undefined {
  const caught = caughtLocation(match.groups ?? {});
  if (caught) return caught;
  const named = fileOnly(match.groups?.['file']);
  const around = given ?? locate(section, match.index, evidence);
  return named && around?.file !== named.file ? named : around;
}

/** True if an edit may mend it: what is wrong with the text of a configuration, only an edit of it mends. */
function isRepairable({ row }: Finding, location: SourceLocation | undefined): boolean {
  const ofText = row.kind === 'syntax' || row.kind === 'reference' || row.kind === 'import';
  return row.repairable && !(ofText && location !== undefined && isConfiguration(location.file));
}

/** Analysis of an output that no row knows. */
function unknownCommand(failed: FailedCheck, text: string): FailureAnalysis {
  const { section, evidence } = focus(text);
  const compared = comparesValues(section);
  const location = failed.failure.location ?? locate(section, 0, evidence);
  return {
    kind: compared ? 'logic' : 'runtime',
    cause: compared ? 'assertion' : 'exit-code',
    repairable: true,
    summary: firstLine(text) || failed.check,
    ...(location === undefined ? {} : { location }),
  };
}

/** By the first text that the table knows anything of. */
function analyzeCommand(failed: FailedCheck, texts: readonly string[]): FailureAnalysis {
  for (const text of texts) {
    const read = focus(text);
    const found = lookUp(read.evidence, 'command');
    if (!found) continue;
    const location = placeOf(found, read, failed.failure.location);
    const module = found.match.groups?.['module'];
    return {
      kind: found.row.kind,
      cause: found.row.cause,
      repairable: isRepairable(found, location),
      summary: firstLine(found.match[0]),
      ...(location === undefined ? {} : { location }),
      ...(module === undefined ? {} : { module }),
    };
  }
  return unknownCommand(failed, texts[0] ?? '');
}

/** `textsOf` gives the texts that a failed command is analysed by, from what its failure says. */
function analyze(given: FailedCheck, textsOf: (own: string) => string[]): FailureAnalysis {
  const failed = boundedFailure(given);
  const { failure } = failed;
  const own = [failure.message, failure.stack].filter(Boolean).join('\n');
  // A command that tells its tests has results of its own and failures of single tests.
  const isTest = failed.kind === 'tests' || failure.phase !== 'run';
  const said = isTest ? analyzeTest(failed) : analyzeCommand(failed, textsOf(own));
  // A test that failed by itself keeps its kind, also where its file was stopped later.
  if (failure.phase !== 'run') return said;
  if (failed.end === 'crash') return said.kind === 'runtime' ? { ...said, cause: 'crash' } : said;
  const end = ENDS[failed.end];
  return end ? { ...said, ...end, summary: firstLine(failure.message) || said.summary } : said;
}

/**
 * Analyses one failing test or command. `output`: the output of its check, for commands whose failure has too little
 * text. Never throws: an unknown failure is `runtime`.
 */
export function analyzeFailure(given: FailedCheck, output = ''): FailureAnalysis {
  return analyze(given, (own) => [own, boundedText(output)]);
}

export function listed(failed: FailedCheck): ListedFailure {
  return { ...failed, analysis: analyzeFailure(failed) };
}

/**
 * Analyses one failure of a report. For a command it reads all kept output: the failure's own message is an excerpt,
 * which may lack the marks by which a test runner separates failures. Never throws.
 */
export function analyzeReported(
  given: FailedCheck,
  check: Pick<CheckReport, 'stdout' | 'stderr'>,
): FailureAnalysis {
  const textsOf = (own: string) => [boundedOutput(check), own].filter((text) => text !== '');
  return analyze(given, textsOf);
}

/**
 * Analyses every listed failure, in order. Flaky ones are called flaky. An analysis of the verifier, which saw the
 * whole report, is kept.
 */
export function analyzeEach(verification: Verification): FailureAnalysis[] {
  return verification.failures.map(({ id, analysis }) =>
    verification.flaky.includes(id)
      ? { ...analysis, kind: 'flaky', cause: 'flaky', repairable: false }
      : analysis,
  );
}

/** The machine first; then what can be repaired before what cannot, which is also what only the sandbox lacks; then by kind. */
function precedes(a: FailureAnalysis, b: FailureAnalysis): number {
  const weight = (of: FailureAnalysis): number =>
    of.kind === 'environment' && of.cause !== SANDBOX_CAUSE ? 0 : of.repairable ? 1 : 2;
  return weight(a) - weight(b) || rankOf(a.kind) - rankOf(b.kind);
}

/**
 * Analyses a verification as a whole, by its most telling failure. A failure that no edit can repair is chosen only if
 * it is one of the environment, or if no other can be repaired.
 */
export function analyzeFailures(verification: Verification): FailureAnalysis {
  const [first] = analyzeEach(verification).sort(precedes);
  if (first) return first;
  if (verification.trust === 'none') {
    return { kind: 'environment', cause: 'nothing-verified', repairable: false, summary: 'No check ran.' };
  }
  return { kind: 'runtime', cause: 'no-failure', repairable: false, summary: 'Nothing failed.' };
}

/** The failure with its kind, by the table that the analysis uses. */
export function withKind(failure: TestFailure, origin: Origin, printed: Printed = NOTHING): TestFailure {
  const { name, kind, end } = origin;
  const said = analyzeReported({ id: name, check: name, kind, end, failure }, printed);
  return { ...failure, kind: said.kind };
}

/** The report with the kind of every failure; of a flood of different ones, of the first. */
export function withKinds(check: CheckReport): CheckReport {
  const known = new Map<string, FailureKind | undefined>();
  const kindOf = (failure: TestFailure): FailureKind | undefined => {
    const key = JSON.stringify([failure.errorName, failure.phase, failure.message, failure.stack]);
    if (!known.has(key)) {
      known.set(key, known.size < MAX_READ ? withKind(failure, check, check).kind : undefined);
    }
    return known.get(key);
  };
  const tests = check.tests.map((test) =>
    test.failure ? { ...test, failure: { ...test.failure, kind: kindOf(test.failure) } } : test,
  );
  return { ...check, tests };
}
