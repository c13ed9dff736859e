import { assert, assertType, describe, expect, expectTypeOf, it, vi } from 'vitest';

describe('soft', () => {
  it('goes on and fails', () => {
    expect.soft(1).toBe(2);
    expect.soft(1).toBe(1);
  });
  it('passes', () => {
    expect.soft({ a: 1 }).toEqual({ a: 1 });
    expect.soft(1).not.toBe(2);
  });
  it('goes on to the end', () => {
    const log: string[] = [];
    expect.soft(1).toBe(1);
    log.push('end');
    expect(log).toHaveLength(1);
  });
  it.fails('fails as expected', () => {
    expect.soft(1).toBe(2);
  });
});

describe('poll', () => {
  it('waits until it holds', async () => {
    let n = 0;
    setTimeout(() => {
      n = 5;
    }, 100);
    await expect.poll(() => n).toBe(5);
  });
  it('fails in the end', async () => {
    await expect.poll(() => 1, { timeout: 100, interval: 20 }).toBe(2);
  });
  it('takes promises and not', async () => {
    await expect.poll(async () => 'text').not.toBe('other');
  });
});

describe('messages', () => {
  it('come first', () => {
    expect(() => expect(1, 'one is not two').toBe(2)).toThrow('one is not two');
  });
  it('do not matter when it passes', () => {
    expect(1, 'fine').toBe(1);
  });
});

describe('unreachable and fail', () => {
  it('unreachable fails', () => {
    expect.unreachable('not here');
  });
  it('unreachable may be caught', () => {
    expect(() => expect.unreachable()).toThrow();
  });
});

describe('matchers', () => {
  it('toBeTypeOf', () => {
    expect(1).toBeTypeOf('number');
    expect('a').not.toBeTypeOf('number');
  });
  it('toBeOneOf', () => {
    expect(2).toBeOneOf([1, 2, 3]);
    expect(5).not.toBeOneOf([1, 2]);
    expect({ a: 1 }).toEqual({ a: expect.toBeOneOf([1, 2]) });
  });
  it('toSatisfy', () => {
    expect(4).toSatisfy((n: number) => n % 2 === 0);
    expect(3).not.toSatisfy((n: number) => n % 2 === 0);
  });
  it('fails: toSatisfy', () => {
    expect(3).toSatisfy((n: number) => n % 2 === 0);
  });
  it('toHaveBeenCalledOnce', () => {
    const fn = vi.fn();
    fn();
    expect(fn).toHaveBeenCalledOnce();
  });
  it('toHaveBeenCalledExactlyOnceWith', () => {
    const fn = vi.fn();
    fn('a', 1);
    expect(fn).toHaveBeenCalledExactlyOnceWith('a', 1);
    fn('b');
    expect(fn).not.toHaveBeenCalledExactlyOnceWith('a', 1);
  });
  it('toHaveBeenCalledBefore and After', () => {
    const first = vi.fn();
    const second = vi.fn();
    first();
    second();
    expect(first).toHaveBeenCalledBefore(second);
    expect(second).toHaveBeenCalledAfter(first);
    expect(second).not.toHaveBeenCalledBefore(first);
  });
  it('fails: toHaveBeenCalledBefore', () => {
    const first = vi.fn();
    const second = vi.fn();
    second();
    first();
    expect(first).toHaveBeenCalledBefore(second);
  });
  it('toHaveResolved', async () => {
    const fn = vi.fn(async (n: number) => n * 2);
    await fn(1);
    await fn(2);
    expect(fn).toHaveResolved();
    expect(fn).toHaveResolvedTimes(2);
    expect(fn).toHaveResolvedWith(2);
    expect(fn).toHaveLastResolvedWith(4);
    expect(fn).toHaveNthResolvedWith(1, 2);
  });
  it('toHaveResolved needs something that resolved', async () => {
    const fn = vi.fn(async () => {
      throw new Error('x');
    });
    await expect(fn()).rejects.toThrow('x');
    expect(fn).not.toHaveResolved();
    expect(fn.mock.settledResults[0]).toMatchObject({ type: 'rejected' });
  });
  it('has the old names', () => {
    const fn = vi.fn(() => 1);
    fn();
    expect(fn).toBeCalled();
    expect(fn).toBeCalledTimes(1);
    expect(fn).toReturnWith(1);
    expect(() => {
      throw new Error('x');
    }).toThrowError('x');
  });
  it('rejects.toThrowError', async () => {
    await expect(Promise.reject(new Error('x'))).rejects.toThrowError('x');
  });
  it('extends', () => {
    expect.extend({
      toBeFoo: (received: string) => ({ pass: received === 'foo', message: () => 'not foo' }),
    });
    (expect('foo') as any).toBeFoo();
    expect({ a: 'foo' }).toEqual({ a: (expect as any).toBeFoo() });
  });
  it('counts assertions', () => {
    expect.assertions(2);
    expect(1).toBe(1);
    expect(2).toBe(2);
  });
  it('fails: counts assertions', () => {
    expect.assertions(2);
    expect(1).toBe(1);
  });
  it('fails: has assertions', () => {
    expect.hasAssertions();
  });
});

describe('assert', () => {
  it('passes', () => {
    assert(true);
    assert.equal(1, 1);
    assert.strictEqual('a', 'a');
    assert.deepEqual({ a: [1] }, { a: [1] });
    assert.isTrue(true);
    assert.include([1, 2], 2);
    assert.instanceOf([], Array);
    assert.throws(() => {
      throw new Error('x');
    }, 'x');
    assert.lengthOf([1, 2], 2);
    expect.assert(1 === 1);
  });
  it('fails: assert', () => {
    assert(false, 'message');
  });
  it('fails: deepEqual', () => {
    assert.deepEqual({ a: 1 }, { a: 2 });
  });
});

describe('types', () => {
  it('are not checked', () => {
    expectTypeOf<string>().toBeString();
    expectTypeOf({ a: 1 }).toEqualTypeOf<{ a: number }>();
    assertType<number>(1);
  });
});
