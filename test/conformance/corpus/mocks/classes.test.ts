import { Counter } from './src/math';

jest.mock('./src/math', () => ({
  Counter: jest.fn().mockImplementation(() => ({ increment: jest.fn(() => 42), count: 0 })),
}));

const MockedCounter = Counter as jest.MockedClass<typeof Counter>;

beforeEach(() => {
  MockedCounter.mockClear();
});

it('replaces the constructor', () => {
  const counter = new Counter();
  expect(counter.increment()).toBe(42);
  expect(MockedCounter).toHaveBeenCalledTimes(1);
});
it('was cleared', () => {
  expect(MockedCounter).not.toHaveBeenCalled();
});
it('takes another implementation', () => {
  MockedCounter.mockImplementationOnce(() => ({ increment: () => 1 }) as never);
  expect(new Counter().increment()).toBe(1);
  expect(new Counter().increment()).toBe(42);
});
it('remembers instances', () => {
  new Counter();
  new Counter();
  expect(MockedCounter.mock.instances).toHaveLength(2);
});
