const { greet } = require('./src/greeter');
jest.mock('./src/name', () => ({ name: () => mockName() }));
function mockName() {
  return 'function';
}

it('mocks before require', () => expect(greet()).toBe('hello function'));
it('unmocks later', () => {
  jest.resetModules();
  jest.doMock('./src/name', () => ({ name: () => 'again' }));
  expect(require('./src/greeter').greet()).toBe('hello again');
  jest.dontMock('./src/name');
  jest.resetModules();
  expect(require('./src/greeter').greet()).toBe('hello real');
});
