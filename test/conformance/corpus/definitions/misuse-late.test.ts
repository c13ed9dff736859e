describe('a hook defines a test', () => {
  beforeAll(() => {
    it('late', () => {});
  });
  it('passes', () => {});
});

it('passes, too', () => {});
