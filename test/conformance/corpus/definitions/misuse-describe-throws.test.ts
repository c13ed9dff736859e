it('is defined before', () => {});

describe('block that throws', () => {
  it('inside', () => {});
  throw new Error('broken block');
});
