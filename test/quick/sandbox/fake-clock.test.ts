import { FakeClock } from '../../../src/sandbox/runtime/fake-clock';

function recorder(limit = 1_000): {
  clock: FakeClock;
  log: string[];
  note: (text: string) => () => void;
} {
  const clock = new FakeClock(1_000_000, limit);
  const log: string[] = [];
  return { clock, log, note: (text) => () => log.push(`${text}@${clock.elapsed}`) };
}

describe('the clock of a test', () => {
  it('stands still until it is moved, and runs what falls due in order', () => {
    const { clock, log, note } = recorder();
    clock.add(note('b'), { delay: 20 });
    clock.add(note('a'), { delay: 10 });
    clock.add(note('zero'), { delay: 0 });
    clock.add(note('now'), { delay: 0, immediate: true });
    clock.tick(15);
    expect(log).toEqual(['now@0', 'zero@0', 'a@10']);
    expect([clock.elapsed, clock.date(), clock.size]).toEqual([15, 1_000_015, 1]);
  });

  it('runs ticks before every timer and what a timer starts one ms later', () => {
    const { clock, log, note } = recorder();
    clock.add(
      () => {
        note('timer')();
        clock.addJob(note('tick'));
        clock.add(note('started'), { delay: 0 });
      },
      { delay: 5 },
    );
    clock.add(note('next'), { delay: 5 });
    clock.tick(5);
    expect(log).toEqual(['timer@5', 'tick@5', 'next@5']);
    clock.tick(1);
    expect(log.at(-1)).toBe('started@6');
  });

  it('goes on after an error and throws the first at the end', () => {
    const { clock, log, note } = recorder();
    for (const text of ['one', 'two']) {
      clock.add(
        () => {
          throw new Error(text);
        },
        { delay: 1 },
      );
    }
    clock.add(note('after'), { delay: 2 });
    expect(() => clock.tick(5)).toThrow('one');
    expect(log).toEqual(['after@2']);
    expect(clock.elapsed).toBe(5);
  });

  it('repeats, is cancelled from within, and never repeats without time going by', () => {
    const { clock, log, note } = recorder();
    const every = clock.add(note('every'), { delay: 0, repeat: true });
    clock.add(() => clock.cancel(every.id), { delay: 3 });
    clock.tick(10);
    expect(log).toEqual(['every@0', 'every@1', 'every@2']);
    expect(clock.size).toBe(0);
  });

  it('changes the date without touching timers', () => {
    const { clock, log, note } = recorder();
    clock.add(note('due'), { delay: 100 });
    clock.setDate(5);
    expect([clock.date(), clock.elapsed]).toEqual([5, 0]);
    clock.tick(100);
    expect([log, clock.date()]).toEqual([['due@100'], 105]);
    clock.reset();
    expect([clock.date(), clock.size]).toEqual([1_000_000, 0]);
  });

  it('gives up on what never ends, and refuses to go back', async () => {
    const { clock } = recorder(50);
    clock.add(() => undefined, { delay: 1, repeat: true });
    expect(() => clock.runAll()).toThrow('Aborting after running 50 timers');
    await expect(clock.runAllAsync(() => Promise.resolve())).rejects.toThrow('infinite loop');
    const ticking = (): void => clock.addJob(ticking);
    ticking();
    expect(() => clock.runJobs()).toThrow('infinite loop');
    expect(() => clock.tick(-1)).toThrow('Negative ticks');
    expect(() => clock.tick(Number.NaN)).toThrow('NaN');
  });

  it('lets promises run between timers when it is asked to', async () => {
    const { clock, log, note } = recorder();
    const wait = (ms: number): Promise<void> =>
      new Promise((resolve) => void clock.add(resolve, { delay: ms }));
    const running = (async () => {
      for (const n of [1, 2, 3]) {
        await wait(10);
        note(String(n))();
      }
    })();
    await clock.tickAsync(25, () => new Promise((resolve) => setImmediate(resolve)));
    expect(log).toEqual(['1@10', '2@20']);
    await clock.runAllAsync(() => new Promise((resolve) => setImmediate(resolve)));
    await running;
    expect(log).toHaveLength(3);
  });
});
