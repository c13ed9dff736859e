import { deepStrictEqual } from 'node:assert';
import { DEFAULT_LIMIT, MIN_LIMIT } from '../../src/domain/values/bounds';
import { comesBack, Described, deserialise } from './deserialise';
import { serialise } from '../../src/domain/values/serialise';
import fc from './fast-check';

/** Values of every kind that comes back whole. */
const whole = fc.letrec((tie) => ({
  leaf: fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.double(),
    fc.integer(),
    fc.bigInt(),
    fc.boolean(),
    fc.constantFrom(undefined, null, NaN, Infinity, -Infinity, -0),
    fc.date({ noInvalidDate: false }),
    fc.uint8Array({ maxLength: 20 }),
    fc.float64Array({ maxLength: 10 }),
    fc.bigInt64Array({ maxLength: 5 }),
    fc.string().map((text) => new RangeError(text, { cause: text.length })),
  ),
  array: fc.array(tie('value'), { maxLength: 6 }),
  sparse: fc.sparseArray(tie('value'), { maxNumElements: 4, maxLength: 30 }),
  object: fc.dictionary(
    fc.oneof(fc.string(), fc.constantFrom('$type', '__proto__', 'value', 'class')),
    tie('value'),
    {
      maxKeys: 6,
      noNullPrototype: true,
    },
  ),
  map: fc.array(fc.tuple(tie('value'), tie('value')), { maxLength: 4 }).map((pairs) => new Map(pairs)),
  set: fc.array(tie('value'), { maxLength: 4 }).map((items) => new Set(items)),
  value: fc.oneof(
    { depthSize: 'small', maxDepth: 8 },
    tie('leaf'),
    tie('array'),
    tie('sparse'),
    tie('object'),
    tie('map'),
    tie('set'),
  ),
})).value;

/** The same, with what no form brings back, and traps of all sorts. */
const anything = fc.letrec((tie) => ({
  leaf: fc.oneof(
    whole,
    fc.constantFrom<unknown>(
      /a"b/gi,
      Symbol('s'),
      () => 1,
      class Named {},
      Promise.resolve(1),
      new WeakMap(),
      Object(5),
      Proxy.revocable({}, {}).proxy,
    ),
    fc.string({ minLength: 2_000, maxLength: 20_000, unit: 'grapheme' }),
    fc.integer({ min: 0, max: 4e9 }).map((length) => new Array<unknown>(length)),
    fc.integer({ min: 0, max: 2e4 }).map((length) => new Float64Array(length).fill(length)),
  ),
  value: fc.oneof(
    { depthSize: 'small', maxDepth: 6 },
    tie('leaf'),
    fc.array(tie('value')),
    fc.dictionary(fc.string(), tie('value')),
    tie('value').map((value) => ({
      get thrown() {
        throw value;
      },
      toJSON: value,
      then: value,
    })),
    tie('value').map(
      (value) => new Proxy(Object(value) as object, { get: () => value, ownKeys: () => ['a', 'b'] }),
    ),
    fc
      .tuple(tie('value'), fc.nat(500))
      .map(([value, count]) => Array.from({ length: count }, () => ({ value }))),
  ),
})).value;

/** Properties of the JSON form of values, each for `runs` of them. */
export function describeValues(runs: number): void {
  describe('the JSON form of a value', () => {
    it('brings every value back of which nothing was left out', () => {
      let returned = 0;
      fc.assert(
        fc.property(whole, (value) => {
          const { json, truncated } = serialise(value);
          if (truncated) return;
          const form: unknown = JSON.parse(json);
          expect(comesBack(form)).toBe(true);
          // Jest takes no two invalid dates for the same.
          deepStrictEqual(deserialise(form), value);
          returned++;
        }),
        { numRuns: runs },
      );
      expect(returned).toBeGreaterThan(runs / 2);
    });

    it('is JSON within its limit for any value, and reading it never throws', () => {
      fc.assert(
        fc.property(anything, fc.constantFrom(0, MIN_LIMIT, 4_000, DEFAULT_LIMIT), (value, limit) => {
          const { json, truncated } = serialise(value, limit);
          expect(Buffer.byteLength(json)).toBeLessThanOrEqual(Math.max(limit, MIN_LIMIT));
          const form: unknown = JSON.parse(json);
          deserialise(form);
          if (truncated) expect(comesBack(form)).toBe(false);
        }),
        { numRuns: runs },
      );
    });

    it('is read without harm whatever JSON somebody wrote in its place', () => {
      const forged = fc.letrec((tie) => ({
        value: fc.oneof(
          { depthSize: 'small' },
          fc.jsonValue(),
          fc.record(
            {
              $type: fc.constantFrom(
                'Map',
                'Set',
                'Array',
                'Error',
                'circular',
                'Date',
                'bigint',
                'Uint8Array',
                'DataView',
                'Object',
                'hole',
                'boxed',
              ),
              value: tie('value'),
              length: fc.oneof(fc.integer(), fc.constant(4_294_967_295), tie('value')),
              entries: tie('value'),
              properties: tie('value'),
              up: fc.oneof(fc.integer(), tie('value')),
              name: fc.constantFrom('TypeError', '__proto__', 'constructor', 7),
              message: fc.oneof(fc.string(), tie('value')),
              cause: tie('value'),
            },
            { requiredKeys: ['$type'] },
          ),
          fc.array(tie('value')),
        ),
      })).value;
      fc.assert(
        fc.property(forged, (form) => {
          const value = deserialise(JSON.parse(JSON.stringify(form) ?? 'null'));
          expect(typeof value === 'function').toBe(false);
          if (value instanceof Described) expect(value.form).toHaveProperty('$type');
        }),
        { numRuns: runs },
      );
    });
  });
}
