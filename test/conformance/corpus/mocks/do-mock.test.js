beforeEach(() => {
  jest.resetModules();
});

it('mocks from now on', () => {
  jest.doMock('./src/user', () => ({ getUser: () => ({ name: 'first' }) }));
  expect(require('./src/consumer').greet()).toBe('hello first');
});
it('mocks anew', () => {
  jest.doMock('./src/user', () => ({ getUser: () => ({ name: 'second' }) }));
  expect(require('./src/consumer').greet()).toBe('hello second');
});
it('keeps the last mock after a reset', () => {
  expect(require('./src/consumer').greet()).toBe('hello second');
});
it('unmocks', () => {
  jest.dontMock('./src/user');
  expect(require('./src/consumer').greet()).toBe('hello real user');
});
it('keeps the instance of a mock until a reset', () => {
  jest.doMock('./src/config', () => ({ n: 1 }));
  const first = require('./src/config');
  jest.doMock('./src/config', () => ({ n: 2 }));
  expect(require('./src/config')).toBe(first);
  jest.resetModules();
  expect(require('./src/config')).toEqual({ n: 2 });
  jest.dontMock('./src/config');
});
it('setMock takes the exports', () => {
  jest.setMock('./src/user', { getUser: () => ({ name: 'set' }) });
  expect(require('./src/consumer').greet()).toBe('hello set');
  jest.unmock('./src/user');
});
it('chains', () => {
  expect(jest.doMock('./src/user', () => ({}))).toBe(jest);
  expect(jest.dontMock('./src/user')).toBe(jest);
  expect(jest.resetModules()).toBe(jest);
});
it('runs the factory once', () => {
  const factory = jest.fn(() => ({ value: 1 }));
  jest.doMock('./src/config', factory);
  require('./src/config');
  require('./src/config');
  expect(factory).toHaveBeenCalledTimes(1);
  jest.dontMock('./src/config');
});
it('passes on what a factory throws', () => {
  jest.doMock('./src/config', () => {
    throw new Error('factory');
  });
  expect(() => require('./src/config')).toThrow('factory');
  jest.dontMock('./src/config');
});
