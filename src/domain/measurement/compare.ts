import { mannWhitney, median, medianDeviation, ratioInterval } from './statistics';

/** Fewest runs of each side that a comparison rests on. */
export const LEAST_RUNS = 10;
/** Most runs of each side. */
export const MOST_RUNS = 30;
/** Chance of a difference by accident above which it counts as none. */
const MOST_CHANCE = 0.01;
/** Difference of the medians that matters to people. */
const LEAST_DIFFERENCE = 0.02;

/** Times of one side, ms. */
export interface SideTimes {
  readonly runs: number;
  readonly medianMs: number;
  /** Median deviation from the median, ms. */
  readonly madMs: number;
}

/** Comparison of two sides. */
export interface TimeComparison {
  readonly before: SideTimes;
  readonly after: SideTimes;
  /** Median after by median before. */
  readonly ratio: number;
  /** Interval of 95 % for the ratio. */
  readonly interval: readonly [low: number, high: number];
  /** Chance of such a difference by accident. */
  readonly chance: number;
  readonly verdict: 'faster' | 'slower' | 'no-difference';
}

/** Median and spread of times in ms. */
export function sideTimes(times: readonly number[]): SideTimes {
  return { runs: times.length, medianMs: median(times), madMs: medianDeviation(times) };
}

/** Compares the times of two sides, ms. A difference counts where both tests see it and people would notice it. */
export function compareTimes(before: readonly number[], after: readonly number[]): TimeComparison {
  const [was, is] = [sideTimes(before), sideTimes(after)];
  const ratio = is.medianMs / was.medianMs;
  const interval = ratioInterval(before, after);
  const chance = mannWhitney(before, after);
  const [low, high] = interval;
  const isSure = chance < MOST_CHANCE && Math.min(was.runs, is.runs) >= LEAST_RUNS;
  const slower = isSure && low > 1 && ratio >= 1 + LEAST_DIFFERENCE;
  const faster = isSure && high < 1 && ratio <= 1 - LEAST_DIFFERENCE;
  return {
    before: was,
    after: is,
    ratio,
    interval,
    chance,
    verdict: slower ? 'slower' : faster ? 'faster' : 'no-difference',
  };
}

/** Runs of each side within a time, ms, by the time of one run of all sides; undefined where too few fit. */
export function runsWithin(budgetMs: number, roundMs: number): number | undefined {
  const runs = Math.min(MOST_RUNS, Math.floor(budgetMs / Math.max(1, roundMs)));
  return runs < LEAST_RUNS ? undefined : runs;
}

/** Sides of the runs in their order: pairs that take turns in going first, so that a drift meets both alike. */
export function interleaved(runs: number): readonly ('before' | 'after')[] {
  return Array.from({ length: runs }, (_, round) =>
    round % 2 === 0 ? (['before', 'after'] as const) : (['after', 'before'] as const),
  ).flat();
}
