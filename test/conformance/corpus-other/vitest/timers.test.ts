import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

describe('fake timers', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  it('advance', () => {
    const fn = vi.fn();
    setTimeout(fn, 1000);
    vi.advanceTimersByTime(1000);
    expect(fn).toHaveBeenCalledTimes(1);
  });
  it('advance asynchronously', async () => {
    const log: string[] = [];
    void (async () => {
      await new Promise((resolve) => setTimeout(resolve, 10));
      log.push('a');
      await new Promise((resolve) => setTimeout(resolve, 10));
      log.push('b');
    })();
    await vi.advanceTimersByTimeAsync(20);
    expect(log).toEqual(['a', 'b']);
  });
  it('run', () => {
    const fn = vi.fn();
    setTimeout(fn, 1);
    setInterval(() => {}, 5);
    vi.runOnlyPendingTimers();
    expect(fn).toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(1);
    vi.clearAllTimers();
  });
  it('leave ticks alone', async () => {
    const log: string[] = [];
    process.nextTick(() => log.push('tick'));
    queueMicrotask(() => log.push('microtask'));
    await Promise.resolve();
    await Promise.resolve();
    expect(log).toContain('microtask');
  });
  it('set the time', () => {
    vi.setSystemTime(new Date('2020-01-01T00:00:00Z'));
    expect(new Date().toISOString()).toBe('2020-01-01T00:00:00.000Z');
    expect(vi.getMockedSystemTime()).toEqual(new Date('2020-01-01T00:00:00Z'));
    expect(vi.getRealSystemTime()).toBeGreaterThan(1_600_000_000_000);
  });
  it('know that they are there', () => {
    expect(vi.isFakeTimers()).toBe(true);
    vi.useRealTimers();
    expect(vi.isFakeTimers()).toBe(false);
  });
  it('give up on endless ones', () => {
    setInterval(() => {}, 1);
    expect(() => vi.runAllTimers()).toThrow('infinite loop');
  });
});

describe('choices', () => {
  afterEach(() => {
    vi.useRealTimers();
  });
  it('fakes what it is told to', () => {
    vi.useFakeTimers({ toFake: ['queueMicrotask'] });
    const log: string[] = [];
    queueMicrotask(() => log.push('microtask'));
    expect(log).toEqual([]);
    vi.runAllTicks();
    expect(log).toEqual(['microtask']);
  });
  it('begins at a time', () => {
    vi.useFakeTimers({ now: 5 });
    expect(Date.now()).toBe(5);
  });
  it('advances by itself', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await new Promise((resolve) => setTimeout(resolve, 40));
  });
});

describe('without fake timers', () => {
  afterEach(() => {
    vi.useRealTimers();
  });
  it('throws', () => {
    expect(() => vi.advanceTimersByTime(5)).toThrow('not mocked');
    expect(() => vi.runAllTimers()).toThrow();
  });
  it('sets the date alone', () => {
    vi.setSystemTime(0);
    expect(Date.now()).toBeLessThan(1000);
    expect(vi.isFakeTimers()).toBe(false);
    vi.useRealTimers();
    expect(Date.now()).toBeGreaterThan(1_600_000_000_000);
  });
});

describe('waiting', () => {
  it('waitFor', async () => {
    let ready = false;
    setTimeout(() => {
      ready = true;
    }, 60);
    await vi.waitFor(() => {
      if (!ready) throw new Error('not ready');
    });
    expect(ready).toBe(true);
  });
  it('waitFor gives the value', async () => {
    expect(await vi.waitFor(async () => 5)).toBe(5);
  });
  it('waitFor fails with the last error', async () => {
    await expect(
      vi.waitFor(
        () => {
          throw new Error('never');
        },
        { timeout: 60, interval: 10 },
      ),
    ).rejects.toThrow('never');
  });
  it('waitUntil', async () => {
    let n = 0;
    expect(await vi.waitUntil(() => (++n > 3 ? 'done' : false), { interval: 5 })).toBe('done');
  });
  it('waitUntil times out', async () => {
    await expect(vi.waitUntil(() => false, { timeout: 50, interval: 10 })).rejects.toThrow('Timed out');
  });
});
