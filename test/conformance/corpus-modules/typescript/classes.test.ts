import { Account, Savings, Shape, Square } from './src/classes';

it('has parameter properties', () => {
  const account = new Account('a', 10);
  expect({ ...account }).toEqual({ owner: 'a', held: 10, currency: 'EUR' });
  expect(account.balance).toBe(10);
});
it('extends classes with parameter properties', () => {
  const savings = new Savings('b', 100, 0.5);
  savings.grow();
  expect([savings.owner, savings.balance, savings.rate]).toEqual(['b', 150, 0.5]);
});
it('has abstract classes', () => {
  const square: Shape = new Square(3);
  expect([square.area(), square.describe()]).toEqual([9, 'square of 9']);
});
it('has static members and blocks', () => expect([Square.made, Square.ready]).toEqual([1, true]));
it('has private names', () => {
  class Counter {
    #count = 0;
    static #all = 0;
    get count(): number {
      return this.#count;
    }
    add(by = 1): this {
      this.#count += by;
      Counter.#all += by;
      return this;
    }
    static get all(): number {
      return Counter.#all;
    }
    static is(value: object): boolean {
      return #count in value;
    }
  }
  expect(new Counter().add().add(2).count).toBe(3);
  expect([Counter.all, Counter.is(new Counter()), Counter.is({})]).toEqual([3, true, false]);
});
it('has overloads', () => {
  function twice(value: string): string;
  function twice(value: number): number;
  function twice(value: string | number): string | number {
    return typeof value === 'string' ? value + value : value * 2;
  }
  expect([twice('a'), twice(2)]).toEqual(['aa', 4]);
});
it('has accessors and index signatures', () => {
  class Bag {
    [key: string]: unknown;
    private held = 1;
    get value(): number {
      return this.held;
    }
    set value(value: number) {
      this.held = value * 2;
    }
  }
  const bag = new Bag();
  bag.value = 4;
  bag['other'] = 'x';
  expect([bag.value, bag['other']]).toEqual([8, 'x']);
});
it('fails in a method', () => new Square(-1).area());
