it('left out', () => {
  throw new Error('must not run');
});

it.only.each([1, 2])('focused row %d', (n) => {
  expect(n).toBe(1);
});

describe.only.each(['a', 'b'])('focused block %s', (letter) => {
  it('runs', () => {
    expect(letter).toMatch(/[ab]/);
  });
});

fit.each`
  n
  ${1}
`('focused template $n', ({ n }) => {
  expect(n).toBe(1);
});

xit.each([1])('skipped row %d', () => {
  throw new Error('must not run');
});
