import { Cart } from '../src/cart';
import { Catalog } from '../src/catalog';

const catalog = new Catalog()
  .add({ sku: 'pen', title: 'Pen', price: 150, weight: 20 })
  .add({ sku: 'lamp', title: 'Lamp', price: 2_990, weight: 1_400 })
  .add({ sku: 'desk', title: 'Desk', price: 24_900, weight: 21_000 });

describe('Cart', () => {
  let cart: Cart;

  beforeEach(() => {
    cart = new Cart(catalog);
  });

  it('is free while empty', () => {
    expect(cart.receipt()).toEqual({ goods: 0, discount: 0, shipping: 0, total: 0 });
  });

  it('adds goods and letter shipping', () => {
    expect(cart.add('pen').add('pen').receipt()).toEqual({ goods: 300, discount: 0, shipping: 290, total: 590 });
  });

  it('ships heavy goods as a parcel', () => {
    expect(cart.add('lamp').receipt()).toEqual({ goods: 2_990, discount: 0, shipping: 590, total: 3_580 });
  });

  it('ships free from 50.00', () => {
    expect(cart.add('desk').receipt().shipping).toBe(0);
  });

  it('gives the bulk discount on three of one article', () => {
    expect(cart.add('pen', 3).receipt()).toEqual({ goods: 450, discount: 45, shipping: 290, total: 695 });
  });

  it('takes a voucher off what is left to pay', () => {
    expect(cart.add('lamp').receipt(1_000)).toEqual({ goods: 2_990, discount: 1_000, shipping: 590, total: 2_580 });
  });

  it('never pays out a voucher', () => {
    expect(cart.add('pen').receipt(1_000)).toEqual({ goods: 150, discount: 150, shipping: 290, total: 290 });
  });

  it('forgets removed articles', () => {
    expect(cart.add('desk').remove('desk').receipt().total).toBe(0);
  });

  it('refuses a quantity that is not a positive whole number', () => {
    expect(() => cart.add('pen', 0)).toThrow(RangeError);
    expect(() => cart.add('pen', 1.5)).toThrow(RangeError);
  });

  it('refuses an unknown article', () => {
    expect(() => cart.add('sofa')).toThrow('no article sofa');
  });
});
