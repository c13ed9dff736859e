describe('toMatch', () => {
  it('takes patterns and texts', () => {
    expect('hello world').toMatch(/wor/);
    expect('hello world').toMatch('lo w');
    expect('hello').not.toMatch(/z/);
  });
  it('escapes texts', () => {
    expect('a.b').toMatch('a.b');
    expect('axb').not.toMatch('a.b');
  });
  it('fails', () => {
    expect('hello').toMatch(/bye/);
  });
  it('refuses numbers', () => {
    expect(5 as never).toMatch(/5/);
  });
  it('starts at the beginning with a global pattern', () => {
    const pattern = /a/g;
    expect('a').toMatch(pattern);
    expect('a').toMatch(pattern);
  });
});

describe('toContain', () => {
  it('finds items and parts', () => {
    expect([1, 2, 3]).toContain(2);
    expect('hello').toContain('ell');
    expect(new Set(['a'])).toContain('a');
    expect(new Uint8Array([5])).toContain(5);
  });
  it('compares by reference', () => {
    expect([{ a: 1 }]).not.toContain({ a: 1 });
  });
  it('fails', () => {
    expect([1]).toContain(2);
  });
  it('fails for a text', () => {
    expect('hello').toContain('bye');
  });
  it('refuses null', () => {
    expect(null).toContain(1);
  });
  it('refuses a number in a text', () => {
    expect('123').toContain(2);
  });
  it('finds NaN', () => {
    expect([NaN]).toContain(NaN);
  });
});

describe('toContainEqual', () => {
  it('compares by value', () => {
    expect([{ a: 1 }, { b: 2 }]).toContainEqual({ b: 2 });
    expect([{ a: 1 }]).not.toContainEqual({ a: 2 });
    expect(new Set([[1]])).toContainEqual([1]);
  });
  it('fails', () => {
    expect([{ a: 1 }]).toContainEqual({ a: 2 });
  });
});

describe('toHaveLength', () => {
  it('reads length', () => {
    expect([1, 2]).toHaveLength(2);
    expect('abc').toHaveLength(3);
    expect({ length: 5 }).toHaveLength(5);
    expect((a: unknown, b: unknown) => [a, b]).toHaveLength(2);
  });
  it('fails', () => {
    expect([1]).toHaveLength(2);
  });
  it('refuses what has no length', () => {
    expect({}).toHaveLength(0);
  });
  it('refuses a negative length', () => {
    expect([]).toHaveLength(-1);
  });
});

describe('toHaveProperty', () => {
  const house = {
    bath: true,
    kitchen: { area: 20, 'wall.color': 'white', list: [{ name: 'oven' }] },
    nothing: undefined,
    get computed() {
      return 5;
    },
  };
  it('follows paths', () => {
    expect(house).toHaveProperty('bath');
    expect(house).toHaveProperty('kitchen.area', 20);
    expect(house).toHaveProperty('kitchen.list[0].name', 'oven');
    expect(house).toHaveProperty(['kitchen', 'wall.color'], 'white');
    expect(house).toHaveProperty(['kitchen', 'list', 0, 'name'], 'oven');
    expect(house).toHaveProperty('computed', 5);
  });
  it('knows properties that are undefined', () => {
    expect(house).toHaveProperty('nothing');
    expect(house).toHaveProperty('nothing', undefined);
    expect(house).not.toHaveProperty('absent');
  });
  it('compares values deeply', () => {
    expect(house).toHaveProperty('kitchen.list', [{ name: 'oven' }]);
    expect(house).toHaveProperty('kitchen', expect.objectContaining({ area: 20 }));
  });
  it('fails for an absent property', () => {
    expect(house).toHaveProperty('garden');
  });
  it('fails for another value', () => {
    expect(house).toHaveProperty('kitchen.area', 21);
  });
  it('fails negated', () => {
    expect(house).not.toHaveProperty('bath');
  });
  it('refuses null', () => {
    expect(null).toHaveProperty('a');
  });
  it('refuses an empty path', () => {
    expect(house).toHaveProperty('');
  });
  it('works with arrays and texts', () => {
    expect([1, 2]).toHaveProperty('length', 2);
    expect([{ a: 1 }]).toHaveProperty('[0].a', 1);
    expect('abc').toHaveProperty('length', 3);
  });
});

describe('toBeInstanceOf', () => {
  class A {}
  class B extends A {}
  it('follows prototypes', () => {
    expect(new B()).toBeInstanceOf(A);
    expect(new A()).not.toBeInstanceOf(B);
    expect([]).toBeInstanceOf(Array);
    expect(() => {}).toBeInstanceOf(Function);
    expect(new Map()).toBeInstanceOf(Map);
    expect(Promise.resolve()).toBeInstanceOf(Promise);
    expect(new Date()).toBeInstanceOf(Date);
    expect(/a/).toBeInstanceOf(RegExp);
    expect(new TypeError('x')).toBeInstanceOf(Error);
  });
  it('fails', () => {
    expect(new A()).toBeInstanceOf(B);
  });
  it('refuses what is no class', () => {
    expect({}).toBeInstanceOf({} as never);
  });
});
