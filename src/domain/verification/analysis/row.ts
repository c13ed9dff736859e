import type { FailureKind } from '../failure';
import type { CheckReport, FailedCheck } from '../verification';

/** Characters of a line that are read. */
const LINE_CHARS = 400;
const LINES_EACH_END = 300;
/**
 * Lines read at each end of a whole report, outside of workflows: enough for most outputs. 64 KiB of real ones, over
 * and over, take 50 ms; the worst take 0.8 s.
 */
const REPORT_LINES = 1_000;

/**
 * One row of the failure table. The pattern is tried line by line on the part of an output that speaks of
 * failures; named groups `file`, `line`, `column` (from 1) or `column0` (from 0) give the place, `module` the
 * specifier of an import.
 */
export interface FailureRow {
  kind: FailureKind;
  cause: string;
  /** False where no edit of the sources can help: the run ends at once. */
  repairable: boolean;
  pattern: RegExp;
  /** Only for outputs of commands: too loose for the message of a test, which the user's code may have worded. */
  commandOnly?: boolean;
  /** Says only that something failed, or how it ended: what else the output says comes first, of whatever kind. */
  general?: boolean;
}

/** The start of a line. `^` would begin one after a lone CR as well, which `[^\n]` goes over. */
const START = '(?<![^\\n])';
const REST = '[^\\n]*';

/** A part of a pattern that looks no further than a line that the table reads is long. */
function bounded(body: string): string {
  return body
    .replaceAll('[^\\n]*', `[^\\n]{0,${LINE_CHARS}}`)
    .replaceAll('[^\\n]+', `[^\\n]{1,${LINE_CHARS}}`);
}

/**
 * Prefixes that a message may have on its line: a label that is no level of a log, marks of test runners, `Uncaught`,
 * `[cause]:`, error names. Anchored there, a text that merely mentions an error does not match.
 */
const LEAD =
  '[ \\t]*(?:\\[(?!(?:trace|debug|info|notice|log|warn|warning|error)\\])[\\w:.-]{1,20}\\][ \\t]+(?![ \\t]))?(?:[✖✘×●❯•][ \\t]*(?:ERROR:[ \\t]*)?)?\\[?(?:(?:Uncaught|Unhandled|Caused by:|Cause:|cause:|\\[webpack-cli\\]|[✖✘]|\\[cause\\]:|Exception during run:|npm error|npm ERR!|panic:|fatal:|error:)[ \\t]*){0,8}'.replaceAll(
    '[ \\t]*',
    // All blanks or none: giving some back helps nothing.
    '[ \\t]*(?![ \\t])',
  );
const NAMES = '(?:(?:[A-Za-z_$][\\w$.]*(?:Error|Exception)|Error)(?: \\[\\w+\\])?: ){0,8}';

export function row(kind: FailureKind, cause: string, pattern: RegExp, repairable = true): FailureRow {
  return { kind, cause, repairable, pattern };
}

/** A row for what says only that something failed. */
export function general(kind: FailureKind, cause: string, pattern: RegExp): FailureRow {
  return { ...row(kind, cause, pattern), general: true };
}

/** A row for what a tool says of its own settings, which the user's code may say of its own, too. */
export function toolOnly(cause: string, pattern: RegExp): FailureRow {
  return { ...row('build', cause, pattern, false), commandOnly: true };
}

/** A pattern for a message at the start of its line, with or without error names before it. */
export function message(body: string): RegExp {
  return new RegExp(`${START}${LEAD}${NAMES}(?:${bounded(body)})${REST}`, 'gm');
}

/** A pattern for an error by its name, for example `TypeError: …`. */
export function named(names: string): RegExp {
  return new RegExp(`${START}${LEAD}(?:[\\w.]+\\.)?(?:${names})(?: \\[\\w+\\])?\\]?(?::|$)${REST}`, 'gm');
}

/** A pattern for an error of node by its code, for example `Error [ERR_REQUIRE_ESM]: …`. */
export function coded(codes: string): RegExp {
  return new RegExp(`${START}${LEAD}(?:[\\w.]+ )?\\[(?:${codes})\\]: ${REST}`, 'gm');
}

/** A pattern anchored to the start of a line, as it stands. */
export function line(body: string): RegExp {
  return new RegExp(`${START}${bounded(body)}`, 'gm');
}

/**
 * Part of a text that the table reads: its first and last lines, 300 each, each cut to 400 characters. The patterns are
 * quadratic in the length of a line at worst, and an output is as hostile as the code that printed it: one line of
 * 40,000 characters took 50 s of a workflow task.
 */
export function boundedText(text: string, linesEachEnd = LINES_EACH_END): string {
  const lines = text.split('\n');
  const kept =
    lines.length <= 2 * linesEachEnd
      ? lines
      : [...lines.slice(0, linesEachEnd), ...lines.slice(-linesEachEnd)];
  return kept.map((line) => (line.length <= LINE_CHARS ? line : line.slice(0, LINE_CHARS))).join('\n');
}

/** Bounded output of a command. Empty if it printed nothing. */
export function boundedOutput({ stdout, stderr }: Pick<CheckReport, 'stdout' | 'stderr'>): string {
  return [stderr, stdout]
    .filter((text) => text.trim() !== '')
    .map((text) => boundedText(text, REPORT_LINES))
    .join('\n');
}

export function boundedFailure(failed: FailedCheck): FailedCheck {
  const { failure } = failed;
  const stack = failure.stack === undefined ? undefined : boundedText(failure.stack);
  return { ...failed, failure: { ...failure, message: boundedText(failure.message), stack } };
}
