beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

it('does not run by itself', () => {
  const fn = jest.fn();
  setTimeout(fn, 10);
  expect(fn).not.toHaveBeenCalled();
  expect(jest.getTimerCount()).toBe(1);
});
it('advances', () => {
  const fn = jest.fn();
  setTimeout(fn, 1000);
  jest.advanceTimersByTime(999);
  expect(fn).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  expect(fn).toHaveBeenCalledTimes(1);
  expect(jest.getTimerCount()).toBe(0);
});
it('runs in order of time, then of creation', () => {
  const order: string[] = [];
  setTimeout(() => order.push('b 20'), 20);
  setTimeout(() => order.push('a 10'), 10);
  setTimeout(() => order.push('c 20'), 20);
  setTimeout(() => order.push('zero'), 0);
  setImmediate(() => order.push('immediate'));
  jest.advanceTimersByTime(20);
  expect(order).toEqual(['immediate', 'zero', 'a 10', 'b 20', 'c 20']);
});
it('repeats', () => {
  const fn = jest.fn();
  const id = setInterval(fn, 100);
  jest.advanceTimersByTime(350);
  expect(fn).toHaveBeenCalledTimes(3);
  clearInterval(id);
  jest.advanceTimersByTime(1000);
  expect(fn).toHaveBeenCalledTimes(3);
});
it('stops itself', () => {
  let count = 0;
  const id = setInterval(() => {
    if (++count === 3) clearInterval(id);
  }, 10);
  jest.advanceTimersByTime(1000);
  expect(count).toBe(3);
  expect(jest.getTimerCount()).toBe(0);
});
it('passes arguments', () => {
  const fn = jest.fn();
  setTimeout(fn, 1, 'a', 2);
  setImmediate(fn, 'b');
  setInterval(fn, 5, 'c');
  jest.advanceTimersByTime(5);
  expect(fn.mock.calls).toEqual([['b'], ['a', 2], ['c']]);
});
it('runs timers that timers start', () => {
  const log: number[] = [];
  const start = Date.now();
  setTimeout(() => {
    log.push(Date.now() - start);
    setTimeout(() => log.push(Date.now() - start), 10);
  }, 10);
  jest.advanceTimersByTime(20);
  expect(log).toEqual([10, 20]);
});
it('starts timers of no delay 1 ms later when started in a timer', () => {
  const log: number[] = [];
  const start = Date.now();
  setTimeout(() => {
    setTimeout(() => log.push(Date.now() - start), 0);
  }, 10);
  jest.advanceTimersByTime(10);
  expect(log).toEqual([]);
  jest.advanceTimersByTime(1);
  expect(log).toEqual([11]);
});
it('moves the date', () => {
  const start = Date.now();
  jest.advanceTimersByTime(5000);
  expect(Date.now() - start).toBe(5000);
  expect(new Date().getTime() - start).toBe(5000);
});
it('shows the date inside of timers', () => {
  const start = Date.now();
  const seen: number[] = [];
  setTimeout(() => seen.push(Date.now() - start), 300);
  setInterval(() => seen.push(Date.now() - start), 200);
  jest.advanceTimersByTime(500);
  expect(seen).toEqual([200, 300, 400]);
});
it('clears', () => {
  const fn = jest.fn();
  clearTimeout(setTimeout(fn, 1));
  clearInterval(setInterval(fn, 1));
  clearImmediate(setImmediate(fn));
  clearTimeout(undefined);
  clearTimeout(null as never);
  jest.advanceTimersByTime(10);
  expect(fn).not.toHaveBeenCalled();
});
it('clears all', () => {
  const fn = jest.fn();
  setTimeout(fn, 1);
  setInterval(fn, 1);
  jest.clearAllTimers();
  expect(jest.getTimerCount()).toBe(0);
  jest.advanceTimersByTime(10);
  expect(fn).not.toHaveBeenCalled();
});
it('returns objects as Node does', () => {
  const timeout = setTimeout(() => {}, 10) as unknown as NodeJS.Timeout;
  expect(timeout.hasRef()).toBe(true);
  expect(timeout.unref()).toBe(timeout);
  expect(timeout.hasRef()).toBe(false);
  expect(timeout.ref()).toBe(timeout);
  expect(typeof timeout[Symbol.toPrimitive]()).toBe('number');
});
it('refreshes', () => {
  const fn = jest.fn();
  const timeout = setTimeout(fn, 100) as unknown as NodeJS.Timeout;
  jest.advanceTimersByTime(60);
  timeout.refresh();
  jest.advanceTimersByTime(60);
  expect(fn).not.toHaveBeenCalled();
  jest.advanceTimersByTime(40);
  expect(fn).toHaveBeenCalledTimes(1);
});
it('throws what a timer throws, at the end', () => {
  const fn = jest.fn();
  setTimeout(() => {
    throw new Error('in a timer');
  }, 5);
  setTimeout(fn, 10);
  expect(() => jest.advanceTimersByTime(20)).toThrow('in a timer');
  expect(fn).toHaveBeenCalledTimes(1);
});
it('fails with what a timer throws', () => {
  setTimeout(() => {
    throw new Error('in a timer');
  }, 5);
  jest.advanceTimersByTime(20);
});
it('refuses to go back', () => {
  expect(() => jest.advanceTimersByTime(-5)).toThrow('Negative ticks are not supported');
});
it('refuses what is no function', () => {
  expect(() => setTimeout('code' as never, 1)).toThrow(/callback/i);
});
it('takes odd delays', () => {
  const log: string[] = [];
  setTimeout(() => log.push('negative'), -5);
  setTimeout(() => log.push('text'), '7' as never);
  setTimeout(() => log.push('NaN'), NaN);
  setTimeout(() => log.push('fraction'), 3.9);
  jest.advanceTimersByTime(0);
  expect(log).toEqual(['negative', 'NaN']);
  jest.advanceTimersByTime(3);
  expect(log).toEqual(['negative', 'NaN', 'fraction']);
  jest.advanceTimersByTime(4);
  expect(log).toEqual(['negative', 'NaN', 'fraction', 'text']);
});
