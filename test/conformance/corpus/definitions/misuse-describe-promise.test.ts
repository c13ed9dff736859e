it('is defined before', () => {});

describe('async block', (async () => {
  it('inside', () => {});
}) as never);
