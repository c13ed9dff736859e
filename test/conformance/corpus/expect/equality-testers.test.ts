class Amount {
  constructor(
    public value: number,
    public unit: string,
  ) {}
}

function areAmountsEqual(a: unknown, b: unknown): boolean | undefined {
  const isA = a instanceof Amount;
  const isB = b instanceof Amount;
  if (isA && isB) return (a as Amount).value === (b as Amount).value;
  if (isA === isB) return undefined;
  return false;
}

expect.addEqualityTesters([areAmountsEqual]);

it('is used by toEqual', () => {
  expect(new Amount(1, 'm')).toEqual(new Amount(1, 'cm'));
  expect(new Amount(1, 'm')).not.toEqual(new Amount(2, 'm'));
});
it('is used deep inside', () => {
  expect({ list: [new Amount(1, 'm')] }).toEqual({ list: [new Amount(1, 'km')] });
  expect(new Map([['a', new Amount(1, 'm')]])).toEqual(new Map([['a', new Amount(1, 'km')]]));
});
it('is used by toStrictEqual, toContainEqual and toMatchObject', () => {
  expect({ a: new Amount(1, 'm') }).toStrictEqual({ a: new Amount(1, 'km') });
  expect([new Amount(1, 'm')]).toContainEqual(new Amount(1, 'km'));
  expect({ a: new Amount(1, 'm'), b: 1 }).toMatchObject({ a: new Amount(1, 'km') });
});
it('is used by mock matchers', () => {
  const fn = jest.fn();
  fn(new Amount(1, 'm'));
  expect(fn).toHaveBeenCalledWith(new Amount(1, 'km'));
});
it('is used by asymmetric matchers', () => {
  expect({ a: [new Amount(1, 'm')] }).toEqual(
    expect.objectContaining({ a: expect.arrayContaining([new Amount(1, 'km')]) }),
  );
});
it('is not used by toBe', () => {
  expect(new Amount(1, 'm')).not.toBe(new Amount(1, 'm'));
});
it('fails', () => {
  expect(new Amount(1, 'm')).toEqual(new Amount(2, 'm'));
});
it('leaves other values alone', () => {
  expect({ a: 1 }).toEqual({ a: 1 });
  expect({ a: 1 }).not.toEqual({ a: 2 });
});
it('refuses what is no list', () => {
  expect(() => expect.addEqualityTesters('x' as never)).toThrow(TypeError);
});
