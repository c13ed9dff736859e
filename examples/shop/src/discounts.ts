import { percentOf, type Cents } from './money';
import type { Line } from './cart';

const BULK_QUANTITY = 3;
const BULK_PERCENT = 10;

/** Discount of one line: three and more of one article are 10 % off. */
export function bulkDiscount(line: Line): Cents {
  if (line.quantity <= BULK_QUANTITY) return 0;
  return percentOf(line.quantity * line.article.price, BULK_PERCENT);
}

/** A voucher never takes more than what there is to pay. */
export function voucherDiscount(total: Cents, voucher: Cents): Cents {
  return Math.min(total, voucher);
}
