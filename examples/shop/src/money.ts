/** An amount in whole cents. */
export type Cents = number;

/** Share of an amount, rounded half up to whole cents. */
export function percentOf(amount: Cents, percent: number): Cents {
  return Math.round((amount * percent) / 100);
}

/** `1234` becomes `12.34`. */
export function format(amount: Cents): string {
  const sign = amount < 0 ? '-' : '';
  const absolute = Math.abs(amount);
  const cents = String(absolute % 100).padStart(2, '0');
  return `${sign}${Math.floor(absolute / 100)}.${cents}`;
}
