it('differs', () => {
  expect({ a: 1, b: 2 }).toMatchSnapshot();
});
it('differs in one of many', () => {
  expect('same').toMatchSnapshot();
  expect('CHANGED').toMatchSnapshot();
  expect('same again').toMatchSnapshot();
});
it('goes on after a difference', () => {
  const log: string[] = [];
  expect('CHANGED').toMatchSnapshot();
  log.push('after');
  expect(log).toEqual(['after']);
});
it('is the same', () => {
  expect([1, 2, 3]).toMatchSnapshot();
});
it('is new', () => {
  expect('never written').toMatchSnapshot();
});
it('has a new hint', () => {
  expect('x').toMatchSnapshot('new hint');
});
it('has one more', () => {
  expect('one').toMatchSnapshot();
  expect('two').toMatchSnapshot();
});
it.failing('differs as expected', () => {
  expect('CHANGED').toMatchSnapshot();
});
it.failing('does not differ, which is a failure', () => {
  expect('same').toMatchSnapshot();
});
it('throws another message', () => {
  expect(() => {
    throw new Error('CHANGED');
  }).toThrowErrorMatchingSnapshot();
});
it('counts as an assertion', () => {
  expect.assertions(2);
  expect('same').toMatchSnapshot();
  expect(1).toBe(1);
});
it('counts as an assertion when it differs', () => {
  expect.assertions(2);
  expect('CHANGED').toMatchSnapshot();
  expect(1).toBe(1);
});
