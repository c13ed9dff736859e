const log: string[] = [];

beforeAll(() => {
  log.push('beforeAll');
});

beforeEach(() => {
  log.push('beforeEach');
});

test.concurrent('first', async () => {
  await null;
  log.push('first');
});

test.concurrent('second fails', async () => {
  await null;
  throw new Error('second');
});

test.concurrent.each([1, 2, 3])('row %d', async (n) => {
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(n).not.toBe(2);
});

test.concurrent.skip('skipped', async () => {
  throw new Error('must not run');
});

test.concurrent.failing('fails as expected', async () => {
  throw new Error('expected');
});

test.concurrent.failing('passes, which is a failure', async () => {});

test('sequential after them', () => {
  expect(log).toContain('beforeAll');
  expect(log).toContain('first');
  // Hooks around each test run for sequential tests only.
  expect(log.filter((entry) => entry === 'beforeEach')).toHaveLength(1);
});

describe('in a block', () => {
  it.concurrent('runs', async () => {
    expect(await Promise.resolve(1)).toBe(1);
  });
  it('runs beside it', () => {});
});

it.concurrent('returns a value that is no promise', (() => 5) as never);

it.concurrent('times out', async () => {
  await new Promise(() => {});
}, 30);
