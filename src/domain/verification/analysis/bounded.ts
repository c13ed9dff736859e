import type { CheckReport, FailedCheck } from '../verification';

/** Characters of a line that are read. */
export const LINE_CHARS = 400;
const LINES_EACH_END = 300;
/**
 * Lines read at each end of a whole report, outside of workflows: enough for most outputs. 64 KiB of real ones, over
 * and over, take 50 ms; the worst take 0.8 s.
 */
const REPORT_LINES = 1_000;

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

/** The failure with bounded texts. */
export function boundedFailure(failed: FailedCheck): FailedCheck {
  const { failure } = failed;
  const stack = failure.stack === undefined ? undefined : boundedText(failure.stack);
  return { ...failed, failure: { ...failure, message: boundedText(failure.message), stack } };
}
