import square, { add, Counter } from './src/math';
import { throughDefault, throughNamespace, total } from './src/service';

jest.mock('./src/math', () => ({
  __esModule: true,
  ...jest.requireActual('./src/math'),
  add: jest.fn(() => 100),
  double: jest.fn(() => 7),
  default: jest.fn(() => 'mocked default'),
}));

it('replaces named exports for the test', () => {
  expect(add(1, 2)).toBe(100);
  expect(jest.isMockFunction(add)).toBe(true);
});
it('replaces them for other modules', () => {
  expect(total([1, 2, 3])).toBe(100);
  expect(throughNamespace(4)).toBe(7);
});
it('replaces the default export', () => {
  expect(square(3)).toBe('mocked default');
  expect(throughDefault(3)).toBe('mocked default');
});
it('keeps the rest', () => {
  expect(new Counter().increment()).toBe(1);
});
it('can be changed in a test', () => {
  jest.mocked(add).mockReturnValueOnce(5);
  expect(total([1])).toBe(5);
  expect(total([1])).toBe(100);
});
it('remembers calls of other modules', () => {
  jest.mocked(add).mockClear();
  total([1, 2]);
  expect(add).toHaveBeenCalledTimes(2);
  expect(add).toHaveBeenCalledWith(0, 1);
});
it('gives the real one when asked', () => {
  expect(jest.requireActual<typeof import('./src/math')>('./src/math').add(1, 2)).toBe(3);
});
it('gives the mock when asked', () => {
  expect(jest.requireMock('./src/math')).toBe(require('./src/math'));
});
it('fails for the real value', () => {
  expect(add(1, 2)).toBe(3);
});
