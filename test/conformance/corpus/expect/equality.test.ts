class Point {
  constructor(
    public x: number,
    public y: number,
  ) {}
}

describe('toBe', () => {
  it('compares primitives', () => {
    expect(1).toBe(1);
    expect('a').toBe('a');
    expect(null).toBe(null);
    expect(undefined).toBe(undefined);
    expect(NaN).toBe(NaN);
    expect(10n).toBe(10n);
  });
  it('tells 0 from -0', () => {
    expect(0).toBe(-0);
  });
  it('compares references', () => {
    const o = {};
    expect(o).toBe(o);
    expect({}).not.toBe({});
  });
  it('fails for equal objects', () => {
    expect({ a: 1 }).toBe({ a: 1 });
  });
  it('fails for other numbers', () => {
    expect(1).toBe(2);
  });
  it('fails negated', () => {
    expect(1).not.toBe(1);
  });
});

describe('toEqual', () => {
  it('ignores undefined properties', () => {
    expect({ a: undefined, b: 2 }).toEqual({ b: 2 });
  });
  it('ignores types', () => {
    expect(new Point(1, 2)).toEqual({ x: 1, y: 2 });
  });
  it('treats holes as undefined', () => {
    expect([, 1]).toEqual([undefined, 1]);
  });
  it('tells 0 from -0', () => {
    expect({ n: 0 }).toEqual({ n: -0 });
  });
  it('goes deep', () => {
    expect({ a: [{ b: new Map([['k', new Set([1, { c: 2 }])]]) }] }).toEqual({
      a: [{ b: new Map([['k', new Set([1, { c: 2 }])]]) }],
    });
  });
  it('fails deep inside', () => {
    expect({ a: [{ b: new Map([['k', new Set([1, { c: 2 }])]]) }] }).toEqual({
      a: [{ b: new Map([['k', new Set([1, { c: 3 }])]]) }],
    });
  });
  it('compares dates', () => {
    expect(new Date(5)).toEqual(new Date(5));
    expect(new Date(5)).not.toEqual(new Date(6));
    expect(new Date(NaN)).toEqual(new Date(NaN));
  });
  it('compares patterns', () => {
    expect(/a/g).toEqual(/a/g);
    expect(/a/g).not.toEqual(/a/i);
    expect(/a/).not.toEqual(/b/);
  });
  it('compares errors by message', () => {
    expect(new Error('a')).toEqual(new Error('a'));
    expect(new TypeError('a')).toEqual(new Error('a'));
    expect(new Error('a')).not.toEqual(new Error('b'));
  });
  it('compares causes of errors', () => {
    expect(new Error('a', { cause: 1 })).toEqual(new Error('a', { cause: 1 }));
    expect(new Error('a', { cause: 1 })).not.toEqual(new Error('a', { cause: 2 }));
  });
  it('compares symbols as keys', () => {
    const key = Symbol('k');
    expect({ [key]: 1 }).toEqual({ [key]: 1 });
    expect({ [key]: 1 }).not.toEqual({ [key]: 2 });
  });
  it('compares boxed primitives', () => {
    expect(new String('a')).toEqual(new String('a'));
    expect(new Number(1)).not.toEqual(new Number(2));
  });
  it('compares typed arrays and buffers', () => {
    expect(new Uint8Array([1, 2])).toEqual(new Uint8Array([1, 2]));
    expect(new Uint8Array([1, 2])).not.toEqual(new Uint8Array([1, 3]));
    expect(new Uint8Array([1]).buffer).toEqual(new Uint8Array([1]).buffer);
    expect(new Uint8Array([1]).buffer).not.toEqual(new Uint8Array([2]).buffer);
    expect(new DataView(new ArrayBuffer(2))).toEqual(new DataView(new ArrayBuffer(2)));
  });
  it('compares circles', () => {
    const a: any = { n: 1 };
    a.self = a;
    const b: any = { n: 1 };
    b.self = b;
    expect(a).toEqual(b);
    b.n = 2;
    expect(a).not.toEqual(b);
  });
  it('compares functions by reference', () => {
    const f = () => 1;
    expect(f).toEqual(f);
    expect(() => 1).not.toEqual(() => 1);
  });
  it('compares sets and maps in any order', () => {
    expect(new Set([1, 2, 3])).toEqual(new Set([3, 2, 1]));
    expect(new Map([['a', 1], ['b', 2]])).toEqual(new Map([['b', 2], ['a', 1]]));
    expect(new Set([{ a: 1 }])).toEqual(new Set([{ a: 1 }]));
    expect(new Set([1])).not.toEqual(new Set([2]));
    expect(new Map([['a', 1]])).not.toEqual(new Map([['a', 2]]));
  });
  it('ignores what is not enumerable', () => {
    const o = Object.defineProperty({ a: 1 }, 'hidden', { value: 2, enumerable: false });
    expect(o).toEqual({ a: 1 });
  });
  it('reads getters', () => {
    expect({ get a() { return 1; } }).toEqual({ a: 1 });
  });
  it('fails for arrays of other lengths', () => {
    expect([1, 2]).toEqual([1, 2, 3]);
  });
  it('fails for null and undefined', () => {
    expect(null).toEqual(undefined);
  });
  it('fails for texts of several lines', () => {
    expect('one\ntwo\nthree').toEqual('one\n2\nthree');
  });
  it('does not call equals methods', () => {
    expect({ equals: () => true, a: 1 }).not.toEqual({ equals: () => true, a: 2 });
  });
});

describe('toStrictEqual', () => {
  it('minds undefined properties', () => {
    expect({ a: undefined, b: 2 }).not.toStrictEqual({ b: 2 });
  });
  it('minds types', () => {
    expect(new Point(1, 2)).not.toStrictEqual({ x: 1, y: 2 });
    expect(new Point(1, 2)).toStrictEqual(new Point(1, 2));
  });
  it('minds holes', () => {
    expect([, 1]).not.toStrictEqual([undefined, 1]);
  });
  it('fails for types', () => {
    expect(new Point(1, 2)).toStrictEqual({ x: 1, y: 2 });
  });
  it('fails for undefined properties', () => {
    expect({ a: undefined }).toStrictEqual({});
  });
  it('passes for plain equal data', () => {
    expect({ a: [1, { b: 2 }] }).toStrictEqual({ a: [1, { b: 2 }] });
  });
  it('compares errors strictly', () => {
    expect(new TypeError('a')).not.toStrictEqual(new Error('a'));
  });
  it('compares objects without a prototype', () => {
    expect(Object.create(null)).toStrictEqual(Object.create(null));
    expect(Object.create(null)).not.toStrictEqual({});
  });
});

describe('toMatchObject', () => {
  it('takes a part of the properties', () => {
    expect({ a: 1, b: { c: 2, d: 3 } }).toMatchObject({ b: { c: 2 } });
  });
  it('minds the length of arrays', () => {
    expect({ list: [1, 2] }).not.toMatchObject({ list: [1] });
  });
  it('takes parts in arrays', () => {
    expect([{ a: 1, b: 2 }, { c: 3 }]).toMatchObject([{ a: 1 }, { c: 3 }]);
  });
  it('fails for another value', () => {
    expect({ a: 1, b: 2 }).toMatchObject({ a: 2 });
  });
  it('fails for a missing property', () => {
    expect({ a: 1 }).toMatchObject({ b: 1 });
  });
  it('refuses what is no object', () => {
    expect(1).toMatchObject({ a: 1 });
  });
  it('refuses to compare with null', () => {
    expect({ a: 1 }).toMatchObject(null as never);
  });
  it('reads inherited properties', () => {
    class A {
      get value() {
        return 5;
      }
    }
    expect(new A()).toMatchObject({ value: 5 });
  });
});
