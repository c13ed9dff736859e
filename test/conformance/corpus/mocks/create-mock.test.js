it('makes a mock from a module', () => {
  const math = jest.createMockFromModule('./src/math');
  expect(jest.isMockFunction(math.add)).toBe(true);
  expect(math.add(1, 2)).toBeUndefined();
  expect(math.PI).toBe(3);
  expect(math.nested.deep.list).toEqual([]);
});
it('makes a new one every time', () => {
  const first = jest.createMockFromModule('./src/math');
  const second = jest.createMockFromModule('./src/math');
  first.add.mockReturnValue(1);
  expect(second.add()).toBeUndefined();
});
it('does not touch the real module', () => {
  const state = require('./src/state');
  state.increment();
  jest.createMockFromModule('./src/state');
  expect(require('./src/state').get()).toBe(1);
});
it('mocks classes with getters and async methods', () => {
  const { Counter } = jest.createMockFromModule('./src/math');
  const counter = new Counter();
  expect(counter.increment()).toBeUndefined();
  expect(counter.later()).toBeUndefined();
  expect(Counter.mock.instances).toHaveLength(1);
});
it('throws for what does not exist', () => {
  expect(() => jest.createMockFromModule('./src/not-there')).toThrow('Cannot find module');
});
