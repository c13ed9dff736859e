const log: string[] = [];

beforeAll(() => {
  log.push('1 beforeAll');
});
beforeAll(() => {
  log.push('1 beforeAll again');
});
beforeEach(() => {
  log.push('1 beforeEach');
});
beforeEach(() => {
  log.push('1 beforeEach again');
});
afterEach(() => {
  log.push('1 afterEach');
});
afterEach(() => {
  log.push('1 afterEach again');
});
afterAll(() => {
  log.push('1 afterAll');
});

it('first', () => {
  log.push('first');
  expect(log).toEqual(['1 beforeAll', '1 beforeAll again', '1 beforeEach', '1 beforeEach again', 'first']);
});

describe('block', () => {
  beforeAll(async () => {
    await null;
    log.push('2 beforeAll');
  });
  beforeEach(() => {
    log.push('2 beforeEach');
  });
  afterEach(() => {
    log.push('2 afterEach');
  });
  afterAll(() => {
    log.push('2 afterAll');
  });

  it('second', () => {
    log.push('second');
    expect(log.slice(5)).toEqual([
      '1 afterEach',
      '1 afterEach again',
      '2 beforeAll',
      '1 beforeEach',
      '1 beforeEach again',
      '2 beforeEach',
      'second',
    ]);
  });

  describe('inner block', () => {
    beforeEach(() => {
      log.push('3 beforeEach');
    });
    afterEach(() => {
      log.push('3 afterEach');
    });
    it('third', () => {
      log.splice(0);
      log.push('third');
    });
    it('fourth', () => {
      expect(log).toEqual([
        'third',
        '3 afterEach',
        '2 afterEach',
        '1 afterEach',
        '1 afterEach again',
        '1 beforeEach',
        '1 beforeEach again',
        '2 beforeEach',
        '3 beforeEach',
      ]);
    });
  });

  it('fifth, defined after the inner block', () => {
    expect(log).not.toContain('2 afterAll');
  });
});

it('sixth, after the block', () => {
  expect(log).toContain('2 afterAll');
  expect(log).not.toContain('1 afterAll');
});

describe('hooks defined after the tests', () => {
  let ready = false;
  it('still runs them first', () => {
    expect(ready).toBe(true);
  });
  beforeAll(() => {
    ready = true;
  });
});
