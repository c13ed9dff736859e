jest.retryTimes(2);
let tries = 0;

it('counts anew with every try', () => {
  tries += 1;
  expect('first').toMatchSnapshot();
  expect('second').toMatchSnapshot();
  expect(tries).toBe(2);
});
