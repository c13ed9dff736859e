jest.mock('not-installed-anywhere', () => ({ name: 'virtual package' }), { virtual: true });
jest.mock('./src/no-such-file', () => 'virtual file', { virtual: true });

const optional = require('./src/optional');

it('gives a package that does not exist', () => {
  expect(optional.load()).toEqual({ name: 'virtual package' });
  expect(require('not-installed-anywhere').name).toBe('virtual package');
});
it('gives a file that does not exist', () => {
  expect(optional.loadFile()).toBe('virtual file');
  expect(require('./src/no-such-file')).toBe('virtual file');
});
it('throws for what is neither', () => {
  expect(() => require('./src/not-there')).toThrow('Cannot find module');
});
it('throws when a file is mocked that does not exist', () => {
  expect(() => jest.doMock('./src/not-there-either', () => 1)).toThrow('Cannot find module');
});
