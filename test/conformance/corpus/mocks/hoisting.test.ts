import { getUser } from './src/user';

const mockName = 'prefixed';
let mockCalls = 0;

jest.mock('./src/user', () => ({
  getUser: () => {
    mockCalls += 1;
    return { name: mockName };
  },
}));

it('is hoisted above imports', () => {
  expect(getUser()).toEqual({ name: 'prefixed' });
});
it('may use variables that begin with mock', () => {
  getUser();
  expect(mockCalls).toBeGreaterThan(0);
});
