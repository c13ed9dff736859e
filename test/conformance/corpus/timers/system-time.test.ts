beforeEach(() => {
  jest.useFakeTimers({ now: 0 });
});
afterEach(() => {
  jest.useRealTimers();
});

it('sets the date by a number', () => {
  jest.setSystemTime(5000);
  expect(Date.now()).toBe(5000);
  expect(jest.now()).toBe(5000);
});
it('sets the date by a Date', () => {
  jest.setSystemTime(new Date('2030-01-01T00:00:00Z'));
  expect(new Date().getUTCFullYear()).toBe(2030);
});
it('does not run timers', () => {
  const fn = jest.fn();
  setTimeout(fn, 100);
  jest.setSystemTime(1_000_000);
  expect(fn).not.toHaveBeenCalled();
  jest.advanceTimersByTime(99);
  expect(fn).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  expect(fn).toHaveBeenCalledTimes(1);
  expect(Date.now()).toBe(1_000_100);
});
it('may go back', () => {
  jest.setSystemTime(5000);
  jest.setSystemTime(1000);
  expect(Date.now()).toBe(1000);
});
it('shows the real time', () => {
  expect(jest.getRealSystemTime()).toBeGreaterThan(1_600_000_000_000);
});
it('does not touch performance.now', () => {
  const before = performance.now();
  jest.setSystemTime(1_000_000);
  expect(performance.now()).toBe(before);
  jest.advanceTimersByTime(250);
  expect(performance.now() - before).toBe(250);
});
it('fakes hrtime', () => {
  const start = process.hrtime();
  jest.advanceTimersByTime(1500);
  expect(process.hrtime(start)).toEqual([1, 500_000_000]);
  const big = process.hrtime.bigint();
  jest.advanceTimersByTime(2);
  expect(process.hrtime.bigint() - big).toBe(2_000_000n);
});
it('keeps all forms of Date', () => {
  expect(new Date(2020, 0, 1).getFullYear()).toBe(2020);
  expect(new Date('2020-01-01T00:00:00Z').getTime()).toBe(1577836800000);
  expect(Date.UTC(2020, 0, 1)).toBe(1577836800000);
  expect(Date.parse('2020-01-01T00:00:00Z')).toBe(1577836800000);
  expect(typeof Date()).toBe('string');
  expect(new Date() instanceof Date).toBe(true);
  expect(new Date()).toEqual(new Date(0));
});
it('works with classes that extend Date', () => {
  class MyDate extends Date {
    year(): number {
      return this.getUTCFullYear();
    }
  }
  jest.setSystemTime(new Date('2021-06-01T00:00:00Z'));
  expect(new MyDate().year()).toBe(2021);
  expect(new MyDate()).toBeInstanceOf(Date);
});
it('resets with clearAllTimers', () => {
  jest.advanceTimersByTime(100);
  setTimeout(() => {}, 5);
  jest.clearAllTimers();
  expect(jest.getTimerCount()).toBe(0);
});
it('fails for another date', () => {
  expect(Date.now()).toBe(1);
});
