const ran: string[] = [];

it.skip('skipped by it.skip', () => {
  throw new Error('must not run');
});

test.skip('skipped by test.skip', () => {
  throw new Error('must not run');
});

xit('skipped by xit', () => {
  throw new Error('must not run');
});

xtest('skipped by xtest', () => {
  throw new Error('must not run');
});

describe.skip('skipped block', () => {
  ran.push('body of the skipped block');
  beforeAll(() => {
    ran.push('beforeAll of the skipped block');
  });
  afterAll(() => {
    ran.push('afterAll of the skipped block');
  });
  it('inside', () => {
    throw new Error('must not run');
  });
  it.todo('todo inside');
  describe('nested', () => {
    it('deeper', () => {
      throw new Error('must not run');
    });
  });
});

xdescribe('skipped by xdescribe', () => {
  it('inside', () => {
    throw new Error('must not run');
  });
});

describe('all skipped inside', () => {
  beforeAll(() => {
    ran.push('beforeAll of a block with skipped tests only');
  });
  it.skip('one', () => {});
  it.skip('two', () => {});
});

describe('only a todo inside', () => {
  beforeAll(() => {
    ran.push('beforeAll of a block with a todo');
  });
  it.todo('later');
});

it('runs bodies of skipped blocks but not their hooks', () => {
  expect(ran).toEqual(['body of the skipped block', 'beforeAll of a block with a todo']);
});
