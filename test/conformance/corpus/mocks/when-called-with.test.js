it('chooses by arguments', () => {
  const fn = jest.fn(() => 'default');
  fn.whenCalledWith('a').mockReturnValue('for a');
  fn.whenCalledWith(expect.any(Number)).mockReturnValue('for numbers');
  expect([fn('a'), fn(5), fn('b')]).toEqual(['for a', 'for numbers', 'default']);
});
