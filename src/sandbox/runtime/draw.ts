/**
 * Chance and time of one of several runs, which tell a correct program from one that passes by chance. All runs draw
 * from one seed, each starting a little further round the circle: within a run the numbers are as random as ever, and over the runs no number
 * stays on one side of a threshold.
 */
import type { Draw } from '../runtime-protocol';

const RealDate = Date;

/** Shift of the starting time from run to run, ms: other days, hours, minutes, seconds, and odd, for what looks at parity. */
const TIME_SHIFT_MS = ((3 * 24 + 7) * 3_600 + 11 * 60 + 13) * 1_000 + 1;

/** Readings of the clock that make a millisecond: code that waits for time to pass comes to an end. */
const READINGS = 1_000;

/** Numbers from 0 to 1 (sfc32). */
export function drawnNumbers({ seed, index, of }: Draw): () => number {
  const words = [0, 8, 16, 24].map((at) => Number.parseInt(seed.slice(at, at + 8).padEnd(8, '7'), 16) | 0);
  let [a = 1, b = 2, c = 3, count = 4] = words;
  const next = (): number => {
    const sum = (((a + b) | 0) + count) | 0;
    count = (count + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    c |= 0;
    return sum >>> 0;
  };
  for (let times = 0; times < 16; times++) next();
  return () => {
    const number = (next() * 2 ** 21 + (next() >>> 11)) / 2 ** 53;
    return (number + index / of) % 1;
  };
}

/** Added to every random byte. Odd shifts, so that over the runs the lowest bits change too. */
export function drawnByteShift({ index, of }: Draw): number {
  return (index * (Math.round(256 / of) | 1)) % 256;
}

/** ms since 1970: stands still but for its readings, so that the programs of all runs start at times that are known, or goes on. */
export function drawnTime({ atMs, index, clock }: Draw): () => number {
  const start = Math.trunc(atMs) + index * TIME_SHIFT_MS;
  const begun = RealDate.now();
  if (clock === 'running') return () => start + RealDate.now() - begun;
  let readings = 0;
  return () => start + Math.floor(readings++ / READINGS);
}

/** A function that looks like the built-in `Math.random`. */
export function drawnRandom(draw: Draw, original: () => number): () => number {
  const next = drawnNumbers(draw);
  return new Proxy(original, { apply: () => next() });
}
