beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('runAllTimers', () => {
  it('runs everything, and what that starts', () => {
    const log: string[] = [];
    setTimeout(() => {
      log.push('first');
      setTimeout(() => log.push('second'), 1000);
    }, 1000);
    setImmediate(() => log.push('immediate'));
    process.nextTick(() => log.push('tick'));
    jest.runAllTimers();
    expect(log).toEqual(['tick', 'immediate', 'first', 'second']);
  });
  it('gives up on endless ones', () => {
    const again = (): void => {
      setTimeout(again, 1);
    };
    again();
    expect(() => jest.runAllTimers()).toThrow('assuming an infinite loop');
  });
  it('moves the date to the last timer', () => {
    const start = Date.now();
    setTimeout(() => {}, 700);
    jest.runAllTimers();
    expect(Date.now() - start).toBe(700);
  });
  it('does nothing without timers', () => {
    expect(() => jest.runAllTimers()).not.toThrow();
  });
  it('throws at once what a timer throws', () => {
    const fn = jest.fn();
    setTimeout(() => {
      throw new Error('x');
    }, 1);
    setTimeout(fn, 2);
    expect(() => jest.runAllTimers()).toThrow('x');
    expect(fn).not.toHaveBeenCalled();
  });
});

describe('runOnlyPendingTimers', () => {
  it('runs what waits now', () => {
    const log: string[] = [];
    setTimeout(() => {
      log.push('first');
      setTimeout(() => log.push('second'), 1000);
    }, 1000);
    jest.runOnlyPendingTimers();
    expect(log).toEqual(['first']);
    jest.runOnlyPendingTimers();
    expect(log).toEqual(['first', 'second']);
  });
  it('runs an interval once', () => {
    const fn = jest.fn();
    setInterval(fn, 100);
    jest.runOnlyPendingTimers();
    expect(fn).toHaveBeenCalledTimes(1);
  });
  it('runs shorter intervals until the last timer', () => {
    const fn = jest.fn();
    setInterval(fn, 100);
    setTimeout(() => {}, 350);
    jest.runOnlyPendingTimers();
    expect(fn).toHaveBeenCalledTimes(3);
  });
});

describe('advanceTimersToNextTimer', () => {
  it('goes from timer to timer', () => {
    const log: string[] = [];
    setTimeout(() => log.push('a'), 500);
    setTimeout(() => log.push('b'), 500);
    setTimeout(() => log.push('c'), 900);
    jest.advanceTimersToNextTimer();
    expect(log).toEqual(['a', 'b']);
    jest.advanceTimersToNextTimer();
    expect(log).toEqual(['a', 'b', 'c']);
    jest.advanceTimersToNextTimer();
    expect(log).toHaveLength(3);
  });
  it('takes a number of timers', () => {
    const fn = jest.fn();
    setInterval(fn, 10);
    jest.advanceTimersToNextTimer(4);
    expect(fn).toHaveBeenCalledTimes(4);
  });
});

describe('ticks', () => {
  it('fakes nextTick and queueMicrotask', () => {
    const log: string[] = [];
    process.nextTick(() => log.push('tick'));
    queueMicrotask(() => log.push('microtask'));
    expect(log).toEqual([]);
    expect(jest.getTimerCount()).toBe(2);
    jest.runAllTicks();
    expect(log).toEqual(['tick', 'microtask']);
  });
  it('passes arguments to ticks', () => {
    const fn = jest.fn();
    process.nextTick(fn, 1, 2);
    jest.runAllTicks();
    expect(fn).toHaveBeenCalledWith(1, 2);
  });
  it('runs ticks before timers', () => {
    const log: string[] = [];
    setTimeout(() => {
      log.push('timer');
      process.nextTick(() => log.push('tick of the timer'));
    }, 1);
    setTimeout(() => log.push('next timer'), 1);
    process.nextTick(() => log.push('tick'));
    jest.advanceTimersByTime(1);
    expect(log).toEqual(['tick', 'timer', 'tick of the timer', 'next timer']);
  });
  it('leaves promises alone', async () => {
    const log: string[] = [];
    void Promise.resolve().then(() => log.push('promise'));
    await null;
    expect(log).toEqual(['promise']);
  });
});

describe('frames', () => {
  it('moves to the next frame', () => {
    const start = Date.now();
    jest.advanceTimersToNextFrame();
    expect(Date.now() - start).toBe(16);
    jest.advanceTimersByTime(5);
    jest.advanceTimersToNextFrame();
    expect(Date.now() - start).toBe(32);
  });
});

describe('immediates', () => {
  it('runAllImmediates is for the older timers', () => {
    expect(() => (jest as any).runAllImmediates()).toThrow('only available when using legacy fake timers');
  });
  it('runs immediates with time standing still', () => {
    const fn = jest.fn();
    setImmediate(fn);
    jest.advanceTimersByTime(0);
    expect(fn).toHaveBeenCalledTimes(1);
  });
});
