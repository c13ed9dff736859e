import type { Line } from './cart';
import type { Cents } from './money';

const FREE_FROM: Cents = 5_000;
const LETTER_GRAMS = 500;
const LETTER_PRICE: Cents = 290;
const PARCEL_PRICE: Cents = 590;

/** Weight of all lines in grams. */
export function weightOf(lines: readonly Line[]): number {
  return lines.reduce((sum, line) => sum + line.quantity * line.article.weight, 0);
}

/** Free from 50.00; else by weight. An empty cart ships for nothing. */
export function shippingCost(lines: readonly Line[], goods: Cents): Cents {
  if (lines.length === 0 || goods >= FREE_FROM) return 0;
  return weightOf(lines) <= LETTER_GRAMS ? LETTER_PRICE : PARCEL_PRICE;
}
