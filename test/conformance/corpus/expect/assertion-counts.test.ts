it('has as many as announced', () => {
  expect.assertions(2);
  expect(1).toBe(1);
  expect(2).toBe(2);
});
it('has fewer', () => {
  expect.assertions(2);
  expect(1).toBe(1);
});
it('has more', () => {
  expect.assertions(1);
  expect(1).toBe(1);
  expect(2).toBe(2);
});
it('has none, as announced', () => {
  expect.assertions(0);
});
it('has at least one', () => {
  expect.hasAssertions();
  expect(1).toBe(1);
});
it('has none although some were announced', () => {
  expect.hasAssertions();
});
it('counts those of promises', async () => {
  expect.assertions(3);
  await expect(Promise.resolve(1)).resolves.toBe(1);
  await expect(Promise.reject(new Error('x'))).rejects.toThrow('x');
  await expect(Promise.resolve(1)).resolves.not.toBe(2);
});
it('does not count those that come too late', async () => {
  expect.assertions(1);
  void Promise.resolve()
    .then(() => new Promise((resolve) => setTimeout(resolve, 20)))
    .then(() => expect(1).toBe(1));
});
it('is not confused by the test before', () => {
  expect.assertions(1);
  expect(1).toBe(1);
});
it('counts failed ones that are caught', () => {
  expect.assertions(2);
  try {
    expect(1).toBe(2);
  } catch {
    expect('caught').toBe('caught');
  }
});
describe('in hooks', () => {
  beforeEach(() => {
    expect.hasAssertions();
  });
  it('passes with one', () => {
    expect(1).toBe(1);
  });
  it('fails without', () => {});
});
describe('counted in hooks', () => {
  beforeEach(() => {
    expect(1).toBe(1);
  });
  afterEach(() => {
    expect(1).toBe(1);
  });
  it('counts those of the hooks', () => {
    expect.assertions(3);
    expect(1).toBe(1);
  });
});
describe('in beforeAll', () => {
  beforeAll(() => {
    expect(1).toBe(1);
    expect(2).toBe(2);
  });
  it('counts those of beforeAll in the first test', () => {
    expect.assertions(3);
    expect(1).toBe(1);
  });
  it('but not in the second', () => {
    expect.assertions(1);
    expect(1).toBe(1);
  });
});
it('fails with the error and not with the count', () => {
  expect.hasAssertions();
  throw new Error('the error');
});
it('keeps its state', () => {
  expect.assertions(2);
  expect(expect.getState().expectedAssertionsNumber).toBe(2);
  expect(expect.getState().assertionCalls).toBe(1);
});
it('refuses arguments of hasAssertions', () => {
  expect(() => (expect.hasAssertions as (value: unknown) => void)(1)).toThrow();
});
