/** A number that a test wanted, and the one that it got. */
export interface NumberPair {
  expected: number;
  received: number;
}

const MOST_PAIRS = 6;

/** Pairs of numbers that failures tell of, each once. */
export function numberPairs(
  failures: readonly { expected?: string | undefined; received?: string | undefined }[],
): NumberPair[] {
  const pairs = new Map<string, NumberPair>();
  for (const { expected, received } of failures) {
    const pair = { expected: numberOf(expected), received: numberOf(received) };
    if (Number.isFinite(pair.expected - pair.received) && pair.expected !== pair.received)
      pairs.set(`${pair.expected} ${pair.received}`, pair);
  }
  return [...pairs.values()].slice(0, MOST_PAIRS);
}

function numberOf(text = ''): number {
  return /^-?\d{1,15}(?:\.\d{1,15})?n?$/.test(text.trim()) ? Number.parseFloat(text) : NaN;
}

/**
 * Numbers that a literal may have been meant to be: the one by which a product or a sum would be as the test wants it, and those with
 * two neighbouring digits exchanged. The likeliest first.
 */
export function meantNumbers(value: number, pairs: readonly NumberPair[]): number[] {
  const found = pairs.flatMap(({ expected, received }) => [
    ...(received !== 0 ? [rounded((value * expected) / received)] : []),
    ...(expected !== 0 ? [rounded((value * received) / expected)] : []),
    rounded(value + expected - received),
    rounded(value - expected + received),
  ]);
  return [...new Set([...found, ...transposed(value)])].filter(
    (other) =>
      Number.isFinite(other) && other !== value && (Number.isInteger(other) || !Number.isInteger(value)),
  );
}

function transposed(value: number): number[] {
  const text = String(value);
  if (!/^[\d.]{2,15}$/.test(text)) return [];
  const swapped = Array.from(
    { length: text.length - 1 },
    (_, at) => text.slice(0, at) + (text[at + 1] ?? '') + (text[at] ?? '') + text.slice(at + 2),
  );
  return swapped.filter((other) => /^[1-9]\d*(?:\.\d+)?$/.test(other)).map(Number);
}

/** Without the noise of binary fractions: 0.1 × 3 is meant as 0.3. */
export function rounded(value: number): number {
  return Number(value.toPrecision(12));
}
