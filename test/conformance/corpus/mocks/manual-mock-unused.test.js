const { kind } = require('./src/user');
const { greet } = require('./src/consumer');

it('takes the real module unless told otherwise', () => {
  expect(kind).toBe('real');
  expect(greet()).toBe('hello real user');
});
it('gives the manual mock to requireMock', () => {
  expect(jest.requireMock('./src/user').kind).toBe('manual');
});
