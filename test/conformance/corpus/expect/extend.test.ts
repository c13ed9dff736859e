interface Result {
  pass: boolean;
  message: () => string;
}

const seen: Record<string, unknown>[] = [];

expect.extend({
  toBeEven(this: any, received: number): Result {
    seen.push({ isNot: this.isNot, promise: this.promise });
    return {
      pass: received % 2 === 0,
      message: () => `expected ${this.utils.printReceived(received)} ${this.isNot ? 'not ' : ''}to be even`,
    };
  },
  toBeWithin(received: number, low: number, high: number): Result {
    return { pass: received >= low && received <= high, message: () => `${received} within ${low}..${high}` };
  },
  async toBeLater(received: Promise<unknown>, expected: unknown): Promise<Result> {
    const value = await received;
    return { pass: value === expected, message: () => `got ${String(value)}` };
  },
  toEqualUsingUtils(this: any, received: unknown, expected: unknown): Result {
    return { pass: this.equals(received, expected), message: () => this.utils.matcherHint('toEqualUsingUtils') };
  },
  toUseIterables(this: any, received: unknown, expected: unknown): Result {
    return {
      pass: this.equals(received, expected, [...this.customTesters, this.utils.iterableEquality]),
      message: () => 'iterables',
    };
  },
  toThrowInside(): Result {
    throw new TypeError('inside the matcher');
  },
  toReturnNonsense(): Result {
    return 5 as never;
  },
  toReturnNothing(): Result {
    return undefined as never;
  },
  toKnowItsTest(this: any, received: string): Result {
    return { pass: this.currentTestName === received, message: () => this.currentTestName };
  },
  toHaveAMessageText(): Result {
    return { pass: false, message: 'a text instead of a function' } as never;
  },
  toKnowHelpers(this: any): Result {
    const { stringify, printExpected, printReceived, diff, matcherHint, EXPECTED_COLOR } = this.utils;
    const all = [stringify, printExpected, printReceived, diff, matcherHint, EXPECTED_COLOR];
    return { pass: all.every((helper) => typeof helper === 'function'), message: () => 'helpers' };
  },
});

const e = expect as any;

it('passes', () => {
  e(2).toBeEven();
  e(3).not.toBeEven();
  e(5).toBeWithin(1, 10);
});
it('fails', () => {
  e(3).toBeEven();
});
it('fails negated', () => {
  e(2).not.toBeEven();
});
it('fails with arguments', () => {
  e(50).toBeWithin(1, 10);
});
it('has the context', async () => {
  seen.length = 0;
  e(2).toBeEven();
  e(3).not.toBeEven();
  await e(Promise.resolve(2)).resolves.toBeEven();
  await e(Promise.reject(3)).rejects.not.toBeEven();
  expect(seen).toEqual([
    { isNot: false, promise: '' },
    { isNot: true, promise: '' },
    { isNot: false, promise: 'resolves' },
    { isNot: true, promise: 'rejects' },
  ]);
});
it('may be asynchronous', async () => {
  await e(Promise.resolve(1)).toBeLater(1);
  await e(Promise.resolve(1)).not.toBeLater(2);
});
it('may fail asynchronously', async () => {
  await e(Promise.resolve(1)).toBeLater(2);
});
it('becomes an asymmetric matcher', () => {
  expect({ n: 4, m: 5 }).toEqual({ n: e.toBeEven(), m: e.not.toBeEven() });
  expect([7]).toEqual([e.toBeWithin(5, 9)]);
});
it('fails as an asymmetric matcher', () => {
  expect({ n: 3 }).toEqual({ n: e.toBeEven() });
});
it('fails as a negated asymmetric matcher', () => {
  expect({ n: 4 }).toEqual({ n: e.not.toBeEven() });
});
it('uses equals', () => {
  e({ a: [1] }).toEqualUsingUtils({ a: [1] });
  e({ a: [1] }).not.toEqualUsingUtils({ a: [2] });
  e({ a: 1 }).toEqualUsingUtils({ a: expect.any(Number) });
  e(new Set([1])).toUseIterables(new Set([1]));
});
it('throws inside', () => {
  expect(() => e(1).toThrowInside()).toThrow(TypeError);
  e(1).toThrowInside();
});
it('returns nonsense', () => {
  e(1).toReturnNonsense();
});
it('returns nothing', () => {
  e(1).toReturnNothing();
});
it('knows its test', () => {
  e('knows its test').toKnowItsTest();
});
it('takes a message text', () => {
  e(1).toHaveAMessageText();
});
it('has helpers', () => {
  e(1).toKnowHelpers();
});
it('counts assertions', () => {
  expect.assertions(2);
  e(2).toBeEven();
  e(5).toBeWithin(1, 9);
});
it('refuses what is no function', () => {
  expect(() => expect.extend({ toBeOdd: 5 as never })).toThrow(TypeError);
});
it('may be replaced', () => {
  expect.extend({ toBeEven: () => ({ pass: true, message: () => '' }) });
  e(3).toBeEven();
});
