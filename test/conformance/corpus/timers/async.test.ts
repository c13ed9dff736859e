const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

async function poll(times: number, log: string[]): Promise<string> {
  for (let n = 0; n < times; n++) {
    await sleep(100);
    log.push(`poll ${n}`);
  }
  return 'done';
}

it('advanceTimersByTimeAsync runs promises between timers', async () => {
  const log: string[] = [];
  const result = poll(3, log);
  await jest.advanceTimersByTimeAsync(300);
  expect(log).toEqual(['poll 0', 'poll 1', 'poll 2']);
  await expect(result).resolves.toBe('done');
});
it('advanceTimersByTime does not', async () => {
  const log: string[] = [];
  void poll(3, log);
  jest.advanceTimersByTime(300);
  await null;
  await null;
  expect(log).toEqual(['poll 0']);
});
it('runAllTimersAsync', async () => {
  const log: string[] = [];
  const result = poll(5, log);
  await jest.runAllTimersAsync();
  expect(log).toHaveLength(5);
  await result;
});
it('runOnlyPendingTimersAsync', async () => {
  const log: string[] = [];
  void poll(5, log);
  await jest.runOnlyPendingTimersAsync();
  expect(log).toEqual(['poll 0']);
});
it('advanceTimersToNextTimerAsync', async () => {
  const log: string[] = [];
  void poll(5, log);
  await jest.advanceTimersToNextTimerAsync();
  expect(log).toEqual(['poll 0']);
  await jest.advanceTimersToNextTimerAsync(2);
  expect(log).toEqual(['poll 0', 'poll 1', 'poll 2']);
});
it('rejects with what a timer throws', async () => {
  setTimeout(() => {
    throw new Error('in a timer');
  }, 10);
  await expect(jest.advanceTimersByTimeAsync(20)).rejects.toThrow('in a timer');
});
it('rejects in runAllTimersAsync', async () => {
  setTimeout(() => {
    throw new Error('in a timer');
  }, 10);
  await expect(jest.runAllTimersAsync()).rejects.toThrow('in a timer');
});
it('gives up on endless ones', async () => {
  jest.useFakeTimers({ timerLimit: 20 });
  setInterval(() => {}, 1);
  await expect(jest.runAllTimersAsync()).rejects.toThrow('infinite loop');
});
it('races with a timeout', async () => {
  const slow = sleep(1000).then(() => 'slow');
  const timeout = sleep(500).then(() => {
    throw new Error('timed out');
  });
  const race = Promise.race([slow, timeout]);
  const check = expect(race).rejects.toThrow('timed out');
  await jest.advanceTimersByTimeAsync(500);
  await check;
});
it('debounces', async () => {
  const fn = jest.fn();
  let id: ReturnType<typeof setTimeout>;
  const debounced = () => {
    clearTimeout(id);
    id = setTimeout(fn, 50);
  };
  debounced();
  jest.advanceTimersByTime(30);
  debounced();
  jest.advanceTimersByTime(30);
  expect(fn).not.toHaveBeenCalled();
  jest.advanceTimersByTime(20);
  expect(fn).toHaveBeenCalledTimes(1);
});
it('hangs without advancing', async () => {
  await sleep(10);
}, 50);
