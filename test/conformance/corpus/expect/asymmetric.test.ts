describe('any and anything', () => {
  it('knows primitives', () => {
    expect(1).toEqual(expect.any(Number));
    expect('a').toEqual(expect.any(String));
    expect(true).toEqual(expect.any(Boolean));
    expect(1n).toEqual(expect.any(BigInt));
    expect(Symbol('x')).toEqual(expect.any(Symbol));
    expect(() => 1).toEqual(expect.any(Function));
    expect({}).toEqual(expect.any(Object));
    expect([]).toEqual(expect.any(Array));
    expect(new Date()).toEqual(expect.any(Date));
  });
  it('knows classes', () => {
    class A {}
    expect(new A()).toEqual(expect.any(A));
    expect({}).not.toEqual(expect.any(A));
  });
  it('fails for another type', () => {
    expect({ id: 'x' }).toEqual({ id: expect.any(Number) });
  });
  it('takes anything but null and undefined', () => {
    expect(0).toEqual(expect.anything());
    expect('').toEqual(expect.anything());
    expect(null).not.toEqual(expect.anything());
    expect({ a: undefined }).not.toEqual({ a: expect.anything() });
  });
  it('fails for null', () => {
    expect(null).toEqual(expect.anything());
  });
  it('any() needs a class', () => {
    expect(() => (expect.any as () => unknown)()).toThrow(TypeError);
  });
});

describe('arrays', () => {
  it('contains items', () => {
    expect([1, 2, 3]).toEqual(expect.arrayContaining([3, 1]));
    expect([1]).not.toEqual(expect.arrayContaining([1, 2]));
    expect([{ a: 1 }, { b: 2 }]).toEqual(expect.arrayContaining([{ b: 2 }]));
    expect([]).toEqual(expect.arrayContaining([]));
  });
  it('fails', () => {
    expect([1, 2]).toEqual(expect.arrayContaining([4]));
  });
  it('is of one kind', () => {
    expect([1, 2]).toEqual(expect.arrayOf(expect.any(Number)));
    expect([1, 'a']).not.toEqual(expect.arrayOf(expect.any(Number)));
    expect([]).toEqual(expect.arrayOf(expect.any(String)));
  });
  it('negated forms', () => {
    expect([1]).toEqual(expect.not.arrayContaining([2]));
    expect([1, 'a']).toEqual(expect.not.arrayOf(expect.any(Number)));
  });
  it('fails: not', () => {
    expect([1]).toEqual(expect.not.arrayContaining([1]));
  });
});

describe('objects', () => {
  it('contains properties', () => {
    expect({ a: 1, b: 2 }).toEqual(expect.objectContaining({ a: 1 }));
    expect({ a: { b: { c: 1 }, d: 2 } }).toEqual(
      expect.objectContaining({ a: expect.objectContaining({ b: { c: 1 } }) }),
    );
    expect({ a: 1 }).not.toEqual(expect.objectContaining({ b: 1 }));
    expect({ a: 1 }).toEqual(expect.not.objectContaining({ a: 2 }));
  });
  it('fails for another value', () => {
    expect({ a: 1 }).toEqual(expect.objectContaining({ a: 2 }));
  });
  it('fails for a missing property', () => {
    expect({ a: 1 }).toEqual(expect.objectContaining({ b: undefined }));
  });
  it('reads getters and inherited properties', () => {
    class A {
      get x() {
        return 1;
      }
    }
    expect(new A()).toEqual(expect.objectContaining({ x: 1 }));
  });
});

describe('texts and numbers', () => {
  it('contains and matches', () => {
    expect('hello').toEqual(expect.stringContaining('ell'));
    expect('hello').toEqual(expect.stringMatching(/^h/));
    expect('hello').toEqual(expect.stringMatching('ell'));
    expect('hello').toEqual(expect.not.stringContaining('x'));
    expect('hello').toEqual(expect.not.stringMatching(/x/));
    expect(5).not.toEqual(expect.stringContaining('5'));
  });
  it('fails: containing', () => {
    expect('hello').toEqual(expect.stringContaining('x'));
  });
  it('fails: matching', () => {
    expect('hello').toEqual(expect.stringMatching(/^x/));
  });
  it('is close', () => {
    expect({ n: 0.1 + 0.2 }).toEqual({ n: expect.closeTo(0.3) });
    expect({ n: 1.234 }).toEqual({ n: expect.closeTo(1.23, 2) });
    expect({ n: 2 }).toEqual({ n: expect.not.closeTo(3) });
  });
  it('fails: close', () => {
    expect({ n: 1 }).toEqual({ n: expect.closeTo(2) });
  });
});

describe('everywhere', () => {
  it('in all equality matchers', () => {
    const value = { id: 5, list: ['a', 'b'], at: new Date() };
    const shape = { id: expect.any(Number), list: expect.arrayContaining(['b']), at: expect.any(Date) };
    expect(value).toEqual(shape);
    expect(value).toStrictEqual(shape);
    expect(value).toMatchObject({ id: expect.any(Number) });
    expect([value]).toContainEqual(shape);
    expect(value).toHaveProperty('list', expect.any(Array));
    const fn = jest.fn();
    fn(value);
    expect(fn).toHaveBeenCalledWith(shape);
    expect(new Map([['k', value]])).toEqual(new Map([['k', shape]]));
    expect(new Set([value])).toEqual(new Set([shape]));
  });
  it('on both sides', () => {
    expect(expect.any(Number)).toEqual(5);
  });
  it('works by itself', () => {
    expect(expect.any(Number).asymmetricMatch(5)).toBe(true);
    expect(expect.stringContaining('x').asymmetricMatch('y')).toBe(false);
  });
  it('shows itself', () => {
    expect(String(expect.any(Number))).toBe('Any');
    expect(expect.objectContaining({ a: 1 }).toString()).toBe('ObjectContaining');
    expect(expect.not.stringMatching(/x/).toString()).toBe('StringNotMatching');
  });
  it('fails strictly with undefined keys', () => {
    expect({ a: 1, b: undefined }).toStrictEqual({ a: expect.any(Number) });
  });
});
