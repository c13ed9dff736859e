import { Clock } from '../../../src/sandbox/runtime/clock';

function recorder(): { clock: Clock; log: string[]; note: (text: string) => () => void } {
  const clock = new Clock(() => 1_000);
  const log: string[] = [];
  return { clock, log, note: (text) => () => log.push(`${text}@${clock.now() - 1_000}`) };
}

describe('the clock that jumps', () => {
  it('runs timers in the order of their time, then of their creation', () => {
    const { clock, log, note } = recorder();
    const delays = [30, 10, 20, 10, 0, 5_000, 1];
    delays.forEach((delay, index) => clock.add(note(`t${index}`), delay));
    clock.addImmediate(note('now'));
    while (clock.runNext());
    expect(log).toEqual(['now@0', 't4@1', 't6@1', 't1@10', 't3@10', 't2@20', 't0@30', 't5@5000']);
    expect(clock.size).toBe(0);
  });

  it('keeps a thousand timers sorted, whatever is cancelled', () => {
    const { clock } = recorder();
    const seen: number[] = [];
    const ids = Array.from({ length: 1_000 }, (_, index) =>
      clock.add(() => seen.push(clock.now()), (index * 7919) % 997),
    );
    ids.filter((_, index) => index % 3 === 0).forEach((id) => clock.cancel(id));
    while (clock.runNext());
    expect(seen).toHaveLength(666);
    expect(seen).toEqual([...seen].sort((left, right) => left - right));
  });

  it('repeats, stops, and runs no further than its limit', () => {
    const { clock, log, note } = recorder();
    const id = clock.add(note('tick'), 100, true);
    while (clock.runNext(1_350));
    clock.moveTo(1_350);
    expect(log).toEqual(['tick@100', 'tick@200', 'tick@300']);
    expect([clock.now(), clock.nextDue()]).toEqual([1_350, 1_400]);
    clock.cancel(id);
    expect(clock.runNext()).toBe(false);
  });

  it('sets the date without moving timers', () => {
    const { clock, log, note } = recorder();
    clock.add(note('later'), 50);
    clock.setDate(0);
    expect(clock.date()).toBe(0);
    clock.runNext();
    expect([clock.date(), log]).toEqual([50, ['later@50']]);
  });

  it('keeps timers of its own, which no number cancels and no flood leaves without room', () => {
    const { clock, log, note } = recorder();
    const own = clock.addOwn(note('own'), 500);
    const cancelled = clock.addOwn(note('cancelled'), 400);
    for (let id = -10; id < 100_000; id++) clock.cancel(id);
    clock.cancel(cancelled);
    expect(() => {
      for (;;) clock.add(() => undefined, 1_000);
    }).toThrow('timers are waiting');
    clock.addOwn(note('late'), 600);
    expect(typeof own).toBe('symbol');
    while (log.length < 2 && clock.runNext());
    expect(log).toEqual(['own@500', 'late@600']);
  });

  it('forgets what was cancelled', () => {
    const { clock, log, note } = recorder();
    clock.add(note('first'), 10);
    clock.add(note('last'), 1_000_000);
    for (let count = 0; count < 200_000; count++) clock.cancel(clock.add(() => undefined, 500_000));
    clock.add(note('second'), 20);
    expect(clock.size).toBe(3);
    while (clock.runNext());
    expect(log).toEqual(['first@10', 'second@20', 'last@1000000']);
  });

  it('refuses a flood', () => {
    const { clock } = recorder();
    expect(() => {
      for (;;) clock.add(() => undefined, 1);
    }).toThrow('more than 20000 timers');
  });
});
