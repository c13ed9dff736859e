const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

it('resolves', async () => {
  await sleep(1);
});

it('rejects', async () => {
  await sleep(1);
  throw new Error('rejected');
});

it('returns a promise', () => sleep(1).then(() => expect(1).toBe(1)));

it('returns a promise that rejects', () => Promise.reject(new TypeError('rejected')));

it('rejects with undefined', () => Promise.reject(undefined));

it('rejects with a text', () => Promise.reject('text'));

it('throws undefined', () => {
  throw undefined;
});

it('throws a text', () => {
  throw 'text';
});

it('throws null', () => {
  throw null;
});

it('throws an object', () => {
  throw { some: 'object' };
});

it('throws an object that looks like an error', () => {
  throw { message: 'like an error', stack: 'Error: like an error\n    at nowhere' };
});

it('returns a value', (() => 5) as never);

it('returns null', (() => null) as never);

it('returns undefined', () => undefined);

it('returns a thenable', (() => ({ then: (resolve: () => void) => resolve() })) as never);

it('resolves to a value', (async () => 5) as never);

it('never settles', async () => {
  await new Promise(() => {});
}, 30);

it('waits in parallel', async () => {
  const results = await Promise.all([sleep(3).then(() => 'a'), sleep(1).then(() => 'b')]);
  expect(results).toEqual(['a', 'b']);
});

it('races', async () => {
  expect(await Promise.race([sleep(20).then(() => 'slow'), sleep(1).then(() => 'fast')])).toBe('fast');
});

it('settles all', async () => {
  const settled = await Promise.allSettled([Promise.resolve(1), Promise.reject(new Error('no'))]);
  expect(settled.map((entry) => entry.status)).toEqual(['fulfilled', 'rejected']);
});

it('rejects with an aggregate', async () => {
  await expect(Promise.any([Promise.reject(new Error('a')), Promise.reject(new Error('b'))])).rejects.toBeInstanceOf(
    AggregateError,
  );
});

it('iterates asynchronously', async () => {
  async function* numbers() {
    yield 1;
    await sleep(1);
    yield 2;
  }
  const seen: number[] = [];
  for await (const n of numbers()) seen.push(n);
  expect(seen).toEqual([1, 2]);
});

it('forgets to wait for a failing promise', () => {
  void Promise.reject(new Error('forgotten'));
});

it('is not hurt by what the test before forgot', () => {});

it('forgets a failing promise and waits for something else', async () => {
  void sleep(1).then(() => {
    throw new Error('forgotten');
  });
  await sleep(10);
});

it('handles a rejection before it is noticed', async () => {
  const failing = Promise.reject(new Error('handled'));
  await expect(failing).rejects.toThrow('handled');
});

it('orders microtasks and timers', async () => {
  const order: string[] = [];
  setTimeout(() => order.push('timeout'), 0);
  void Promise.resolve().then(() => order.push('microtask'));
  queueMicrotask(() => order.push('queued'));
  order.push('sync');
  await sleep(5);
  expect(order).toEqual(['sync', 'microtask', 'queued', 'timeout']);
});

it('has an error with a cause', async () => {
  try {
    throw new Error('outer', { cause: new Error('inner') });
  } catch (error) {
    expect((error as Error).cause).toEqual(new Error('inner'));
  }
});
