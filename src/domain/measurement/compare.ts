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

/** Median of numbers; NaN of none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}

export function medianDeviation(values: readonly number[]): number {
  const centre = median(values);
  return median(values.map((value) => Math.abs(value - centre)));
}

/** Random numbers from 0 to 1 of a seed, the same each time: a 32-bit linear congruential generator, mixed. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x45d9f3b);
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  };
}

const RESAMPLES = 2_000;

/** Interval of 95 % for the ratio of the medians, after by before, from resampled runs. */
function ratioInterval(
  before: readonly number[],
  after: readonly number[],
  random: () => number = seededRandom(1),
): readonly [low: number, high: number] {
  const draw = (values: readonly number[]): number =>
    median(values.map(() => values[Math.floor(random() * values.length)] ?? NaN));
  const ratios = Array.from({ length: RESAMPLES }, () => draw(after) / draw(before)).sort((a, b) => a - b);
  const at = (part: number): number => ratios[Math.round(part * (RESAMPLES - 1))] ?? NaN;
  return [at(0.025), at(0.975)];
}

/** Chance (two-sided) that samples of one population differ as much: the test of Mann and Whitney, by the normal approximation. */
export function mannWhitney(one: readonly number[], other: readonly number[]): number {
  const total = one.length + other.length;
  const all = [
    ...one.map((value) => ({ value, first: true })),
    ...other.map((value) => ({ value, first: false })),
  ];
  all.sort((a, b) => a.value - b.value);
  let rankSum = 0;
  let ties = 0;
  for (let start = 0; start < total;) {
    let end = start;
    while (end < total && all[end]?.value === all[start]?.value) end += 1;
    const size = end - start;
    const rank = (start + 1 + end) / 2;
    rankSum += rank * all.slice(start, end).filter(({ first }) => first).length;
    ties += size ** 3 - size;
    start = end;
  }
  const product = one.length * other.length;
  const statistic = rankSum - (one.length * (one.length + 1)) / 2;
  const variance = (product / 12) * (total + 1 - ties / (total * (total - 1)));
  if (!(variance > 0)) return 1;
  const distance = Math.max(0, Math.abs(statistic - product / 2) - 0.5);
  return Math.min(1, 2 * upperTail(distance / Math.sqrt(variance)));
}

/** Chance of a normal value above `z` ≥ 0; Zelen and Severo's polynomial, off by less than 1e-7. */
function upperTail(z: number): number {
  const t = 1 / (1 + 0.231_641_9 * z);
  const terms = [0.319_381_53, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
  const sum = terms.reduceRight((rest, term) => t * (term + rest), 0);
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * sum;
}
