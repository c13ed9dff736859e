/** Waits of a run for its model: until limits reset, as long as the run may. */
import { timeText } from '../text';

/** Shortest wait: an endpoint may ask for next to nothing, again and again. */
const LEAST_PAUSE_MS = 1_000;

/** Waits for a limit that names no time: most are of a minute, and some of a day. */
const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 15 * 60_000;

export interface LimitWait {
  readonly untilMs: number;
  /** Sentence of the endpoint's failure. */
  readonly why: string;
}

/** How a run has waited for its model, and what it waits for now. */
export interface ModelWaits {
  /** ms waited for limits, those under way included whole. */
  readonly waitedMs: number;
  /** End of the last wait, ms; 0: there was none. */
  readonly untilMs: number;
  readonly limits: readonly LimitWait[];
  /** Calls that wait for a worker with a model. */
  readonly lacking: number;
}

export const NO_WAITS: ModelWaits = { waitedMs: 0, untilMs: 0, limits: [], lacking: 0 };

/** Pause before a call is made again, ms, after so many waits for its limit. `askedMs`: what the endpoint asked for. */
export function limitPause(askedMs: number | undefined, waits: number): number {
  if (askedMs !== undefined) return Math.max(askedMs, LEAST_PAUSE_MS);
  return Math.min(FIRST_PAUSE_MS * 2 ** waits, LONGEST_PAUSE_MS);
}

/** The waits with one more. Time that it shares with others counts once. */
export function withLimitWait(
  { waitedMs, untilMs, limits, lacking }: ModelWaits,
  nowMs: number,
  wait: LimitWait,
): ModelWaits {
  const more = Math.max(0, wait.untilMs - Math.max(nowMs, untilMs));
  return {
    waitedMs: waitedMs + more,
    untilMs: Math.max(untilMs, wait.untilMs),
    limits: [...limits, wait],
    lacking,
  };
}

/** Says why a limit is not waited for. */
export function tooLongSentence(why: string, ms: number, mostMs: number): string {
  return `${why} It resets in ${timeText(ms)}, and the run may wait ${timeText(mostMs)} for limits in all (--wait-for-limit).`;
}
