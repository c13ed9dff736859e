import { describe, expect, it, test } from 'vitest';

test.each([
  [1, 1, 2],
  [1, 2, 4],
])('add(%i, %i) is %i', (a, b, sum) => {
  expect(a + b).toBe(sum);
});
test.each([{ a: 1, b: 1 }, { a: 1, b: 2 }])('$a equals $b', ({ a, b }) => {
  expect(a).toBe(b);
});
test.each(['x', 'y'])('text %s', (text) => {
  expect(text).toMatch(/[xy]/);
});
test.each`
  a    | b
  ${1} | ${1}
  ${2} | ${3}
`('template $a $b', ({ a, b }) => {
  expect(a).toBe(b);
});
test.each([1, 2])('with options %d', { timeout: 500 }, (n) => {
  expect(n).toBeLessThan(2);
});
describe.each([1, 2])('block %d', (n) => {
  it('has a value', () => {
    expect(n).toBeGreaterThan(0);
  });
});
test.for([
  [1, 2],
  [3, 4],
])('for gets rows as one value: %i %i', ([a, b]) => {
  expect(a! + 1).toBe(b);
});
test.for([{ n: 1 }, { n: 2 }])('for gets the context: $n', ({ n }, { expect: local, task }) => {
  local(task.name).toContain(String(n));
  local(n).toBe(1);
});
describe.for([{ kind: 'a' }, { kind: 'b' }])('describe.for $kind', ({ kind }) => {
  it('works', () => {
    expect(kind).toHaveLength(1);
  });
});
it.skip.each([1])('skipped %d', () => {
  throw new Error('must not run');
});
