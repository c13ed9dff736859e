let ran: string[] = [];

it('is not focused', () => {
  ran.push('not focused');
  throw new Error('must not run');
});

it.only('is focused', () => {
  ran.push('focused');
});

fit('is focused by fit', () => {
  ran.push('fit');
});

it.only('is focused and fails', () => {
  expect(ran).toEqual(['something else']);
});

it.todo('is still to do');

it.skip('is skipped anyway', () => {});

describe('a block with a focused test', () => {
  beforeAll(() => {
    ran.push('beforeAll');
  });

  it('is left out', () => {
    throw new Error('must not run');
  });

  it.only('runs', () => {
    expect(ran).toContain('beforeAll');
  });

  describe('nested', () => {
    it('is left out, too', () => {
      throw new Error('must not run');
    });
  });
});

describe('a block without focus', () => {
  beforeAll(() => {
    throw new Error('must not run');
  });
  it('is left out', () => {});
});

describe.only('a focused block', () => {
  it('runs', () => {});
  it('runs and fails', () => {
    throw new Error('fails');
  });
  it.skip('skips', () => {});
  it.todo('will be');
  describe('with a nested block', () => {
    it('runs', () => {
      expect(ran).toContain('focused');
    });
  });
});

describe.only('a focused block with one focused test', () => {
  it.only('runs', () => {});
  it('is left out', () => {
    throw new Error('must not run');
  });
});

fdescribe('focused by fdescribe', () => {
  it('runs', () => {});
});
