it('is defined before', () => {});

describe('block with a value', (() => {
  it('inside', () => {});
  return 5;
}) as never);
