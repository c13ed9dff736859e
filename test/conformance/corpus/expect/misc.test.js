it('takes one argument', () => {
  expect(() => expect(1, 2)).toThrow('at most one argument');
});
it('has no matcher of that name', () => {
  expect(1).toBeSomethingElse();
});
it('has no matchers of vitest', () => {
  expect(expect(1).toBeOneOf).toBeUndefined();
  expect(expect(1).toHaveBeenCalledOnce).toBeUndefined();
});
it('has errors with the result of the matcher', () => {
  let error;
  try {
    expect({ a: 1 }).toEqual({ a: 2 });
  } catch (caught) {
    error = caught;
  }
  expect(error).toBeInstanceOf(Error);
  expect(error.matcherResult).toMatchObject({ pass: false, name: 'toEqual', actual: { a: 1 }, expected: { a: 2 } });
  expect(error.message).toContain('expect(received).toEqual(expected)');
});
it('goes on after a caught failure', () => {
  try {
    expect(1).toBe(2);
  } catch {
    // expected
  }
  expect(1).toBe(1);
});
it('reads and sets state', () => {
  expect.setState({ some: 'state' });
  expect(expect.getState().some).toBe('state');
  expect(expect.getState().testPath).toMatch(/misc\.test\.js$/);
});
it('is the same everywhere', () => {
  expect(globalThis.expect).toBe(expect);
});
it('shows long differences', () => {
  const list = Array.from({ length: 200 }, (_, index) => ({ index }));
  const other = list.map((item) => (item.index === 150 ? { index: -1 } : item));
  expect(list).toEqual(other);
});
it('survives odd values in failures', () => {
  const odd = { self: undefined, fn() {}, symbol: Symbol('x'), big: 1n, date: new Date(NaN), regex: /x/g };
  odd.self = odd;
  expect(() => expect(odd).toEqual({ other: true })).toThrow('toEqual');
});
it('survives a throwing getter', () => {
  const evil = {
    get value() {
      throw new Error('getter');
    },
  };
  expect(evil).toEqual({ value: 1 });
});
it('compares proxies', () => {
  const proxy = new Proxy({ a: 1 }, {});
  expect(proxy).toEqual({ a: 1 });
});
it('fails for a proxy', () => {
  const proxy = new Proxy({ a: 1 }, { get: () => 2 });
  expect(proxy).toEqual({ a: 1 });
});
