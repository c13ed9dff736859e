beforeEach(() => {
  jest.useFakeTimers({ legacyFakeTimers: true });
});
afterEach(() => {
  jest.useRealTimers();
});

it('replaces timers with mock functions', () => {
  setTimeout(() => {}, 1000);
  expect(setTimeout).toHaveBeenCalledTimes(1);
  expect(setTimeout).toHaveBeenLastCalledWith(expect.any(Function), 1000);
});
it('advances', () => {
  const fn = jest.fn();
  setTimeout(fn, 100);
  jest.advanceTimersByTime(100);
  expect(fn).toHaveBeenCalledTimes(1);
});
it('leaves the date alone', () => {
  const before = Date.now();
  jest.advanceTimersByTime(100_000);
  expect(Date.now() - before).toBeLessThan(50_000);
});
it('runs all timers', () => {
  const fn = jest.fn();
  setTimeout(fn, 100);
  setImmediate(fn);
  jest.runAllTimers();
  expect(fn).toHaveBeenCalledTimes(2);
});
it('runs immediates', () => {
  const fn = jest.fn();
  setImmediate(fn);
  jest.runAllImmediates();
  expect(fn).toHaveBeenCalledTimes(1);
});
it('has no asynchronous functions', async () => {
  await expect(jest.advanceTimersByTimeAsync(5)).rejects.toThrow('not available when using legacy fake timers');
});
it('has no system time', () => {
  expect(() => jest.setSystemTime(5)).toThrow('not available when using legacy fake timers');
});
