import { Catalog, type Article } from './catalog';
import { bulkDiscount, voucherDiscount } from './discounts';
import type { Cents } from './money';
import { shippingCost } from './shipping';

export interface Line {
  article: Article;
  quantity: number;
}

export interface Receipt {
  goods: Cents;
  discount: Cents;
  shipping: Cents;
  total: Cents;
}

/** Goods that a customer is about to buy. */
export class Cart {
  private readonly lines = new Map<string, Line>();

  constructor(private readonly catalog: Catalog) {}

  add(sku: string, quantity = 1): this {
    if (!Number.isInteger(quantity) || quantity < 1) throw new RangeError(`quantity ${quantity} is not a positive whole number`);
    const line = this.lines.get(sku);
    if (line) line.quantity += quantity;
    else this.lines.set(sku, { article: this.catalog.get(sku), quantity });
    return this;
  }

  remove(sku: string): this {
    this.lines.delete(sku);
    return this;
  }

  receipt(voucher: Cents = 0): Receipt {
    const lines = [...this.lines.values()];
    const goods = lines.reduce((sum, line) => sum + line.quantity * line.article.price, 0);
    const bulk = lines.reduce((sum, line) => sum + bulkDiscount(line), 0);
    const payable = goods - bulk;
    const discount = bulk + voucherDiscount(payable, voucher);
    const shipping = shippingCost(lines, goods);
    return { goods, discount, shipping, total: goods - discount + shipping };
  }
}
