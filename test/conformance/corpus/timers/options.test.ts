afterEach(() => {
  jest.useRealTimers();
});

it('starts at a number', () => {
  jest.useFakeTimers({ now: 1000 });
  expect(Date.now()).toBe(1000);
});
it('starts at a date', () => {
  jest.useFakeTimers({ now: new Date('2020-02-02T00:00:00Z') });
  expect(new Date().toISOString()).toBe('2020-02-02T00:00:00.000Z');
});
it('starts at the present otherwise', () => {
  const before = Date.now();
  jest.useFakeTimers();
  expect(Date.now()).toBeGreaterThanOrEqual(before);
  expect(Date.now()).toBeLessThan(before + 5000);
});
it('leaves some alone', async () => {
  jest.useFakeTimers({ doNotFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const before = Date.now();
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(Date.now()).toBeGreaterThan(before);
  const fn = jest.fn();
  setInterval(fn, 10);
  jest.advanceTimersByTime(20);
  expect(fn).toHaveBeenCalledTimes(2);
});
it('leaves ticks alone', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  const log: string[] = [];
  process.nextTick(() => log.push('tick'));
  queueMicrotask(() => log.push('microtask'));
  await new Promise((resolve) => setImmediate(resolve));
  expect(log).toContain('tick');
  expect(log).toContain('microtask');
});
it('limits timers', () => {
  jest.useFakeTimers({ timerLimit: 5 });
  setInterval(() => {}, 1);
  expect(() => jest.runAllTimers()).toThrow('Aborting after running 5 timers, assuming an infinite loop!');
});
it('advances by itself', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  const fn = jest.fn();
  setTimeout(fn, 10);
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(fn).toHaveBeenCalledTimes(1);
});
it('advances by itself at intervals', async () => {
  jest.useFakeTimers({ advanceTimers: 50 });
  const start = Date.now();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(Date.now() - start).toBeGreaterThanOrEqual(100);
});
it('replaces earlier fake timers', () => {
  jest.useFakeTimers();
  const fn = jest.fn();
  setTimeout(fn, 10);
  jest.useFakeTimers();
  expect(jest.getTimerCount()).toBe(0);
  jest.advanceTimersByTime(100);
  expect(fn).not.toHaveBeenCalled();
});
it('chains', () => {
  expect(jest.useFakeTimers()).toBe(jest);
  expect(jest.useRealTimers()).toBe(jest);
});
it('takes the old names of its kinds', () => {
  jest.useFakeTimers('modern' as never);
  setTimeout(() => {}, 1);
  expect(jest.getTimerCount()).toBe(1);
});
it('gives the real ones back', async () => {
  const real = setTimeout;
  jest.useFakeTimers();
  expect(setTimeout).not.toBe(real);
  jest.useRealTimers();
  expect(setTimeout).toBe(real);
  await new Promise((resolve) => setTimeout(resolve, 2));
});
it('leaves functions that were kept before', async () => {
  const real = setTimeout;
  jest.useFakeTimers();
  await new Promise((resolve) => real(resolve, 2));
  expect(jest.getTimerCount()).toBe(0);
});
it('clears real timers from within', async () => {
  const fn = jest.fn();
  const realTimeout = setTimeout;
  const id = setTimeout(fn, 5);
  jest.useFakeTimers();
  clearTimeout(id);
  await new Promise((resolve) => realTimeout(resolve, 20));
  expect(fn).not.toHaveBeenCalled();
});
it('sets its tick mode', async () => {
  jest.useFakeTimers();
  jest.setTimerTickMode({ mode: 'nextAsync' });
  const start = Date.now();
  await new Promise((resolve) => setTimeout(resolve, 60_000));
  expect(Date.now() - start).toBe(60_000);
  jest.setTimerTickMode({ mode: 'manual' });
  const fn = jest.fn();
  setTimeout(fn, 1);
  expect(fn).not.toHaveBeenCalled();
});
