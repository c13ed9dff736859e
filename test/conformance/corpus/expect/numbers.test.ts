describe('comparisons', () => {
  it.each([
    [2, 1, true],
    [1, 2, false],
    [1, 1, false],
  ])('%d is greater than %d: %s', (a, b, answer) => {
    if (answer) expect(a).toBeGreaterThan(b);
    else expect(a).not.toBeGreaterThan(b);
  });
  it('takes equal ones', () => {
    expect(1).toBeGreaterThanOrEqual(1);
    expect(1).toBeLessThanOrEqual(1);
  });
  it('works with bigints', () => {
    expect(10n).toBeGreaterThan(5n);
    expect(1n).toBeLessThan(2);
  });
  it('fails: greater', () => {
    expect(1).toBeGreaterThan(2);
  });
  it('fails: less or equal', () => {
    expect(3).toBeLessThanOrEqual(2);
  });
  it('refuses texts', () => {
    expect('1' as never).toBeGreaterThan(0);
  });
  it('refuses an expected text', () => {
    expect(1).toBeLessThan('2' as never);
  });
});

describe('toBeCloseTo', () => {
  it('rounds', () => {
    expect(0.1 + 0.2).toBeCloseTo(0.3);
    expect(1.234).toBeCloseTo(1.23);
    expect(1.234).not.toBeCloseTo(1.25);
  });
  it('takes a number of digits', () => {
    expect(1.23456).toBeCloseTo(1.2346, 3);
    expect(1000).toBeCloseTo(1004, -1);
  });
  it('knows infinity', () => {
    expect(Infinity).toBeCloseTo(Infinity);
    expect(Infinity).not.toBeCloseTo(-Infinity);
  });
  it('fails', () => {
    expect(1).toBeCloseTo(2);
  });
});

describe('NaN', () => {
  it('is NaN', () => {
    expect(NaN).toBeNaN();
    expect(1).not.toBeNaN();
    expect(Number('x')).toBeNaN();
  });
  it('fails for a text', () => {
    expect('x').toBeNaN();
  });
});

describe('truth', () => {
  it('knows truthy values', () => {
    for (const value of [1, 'a', {}, [], true, -1]) expect(value).toBeTruthy();
  });
  it('knows falsy values', () => {
    for (const value of [0, '', null, undefined, NaN, false, 0n]) expect(value).toBeFalsy();
  });
  it('fails: truthy', () => {
    expect(0).toBeTruthy();
  });
  it('fails: falsy', () => {
    expect('0').toBeFalsy();
  });
  it('knows null, undefined and defined', () => {
    expect(null).toBeNull();
    expect(undefined).not.toBeNull();
    expect(undefined).toBeUndefined();
    expect(null).toBeDefined();
  });
  it('fails: null', () => {
    expect(undefined).toBeNull();
  });
  it('fails: defined', () => {
    expect(undefined).toBeDefined();
  });
  it('refuses arguments', () => {
    (expect(true).toBeTruthy as (value: unknown) => void)(1);
  });
});
