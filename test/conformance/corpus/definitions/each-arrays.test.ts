test.each([
  [1, 1, 2],
  [1, 2, 3],
  [2, 2, 5],
])('add(%i, %i) is %i', (a, b, sum) => {
  expect(a + b).toBe(sum);
});

test.each([1, 2, 3])('one value: %d', (value) => {
  expect(value).toBeLessThan(3);
});

test.each(['a', 'b'])('string %s', (value) => {
  expect(typeof value).toBe('string');
});

test.each([null, undefined, true, NaN])('odd value %p', (value) => {
  expect([null, undefined, true, NaN]).toContainEqual(value);
});

test.each([[[1, 2]], [[3, 4]]])('nested array %j', (pair) => {
  expect(pair).toHaveLength(2);
});

test.each([
  ['sync', 1],
  ['more', 2],
])('%s gets %d arguments', (...args) => {
  expect(args).toHaveLength(2);
});

test.each([[1], [2]])('with done %d', (n, done: any) => {
  setTimeout(() => {
    expect(n).toBeGreaterThan(0);
    done();
  }, 1);
});

test.each([[1], [2]])('async %d', async (n) => {
  await null;
  expect(n).toBe(1);
});

test.each([])('an empty table %d', () => {});

describe.each([
  ['x', 1],
  ['y', 2],
])('block %s', (letter, number) => {
  test(`number of ${letter}`, () => {
    expect(number).toBe(letter === 'x' ? 1 : 2);
  });
  test.each([10, 20])('plus %d', (n) => {
    expect(n + (number as number)).toBeGreaterThan(10);
  });
});

describe.each([1, 2])('plain %d', (n) => {
  it('is a number', () => {
    expect(n).toEqual(expect.any(Number));
  });
});

it.skip.each([1, 2])('skipped %d', () => {
  throw new Error('must not run');
});

describe.skip.each([1, 2])('skipped block %d', () => {
  it('never', () => {
    throw new Error('must not run');
  });
});

test.each([[1]])('with a timeout %d', async () => {
  await new Promise((resolve) => setTimeout(resolve, 100));
}, 20);
