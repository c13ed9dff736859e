import { bulkDiscount, voucherDiscount } from '../src/discounts';

const pen = { sku: 'pen', title: 'Pen', price: 150, weight: 20 };

describe('bulkDiscount', () => {
  it.each([
    [1, 0],
    [2, 0],
    [3, 45],
    [4, 60],
    [10, 150],
  ])('of %i pens is %i', (quantity, discount) => {
    expect(bulkDiscount({ article: pen, quantity })).toBe(discount);
  });
});

describe('voucherDiscount', () => {
  it('is the smaller of voucher and total', () => {
    expect(voucherDiscount(1_000, 300)).toBe(300);
    expect(voucherDiscount(200, 300)).toBe(200);
  });
});
