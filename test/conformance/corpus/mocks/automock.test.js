jest.enableAutomock();
jest.unmock('./src/consumer');

const { greet } = require('./src/consumer');
const { getUser } = require('./src/user');
const state = require('./src/state');

it('mocks what a module requires', () => {
  expect(jest.isMockFunction(getUser)).toBe(true);
});
it('takes manual mocks where there are some', () => {
  expect(greet()).toBe('hello manual mock');
});
it('mocks other modules automatically', () => {
  expect(jest.isMockFunction(state.increment)).toBe(true);
  expect(state.get()).toBeUndefined();
});
it('leaves built-in modules alone', () => {
  expect(require('path').basename('/a/b')).toBe('b');
});
it('can be switched off', () => {
  jest.disableAutomock();
  jest.resetModules();
  expect(jest.isMockFunction(require('./src/state').increment)).toBe(false);
});
