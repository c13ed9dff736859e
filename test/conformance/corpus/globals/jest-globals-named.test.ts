import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } from '@jest/globals';

const log: string[] = [];
beforeAll(() => {
  log.push('beforeAll');
});
beforeEach(() => {
  log.push('beforeEach');
});
afterEach(() => {
  log.push('afterEach');
});
afterAll(() => {
  log.push('afterAll');
});

describe('imported names', () => {
  it('work', () => {
    expect(log).toEqual(['beforeAll', 'beforeEach']);
  });
  test.each([1, 2])('each %d', (n) => {
    expect(n).toBeGreaterThan(0);
  });
  it('make mocks', () => {
    const fn = jest.fn();
    fn();
    expect(fn).toHaveBeenCalledTimes(1);
  });
  it('fail', () => {
    expect(1).toBe(2);
  });
});
