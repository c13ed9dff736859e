it('is the same under both names', () => {
  expect(it).toBe(test);
  expect(xit).toBe(it.skip);
  expect(xtest).toBe(test.skip);
  expect(fit).toBe(it.only);
  expect(xdescribe).toBe(describe.skip);
  expect(fdescribe).toBe(describe.only);
});
it('has all of jest', () => {
  const names = [
    ...['fn', 'spyOn', 'mock', 'unmock', 'doMock', 'dontMock', 'setMock', 'deepUnmock', 'mocked', 'replaceProperty'],
    ...['isMockFunction', 'clearAllMocks', 'resetAllMocks', 'restoreAllMocks', 'createMockFromModule'],
    ...['requireActual', 'requireMock', 'resetModules', 'isolateModules', 'isolateModulesAsync'],
    ...['enableAutomock', 'disableAutomock', 'useFakeTimers', 'useRealTimers', 'runAllTicks', 'runAllTimers'],
    ...['runAllTimersAsync', 'runOnlyPendingTimers', 'runOnlyPendingTimersAsync', 'advanceTimersByTime'],
    ...['advanceTimersByTimeAsync', 'advanceTimersToNextTimer', 'advanceTimersToNextTimerAsync'],
    ...['advanceTimersToNextFrame', 'clearAllTimers', 'getTimerCount', 'setSystemTime', 'getRealSystemTime', 'now'],
    ...['setTimeout', 'retryTimes', 'getSeed', 'isEnvironmentTornDown', 'onGenerateMock', 'setTimerTickMode'],
    ...['runAllImmediates', 'unstable_mockModule'],
  ];
  for (const name of names) expect(typeof (jest as any)[name]).toBe('function');
});
it('has all of expect', () => {
  for (const name of ['any', 'anything', 'arrayContaining', 'arrayOf', 'closeTo', 'objectContaining', 'stringContaining'])
    expect(typeof (expect as any)[name]).toBe('function');
  for (const name of ['stringMatching', 'extend', 'addEqualityTesters', 'addSnapshotSerializer', 'assertions'])
    expect(typeof (expect as any)[name]).toBe('function');
  for (const name of ['hasAssertions', 'getState', 'setState']) expect(typeof (expect as any)[name]).toBe('function');
});
it('has what hangs on test', () => {
  expect(typeof test.each).toBe('function');
  expect(typeof test.only.each).toBe('function');
  expect(typeof test.skip.each).toBe('function');
  expect(typeof test.failing.each).toBe('function');
  expect(typeof test.only.failing.each).toBe('function');
  expect(typeof test.skip.failing.each).toBe('function');
  expect(typeof test.concurrent.each).toBe('function');
  expect(typeof test.concurrent.only.each).toBe('function');
  expect(typeof test.concurrent.skip.each).toBe('function');
  expect(typeof test.concurrent.failing).toBe('function');
  expect(typeof test.todo).toBe('function');
  expect(typeof describe.each).toBe('function');
  expect(typeof describe.only.each).toBe('function');
  expect(typeof describe.skip.each).toBe('function');
});
it('knows that it is not torn down', () => {
  expect(jest.isEnvironmentTornDown()).toBe(false);
  expect(typeof jest.getSeed()).toBe('number');
});
