jest.mock('os', () => ({ platform: () => 'mocked platform' }), { virtual: true });
jest.mock('path');

const path = require('path');

it('mocks a built-in module only when asked', () => {
  expect(jest.isMockFunction(path.basename)).toBe(true);
  expect(path.basename('/a/b')).toBeUndefined();
});
it('has the real one', () => {
  expect(jest.requireActual('path').basename('/a/b')).toBe('b');
});
it('mocks with a factory', () => {
  expect(require('os').platform()).toBe('mocked platform');
});
it('knows the node: prefix', () => {
  expect(require('node:path')).toBe(require('path'));
});
