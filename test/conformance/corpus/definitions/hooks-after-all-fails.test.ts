describe('afterAll fails', () => {
  afterAll(() => {
    throw new Error('left open');
  });
  it('passes all the same', () => {});
});

it('passes after it', () => {});
