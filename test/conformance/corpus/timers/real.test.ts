const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

it('waits', async () => {
  const start = Date.now();
  await sleep(30);
  expect(Date.now() - start).toBeGreaterThanOrEqual(28);
});
it('orders timers', async () => {
  const log: string[] = [];
  setTimeout(() => log.push('c'), 30);
  setTimeout(() => log.push('a'), 5);
  setTimeout(() => log.push('b'), 15);
  await sleep(50);
  expect(log).toEqual(['a', 'b', 'c']);
});
it('repeats and stops', async () => {
  let count = 0;
  await new Promise<void>((resolve) => {
    const id = setInterval(() => {
      if (++count === 3) {
        clearInterval(id);
        resolve();
      }
    }, 5);
  });
  await sleep(20);
  expect(count).toBe(3);
});
it('runs immediates before timers', async () => {
  const log: string[] = [];
  await new Promise<void>((resolve) => {
    setTimeout(() => {
      log.push('timeout');
      resolve();
    }, 10);
    setImmediate(() => log.push('immediate'));
  });
  expect(log).toEqual(['immediate', 'timeout']);
});
it('measures', async () => {
  const start = performance.now();
  const hr = process.hrtime.bigint();
  await sleep(20);
  expect(performance.now() - start).toBeGreaterThan(15);
  expect(process.hrtime.bigint() - hr).toBeGreaterThan(15_000_000n);
});
it('throws in a timer while it waits', async () => {
  setTimeout(() => {
    throw new Error('in a timer');
  }, 5);
  await sleep(30);
});
it('leaves a failing timer behind', () => {
  setTimeout(() => {
    throw new Error('left behind');
  }, 5);
});
it('is not hurt by it', async () => {
  await sleep(30);
});
it('clears by number', async () => {
  const fn = jest.fn();
  const id = setTimeout(fn, 5);
  clearTimeout(Number(id));
  await sleep(20);
  expect(fn).not.toHaveBeenCalled();
});
it('promisifies', async () => {
  const { promisify } = require('util') as typeof import('util');
  await expect(promisify(setTimeout)(5, 'value')).resolves.toBe('value');
});
it('has timers/promises', async () => {
  const timers = require('timers/promises') as typeof import('timers/promises');
  await expect(timers.setTimeout(5, 'value')).resolves.toBe('value');
  await expect(timers.setImmediate('now')).resolves.toBe('now');
});
