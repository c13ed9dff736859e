it('defines a test inside a test', () => {
  it('nested', () => {
    throw new Error('must not run');
  });
});

it('defines a describe inside a test', () => {
  describe('nested', () => {
    it('deeper', () => {});
  });
});

it('defines a hook inside a test', () => {
  beforeEach(() => {});
});

it('defines an afterAll inside a test', () => {
  afterAll(() => {});
});

it('is not hurt', () => {});

it.failing('defines a test inside a failing test', () => {
  it('nested', () => {});
  throw new Error('expected');
});

it('goes on after the nested definition', () => {
  let reached = false;
  it('nested', () => {});
  reached = true;
  expect(reached).toBe(true);
});
