it('is a test', () => {
  expect(process.env.NODE_ENV).toBe('test');
});
it('has an environment that can be changed', () => {
  process.env.SOME_NAME = 'value';
  expect(process.env.SOME_NAME).toBe('value');
  delete process.env.SOME_NAME;
  expect(process.env.SOME_NAME).toBeUndefined();
  expect('SOME_NAME' in process.env).toBe(false);
});
it('turns values into texts', () => {
  process.env.A_NUMBER = 5;
  expect(process.env.A_NUMBER).toBe('5');
  delete process.env.A_NUMBER;
});
it('has globals of Node', () => {
  for (const name of [
    ...['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval', 'clearImmediate'],
    ...['queueMicrotask', 'structuredClone', 'URL', 'URLSearchParams', 'TextEncoder', 'TextDecoder'],
    ...['AbortController', 'AbortSignal', 'Event', 'EventTarget', 'atob', 'btoa', 'performance', 'process'],
  ]) {
    expect(typeof globalThis[name]).not.toBe('undefined');
  }
});
it('is its own global', () => {
  expect(global).toBe(globalThis);
  globalThis.shared = 1;
  expect(global.shared).toBe(1);
  expect(shared).toBe(1);
  delete globalThis.shared;
  expect(typeof shared).toBe('undefined');
});
it('has no window', () => {
  expect(typeof window).toBe('undefined');
  expect(typeof document).toBe('undefined');
});
it('knows where it is', () => {
  expect(__filename.endsWith('globals/environment.test.js')).toBe(true);
  expect(__dirname.endsWith('globals')).toBe(true);
  expect(require.resolve('../mocks/src/state').endsWith('mocks/src/state.js')).toBe(true);
});
it('has require and module', () => {
  expect(typeof require).toBe('function');
  expect(typeof module.exports).toBe('object');
  expect(require('../mocks/src/state')).toBe(require('../mocks/src/state.js'));
});
it('throws for modules that do not exist', () => {
  let error;
  try {
    require('./no-such-module');
  } catch (caught) {
    error = caught;
  }
  expect(error.code).toBe('MODULE_NOT_FOUND');
  expect(error.message).toContain("Cannot find module './no-such-module'");
});
