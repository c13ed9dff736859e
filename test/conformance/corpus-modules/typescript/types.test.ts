import { type Kind, make, type Made } from './src/types';
import type { OnlyType } from './src/types';
import type Default from './src/types';
import { Both } from './src/types';
export type { Kind } from './src/types';

it('erases types', () => {
  const kind: Kind = 'a';
  const made: Made<number> = make(kind, 1);
  const only: OnlyType | Default = { kind };
  expect([made, only]).toEqual([{ kind: 'a', value: 1 }, { kind: 'a' }]);
});
it('has generics, casts and assertions', () => {
  const first = <T,>(list: readonly T[]): T | undefined => list[0];
  const value = first<string>(['x'])!;
  const cast = <unknown>value as string;
  const frozen = { a: [1, 2] } as const satisfies { a: readonly number[] };
  expect([value, cast, frozen.a.length]).toEqual(['x', 'x', 2]);
});
it('has what is a type and a value', () => {
  const both: Both = Both.make();
  expect(both.n).toBe(1);
});
it('has type guards', () => {
  function isText(value: unknown): value is string {
    return typeof value === 'string';
  }
  function assertText(value: unknown): asserts value is string {
    if (!isText(value)) throw new TypeError('no text');
  }
  assertText('a');
  expect(() => assertText(1)).toThrow('no text');
});
it('has optional parts', () => {
  const deep: { a?: { b?: (n: number) => number } } = { a: {} };
  expect(deep.a?.b?.(1)).toBeUndefined();
  expect(deep?.a?.b ?? 'none').toBe('none');
});
