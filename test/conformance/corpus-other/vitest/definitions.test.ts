import { describe, expect, it, test } from 'vitest';

describe('options', () => {
  it('takes options before the function', { timeout: 1000 }, () => {
    expect(1).toBe(1);
  });
  it('takes a timeout after the function', () => {}, 1000);
  it('skips by an option', { skip: true }, () => {
    throw new Error('must not run');
  });
  it('is to do by an option', { todo: true }, () => {
    throw new Error('must not run');
  });
  it('fails as expected by an option', { fails: true }, () => {
    expect(1).toBe(2);
  });
  it('takes too long', { timeout: 30 }, async () => {
    await new Promise((resolve) => setTimeout(resolve, 500));
  });
  let tries = 0;
  it('is tried again', { retry: 3 }, () => {
    tries += 1;
    expect(tries).toBe(3);
  });
  it('was tried three times', () => {
    expect(tries).toBe(3);
  });
  let always = 0;
  it('fails every time', { retry: 2 }, () => {
    always += 1;
    throw new Error('always');
  });
  it('was tried three times, too', () => {
    expect(always).toBe(3);
  });
  let runs = 0;
  it('is repeated', { repeats: 2 }, () => {
    runs += 1;
  });
  it('ran three times', () => {
    expect(runs).toBe(3);
  });
});

describe('options of a block', { retry: 2 }, () => {
  let tries = 0;
  it('are those of its tests', () => {
    tries += 1;
    expect(tries).toBe(2);
  });
});

describe('words', () => {
  it.skip('skip', () => {
    throw new Error('must not run');
  });
  it.todo('todo');
  it.fails('fails as expected', () => {
    throw new Error('expected');
  });
  it.fails('passes, which is a failure', () => {});
  it.skipIf(true)('skipIf true', () => {
    throw new Error('must not run');
  });
  it.skipIf(false)('skipIf false', () => {});
  it.runIf(true)('runIf true', () => {});
  it.runIf(false)('runIf false', () => {
    throw new Error('must not run');
  });
  it.concurrent('concurrent', async ({ expect }) => {
    expect(await Promise.resolve(1)).toBe(1);
  });
  it.sequential('sequential', () => {});
  it.concurrent.skip('concurrent and skipped', async () => {
    throw new Error('must not run');
  });
  it.skip.concurrent.each([1, 2])('in any order %d', async () => {
    throw new Error('must not run');
  });
});

describe.skip('a skipped block', () => {
  it('never runs', () => {
    throw new Error('must not run');
  });
});
describe.skipIf(true)('a block skipped by a condition', () => {
  it('never runs', () => {});
});
describe.runIf(true)('a block run by a condition', () => {
  it('runs', () => {});
});
describe.concurrent('a concurrent block', () => {
  it('runs', async () => {});
});

test('returns a value, which does not matter', () => 5);
test('rejects', async () => {
  await Promise.reject(new Error('rejected'));
});
