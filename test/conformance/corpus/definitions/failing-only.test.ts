it('is left out', () => {
  throw new Error('must not run');
});

it.only.failing('is focused and fails', () => {
  throw new Error('expected');
});

it.only.failing('is focused and passes', () => {});

it.only.failing.each([
  [1, 1],
  [1, 2],
])('row %d %d', (a, b) => {
  expect(a).toBe(b);
});
