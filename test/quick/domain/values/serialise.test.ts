import { comesBack, Described, deserialise } from '../../../support/deserialise';
import { Profile } from '../../../../src/domain/values/profile';
import { serialise } from '../../../../src/domain/values/serialise';

const formOf = (value: unknown, limit?: number): unknown =>
  JSON.parse(serialise(value, limit).json) as unknown;

describe('the form of a value', () => {
  it.each<[string, unknown, unknown]>([
    ['undefined', undefined, { $type: 'undefined' }],
    ['minus zero', -0, { $type: 'number', value: '-0' }],
    ['a BigInt', 12n, { $type: 'bigint', value: '12' }],
    ['an invalid Date', new Date(NaN), { $type: 'Date', value: 'Invalid Date' }],
    ['a pattern', /a/g, { $type: 'RegExp', value: '/a/g' }],
    ['a hole', [, 1], [{ $type: 'hole' }, 1]], // eslint-disable-line no-sparse-arrays
    [
      'a sparse array',
      Object.assign(new Array(5_000_000), { 4_999_999: 'x' }),
      { $type: 'Array', length: 5_000_000, entries: [[4_999_999, 'x']] },
    ],
    [
      'a matrix',
      Array.from({ length: 2_000 }, () => new Array<number>(30).fill(1)),
      expect.objectContaining({
        shape: [2_000, 30],
        stats: expect.objectContaining({ type: 'array', count: 2_000 }),
      }),
    ],
    [
      'a large typed array',
      new Float32Array(50_000).fill(2),
      expect.objectContaining({
        $type: 'Float32Array',
        length: 50_000,
        stats: { type: 'number', count: 50_000, nulls: 0, min: 2, max: 2, mean: 2, stddev: 0, distinct: 1 },
      }),
    ],
    [
      'a large Set',
      new Set(Array.from({ length: 50_000 }, (_, index) => index)),
      expect.objectContaining({
        $type: 'Set',
        size: 50_000,
        head: expect.arrayContaining([0]),
        stats: expect.objectContaining({ min: 0, max: 49_999 }),
      }),
    ],
    [
      'a large object',
      Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`k${index}`, index])),
      expect.objectContaining({ $type: 'Object', size: 50_000, value: expect.objectContaining({ k0: 0 }) }),
    ],
    [
      'a long text',
      'ab'.repeat(50_000),
      {
        $type: 'string',
        length: 100_000,
        head: expect.stringMatching(/^(ab)+$/),
        tail: expect.stringMatching(/(ab)+$/),
        omitted: expect.any(Number),
      },
    ],
    [
      'an error with causes',
      new TypeError('a', { cause: new Error('b') }),
      {
        $type: 'Error',
        name: 'TypeError',
        message: 'a',
        cause: { $type: 'Error', name: 'Error', message: 'b' },
      },
    ],
  ])('of %s', (_, value, form) => {
    expect(formOf(value)).toEqual(form);
  });

  it('says exactly how much of a large list was left out', () => {
    const form = formOf(Array.from({ length: 9_000 }, (_, index) => index)) as Record<string, unknown[]>;
    const { head, tail, omitted } = form;
    expect((head?.length ?? 0) + (tail?.length ?? 0) + Number(omitted)).toBe(9_000);
    expect(tail?.at(-1)).toBe(8_999);
  });

  it('shows a path back in place of a cycle, and shared parts at each place', () => {
    const shared = { a: 1 };
    const value: Record<string, unknown> = { left: shared, right: shared };
    value.self = value;
    const form = formOf(value);
    expect(form).toEqual({ left: { a: 1 }, right: { a: 1 }, self: { $type: 'circular', up: 1, path: '$' } });
    const back = deserialise(form) as Record<string, unknown>;
    expect(back.self).toBe(back);
    expect(back.left).not.toBe(back.right);
  });

  it('brings a sparse array of any length back', () => {
    const sparse = Object.assign(new Array<unknown>(4_000_000_000), { 7: { a: 1 }, 3_999_999_999: 'x' });
    const back = deserialise(formOf(sparse)) as unknown[];
    expect(back).toHaveLength(4_000_000_000);
    expect(Object.entries(back)).toEqual([
      ['7', { a: 1 }],
      ['3999999999', 'x'],
    ]);
  });

  it('keeps its limit in bytes, not in characters', () => {
    for (const limit of [1_024, 5_000]) {
      expect(Buffer.byteLength(serialise('\u{1F600}'.repeat(10_000), limit).json)).toBeLessThanOrEqual(limit);
    }
  });

  it.each<[string, unknown]>([
    ['a class instance', new (class Point {})()],
    ['a function', () => 1],
    ['a pattern, since one of a program must not run outside of it', /(a+)+$/],
    ['a sample', 'x'.repeat(100_000)],
  ])('does not bring back %s', (_, value) => {
    const form = formOf({ inner: value });
    expect(comesBack(form)).toBe(false);
    expect((deserialise(form) as { inner: unknown }).inner).toBeInstanceOf(Described);
  });

  it('is read without a deep stack', () => {
    const deep: unknown = JSON.parse(`${'[['.repeat(5_000)}${']]'.repeat(5_000)}`);
    expect(comesBack(deep)).toBe(false);
  });
});

describe('statistics', () => {
  const summaryOf = (values: readonly unknown[]) => {
    const profile = new Profile();
    for (const value of values) profile.add(value);
    return profile.summary();
  };

  it.each<[string, unknown[], object]>([
    [
      'numbers',
      [1, 2, 3, 4, null, NaN],
      {
        type: 'number',
        count: 5,
        nulls: 1,
        nan: 1,
        min: 1,
        max: 4,
        mean: 2.5,
        stddev: Math.sqrt(5 / 3),
        distinct: 5,
      },
    ],
    ['one number', [7], { type: 'number', count: 1, nulls: 0, min: 7, max: 7, mean: 7, distinct: 1 }],
    ['nothing', [null, undefined], { type: 'empty', count: 0, nulls: 2 }],
    ['flags', [true, false, true], { type: 'boolean', count: 3, nulls: 0, true: 2, distinct: 2 }],
    [
      'texts by their lengths',
      ['a', 'abc'],
      { type: 'string', count: 2, nulls: 0, minLength: 1, maxLength: 3, distinct: 2 },
    ],
    [
      'Dates',
      [new Date(0), new Date(1)],
      { type: 'Date', count: 2, nulls: 0, min: '1970-01-01T00:00:00.000Z', max: '1970-01-01T00:00:00.001Z' },
    ],
    [
      'a mixture',
      [1, 'a', 'b'],
      {
        type: 'mixed',
        types: { number: 1, string: 2 },
        count: 3,
        nulls: 0,
        min: 1,
        max: 1,
        mean: 1,
        distinct: 3,
      },
    ],
  ])('of %s', (_, values, summary) => {
    expect(summaryOf(values)).toEqual(summary);
  });

  it('are exact for numbers of very different sizes', () => {
    const values = Array.from({ length: 1_000 }, (_, index) => 1e9 + (index % 2));
    const { mean, stddev } = summaryOf(values);
    expect(mean).toBeCloseTo(1e9 + 0.5, 6);
    expect(stddev).toBeCloseTo(0.50025, 5);
  });

  it('count distinct values up to a bound', () => {
    expect(summaryOf(Array.from({ length: 1_000 }, (_, index) => index))).toMatchObject({ distinct: 1_000 });
    expect(summaryOf(Array.from({ length: 1_001 }, (_, index) => index))).toMatchObject({
      distinctAtLeast: 1_000,
    });
  });
});
