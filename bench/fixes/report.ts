/** The last line of `bench:fixes`. */

/** A real bug, and how its heal ended. */
export interface FixOutcome {
  id: string;
  runner: string;
  /** Why the failure was not recognised; undefined: it was. */
  notRecognised: string | undefined;
  published: boolean;
  publishedRight: boolean;
  suggested: boolean;
  suggestedHasRight: boolean;
  seconds: number;
  note: string;
}

export function summaryOf(outcomes: readonly FixOutcome[]): string {
  const count = (is: (one: FixOutcome) => boolean): number => outcomes.filter(is).length;
  return JSON.stringify({
    bench: 'fixes',
    total: outcomes.length,
    recognised: count((one) => one.notRecognised === undefined),
    published: count((one) => one.published),
    publishedRight: count((one) => one.publishedRight),
    suggested: count((one) => one.suggested),
    suggestedHasRight: count((one) => one.suggestedHasRight),
  });
}

export function lineOf({ id, runner, seconds, note, ...one }: FixOutcome): string {
  const published = one.publishedRight ? 'published, right' : 'published, WRONG';
  const suggested = one.suggestedHasRight ? 'suggested, with the right one' : 'suggested';
  const verdict = one.published ? published : one.suggested ? suggested : 'not healed';
  const recognition = one.notRecognised === undefined ? '' : ` [not recognised: ${one.notRecognised}]`;
  return `${id.padEnd(22)} ${runner.padEnd(10)} ${seconds.toFixed(1).padStart(6)} s  ${verdict}: ${note}${recognition}`;
}
