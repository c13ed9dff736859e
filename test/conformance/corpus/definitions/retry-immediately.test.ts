jest.retryTimes(3, { retryImmediately: true, waitBeforeRetry: 5 });

let tries = 0;
let before = 0;
const order: string[] = [];

beforeEach(() => {
  before += 1;
});

it('passes at the third try', () => {
  tries += 1;
  order.push(`try ${tries}`);
  expect(tries).toBe(3);
});

it('comes after all tries', () => {
  expect(order).toEqual(['try 1', 'try 2', 'try 3']);
  expect(before).toBe(4);
});

it('fails four times', () => {
  order.push('failing');
  throw new Error('always');
});

it('counts them', () => {
  expect(order.filter((entry) => entry === 'failing')).toHaveLength(4);
});
