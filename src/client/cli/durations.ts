import { InvalidArgumentError } from 'commander';

const UNITS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 24 * 3_600_000 };

/** Parses a time like `45s`, `90m`, `24h` or `7d` to ms. Throws `InvalidArgumentError` for anything else. */
export function duration(text: string): number {
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?)([smhd])$/.exec(text.trim()) ?? [];
  const factor = UNITS[unit];
  if (factor === undefined) throw new InvalidArgumentError('Give a time like 45s, 90m, 24h or 7d.');
  return Number(number) * factor;
}

/** Parses a time like `duration` does, to whole ms, at least 1. */
export function wholeMs(text: string): number {
  return Math.max(1, Math.round(duration(text)));
}
