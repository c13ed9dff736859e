it('only warns without fake timers', () => {
  const fn = jest.fn();
  const id = setTimeout(fn, 1000);
  jest.advanceTimersByTime(1000);
  jest.runAllTimers();
  jest.runOnlyPendingTimers();
  expect(fn).not.toHaveBeenCalled();
  expect(jest.getTimerCount()).toBe(0);
  clearTimeout(id);
});
it('does not set the time without fake timers', () => {
  jest.setSystemTime(0);
  expect(Date.now()).toBeGreaterThan(1_600_000_000_000);
});
it('knows the time without fake timers', () => {
  expect(jest.now()).toBeGreaterThan(1_600_000_000_000);
  expect(Math.abs(jest.now() - Date.now())).toBeLessThan(100);
});
it('may clear and go back to real ones at any time', () => {
  jest.clearAllTimers();
  jest.useRealTimers();
  jest.useRealTimers();
});
