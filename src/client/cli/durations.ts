import { InvalidArgumentError } from 'commander';

const UNITS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 24 * 3_600_000 };

/** Value of an option that is a time like `45s`, `90m`, `24h` or `7d`, in ms. */
export function duration(text: string): number {
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?)([smhd])$/.exec(text.trim()) ?? [];
  const factor = UNITS[unit];
  if (factor === undefined) throw new InvalidArgumentError('Use a time like 45s, 90m, 24h or 7d.');
  return Number(number) * factor;
}

/** The same in whole ms, at least one. */
export function wholeMs(text: string): number {
  return Math.max(1, Math.round(duration(text)));
}
