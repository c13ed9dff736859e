test('left out', () => {
  throw new Error('must not run');
});

test.concurrent('left out, too', async () => {
  throw new Error('must not run');
});

test.concurrent.only('focused', async () => {
  expect(await Promise.resolve('x')).toBe('x');
});

test.concurrent.only('focused and failing', async () => {
  expect(await Promise.resolve('x')).toBe('y');
});

test.concurrent.only.each([1, 2])('focused row %d', async (n) => {
  expect(n).toBe(1);
});
