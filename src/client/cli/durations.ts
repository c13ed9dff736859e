import { InvalidArgumentError } from 'commander';

const UNITS: Record<string, number> = { m: 60_000, h: 3_600_000, d: 24 * 3_600_000 };

/** Value of an option that is a time like `90m`, `24h` or `7d`, in ms. */
export function duration(text: string): number {
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?)([mhd])$/.exec(text.trim()) ?? [];
  const factor = UNITS[unit];
  if (factor === undefined) throw new InvalidArgumentError('Use a time like 90m, 24h or 7d.');
  return Number(number) * factor;
}
