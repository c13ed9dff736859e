/** Median of numbers; NaN of none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}

/** Median of the distances from the median. */
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
export function ratioInterval(
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
