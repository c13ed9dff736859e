jest.mock('./src/user');

const { getUser, kind } = require('./src/user');
const { greet } = require('./src/consumer');

it('takes the neighbour in __mocks__', () => {
  expect(kind).toBe('manual');
  expect(getUser().name).toBe('manual mock');
});
it('is what other modules see', () => {
  expect(greet()).toBe('hello manual mock');
  expect(getUser).toHaveBeenCalled();
});
it('still has the real one', () => {
  expect(jest.requireActual('./src/user').kind).toBe('real');
});
