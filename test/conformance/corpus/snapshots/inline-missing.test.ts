it('is not written yet', () => {
  expect(1).toMatchInlineSnapshot();
});
it('is not written yet, with properties', () => {
  expect({ id: 1 }).toMatchInlineSnapshot({ id: expect.any(Number) });
});
it('is an error that is not written yet', () => {
  expect(() => {
    throw new Error('x');
  }).toThrowErrorMatchingInlineSnapshot();
});
