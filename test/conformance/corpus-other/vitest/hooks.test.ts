import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFailed, onTestFinished } from 'vitest';

const log: string[] = [];

describe('order', () => {
  beforeAll(() => {
    log.push('beforeAll');
    return () => log.push('end of beforeAll');
  });
  beforeEach(() => {
    log.push('beforeEach 1');
    return () => {
      log.push('end of beforeEach 1');
    };
  });
  beforeEach(async () => {
    log.push('beforeEach 2');
    return async () => {
      log.push('end of beforeEach 2');
    };
  });
  afterEach(() => {
    log.push('afterEach 1');
  });
  afterEach(() => {
    log.push('afterEach 2');
  });
  afterAll(() => {
    log.push('afterAll 1');
  });
  afterAll(() => {
    log.push('afterAll 2');
  });
  it('runs', ({ onTestFinished: finished }) => {
    finished(() => {
      log.push('finished 1');
    });
    onTestFinished(() => {
      log.push('finished 2');
    });
    log.push('test');
  });
});

it('was in order', () => {
  expect(log).toEqual([
    'beforeAll',
    'beforeEach 1',
    'beforeEach 2',
    'test',
    'afterEach 2',
    'afterEach 1',
    'end of beforeEach 2',
    'end of beforeEach 1',
    'finished 2',
    'finished 1',
    'afterAll 2',
    'afterAll 1',
    'end of beforeAll',
  ]);
});

describe('failures', () => {
  const failures: string[] = [];
  it('fails and tells', () => {
    onTestFailed(() => {
      failures.push('told');
    });
    throw new Error('fails');
  });
  it('passes and does not tell', () => {
    onTestFailed(() => {
      failures.push('not told');
    });
  });
  it('was told once', () => {
    expect(failures).toEqual(['told']);
  });
  describe('in beforeEach', () => {
    beforeEach(() => {
      throw new Error('hook');
    });
    it('fails', () => {});
  });
  describe('in afterEach', () => {
    afterEach(() => {
      throw new Error('hook');
    });
    it('fails', () => {});
  });
  describe('in an end', () => {
    beforeEach(() => () => {
      throw new Error('end');
    });
    it('fails', () => {});
  });
});

describe('context of hooks', () => {
  beforeEach((context) => {
    (context as any).fromHook = context.task.name;
  });
  it('is that of the test', (context) => {
    expect((context as any).fromHook).toBe('is that of the test');
  });
});
