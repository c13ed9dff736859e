import { greet } from './src/greeter';
import { name, other } from './src/name';
import config from './src/config';

jest.mock('./src/name', () => ({ ...jest.requireActual('./src/name'), name: () => 'mocked' }));
jest.mock('./src/config', () => ({ __esModule: true, default: { level: 3 } }));

it('mocks before imports', () => expect([name(), greet()]).toEqual(['mocked', 'hello mocked']));
it('keeps what is actual', () => expect(other()).toBe('other'));
it('mocks a default', () => expect(config.level).toBe(3));
it('has the actual one beside it', () => {
  const actual = jest.requireActual<typeof import('./src/name')>('./src/name');
  expect(actual.name()).toBe('real');
});
