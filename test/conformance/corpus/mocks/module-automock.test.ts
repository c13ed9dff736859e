import square, { add, asyncFn, Counter, nested, PI } from './src/math';
import { total } from './src/service';

jest.mock('./src/math');

it('makes mocks of functions', () => {
  expect(jest.isMockFunction(add)).toBe(true);
  expect(add(1, 2)).toBeUndefined();
  expect(square(2)).toBeUndefined();
});
it('keeps primitives', () => {
  expect(PI).toBe(3);
});
it('mocks classes', () => {
  const counter = new Counter();
  expect(counter.increment()).toBeUndefined();
  expect(Counter).toHaveBeenCalledTimes(1);
  expect(jest.isMockFunction(counter.increment)).toBe(true);
  expect(counter).toBeInstanceOf(Counter);
});
it('mocks objects deeply', () => {
  expect(jest.isMockFunction(nested.deep.fn)).toBe(true);
  expect(nested.deep.text).toBe('text');
});
it('empties arrays', () => {
  expect(nested.deep.list).toEqual([]);
});
it('makes async functions return undefined', () => {
  expect(asyncFn()).toBeUndefined();
});
it('keeps the number of parameters', () => {
  expect(add).toHaveLength(2);
});
it('is what other modules see', () => {
  jest.mocked(add).mockReturnValue(42);
  expect(total([1])).toBe(42);
});
it('fails for the real value', () => {
  expect(add(1, 2)).toBe(3);
});
