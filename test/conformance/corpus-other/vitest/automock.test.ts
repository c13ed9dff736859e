import { expect, it, vi } from 'vitest';
import { add, Counter } from './src/math';
import { total } from './src/service';

vi.mock('./src/math');

it('mocks functions', () => {
  expect(vi.isMockFunction(add)).toBe(true);
  expect(add(1, 2)).toBeUndefined();
  expect(total([1])).toBeUndefined();
});
it('mocks classes', () => {
  const counter = new Counter();
  expect(counter.increment()).toBeUndefined();
});
