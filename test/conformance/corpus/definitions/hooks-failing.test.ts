const log: string[] = [];

describe('beforeAll fails', () => {
  beforeAll(() => {
    throw new Error('first beforeAll');
  });
  beforeAll(() => {
    log.push('second beforeAll runs');
  });
  beforeEach(() => {
    log.push('beforeEach must not run');
  });
  afterEach(() => {
    log.push('afterEach runs');
  });
  afterAll(() => {
    log.push('afterAll runs');
  });
  it('fails without running', () => {
    log.push('test must not run');
  });
  it.skip('stays skipped', () => {});
  it.todo('stays to do');
  describe('inside', () => {
    beforeAll(() => {
      log.push('inner beforeAll runs');
    });
    it('fails, too', () => {
      log.push('test must not run');
    });
  });
});

it('sees what ran around it', () => {
  expect(log).toEqual([
    'second beforeAll runs',
    'afterEach runs',
    'inner beforeAll runs',
    'afterEach runs',
    'afterAll runs',
  ]);
});

describe('beforeEach fails', () => {
  const inner: string[] = [];
  beforeEach(() => {
    throw new Error('beforeEach');
  });
  beforeEach(() => {
    inner.push('second beforeEach must not run');
  });
  afterEach(() => {
    inner.push('afterEach');
  });
  it('fails without running', () => {
    inner.push('test must not run');
  });
  it('fails again', () => {});
  afterAll(() => {
    log.splice(0, log.length, ...inner);
  });
});

it('sees that only the hooks after it ran', () => {
  expect(log).toEqual(['afterEach', 'afterEach']);
});

describe('afterEach fails', () => {
  afterEach(() => {
    throw new Error('afterEach');
  });
  it('fails although its body passes', () => {});
  it('fails with its body', () => {
    throw new Error('body');
  });
});

describe('an async hook rejects', () => {
  beforeEach(async () => {
    await Promise.reject(new Error('async hook'));
  });
  it('fails', () => {});
});

describe('a hook times out', () => {
  beforeEach(async () => {
    await new Promise(() => {});
  }, 30);
  it('fails', () => {});
});

describe('beforeEach fails once', () => {
  let times = 0;
  beforeEach(() => {
    if (++times === 1) throw new Error('once');
  });
  it('fails the first time', () => {});
  it('passes the second time', () => {});
});

describe('hooks return values, which do not matter', () => {
  beforeAll((() => 5) as never);
  beforeEach((() => ({ some: 'value' })) as never);
  afterEach((() => 'text') as never);
  it('passes', () => {});
});

describe('a hook fails a matcher', () => {
  beforeEach(() => {
    expect(1).toBe(2);
  });
  it('fails', () => {});
});
