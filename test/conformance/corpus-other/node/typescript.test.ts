import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

type Pair = { a: number; b: number };

describe('typed', () => {
  const pairs: Pair[] = [
    { a: 1, b: 1 },
    { a: 1, b: 2 },
  ];
  for (const { a, b } of pairs) {
    it(`${a} equals ${b}`, () => {
      assert.equal(a, b);
    });
  }
});
