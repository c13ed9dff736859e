import { setTimeout as delay } from 'node:timers/promises';
import { startWatchdog, type Hold } from '../../../src/machine/watchdog';

/** Works without a pause for so long. */
function holdFor(ms: number): number {
  let sum = 0;
  for (const from = performance.now(); performance.now() - from < ms;) sum += Math.sqrt(sum + 1);
  return sum;
}

describe('the watchdog', () => {
  let holds: Hold[];
  let watchdog: ReturnType<typeof startWatchdog>;
  beforeEach(() => {
    holds = [];
  });
  afterEach(() => watchdog.stop());

  it('names the function that holds the main thread, once, and lets it go on', async () => {
    watchdog = startWatchdog((hold) => holds.push(hold), 300);
    await delay(300);
    expect(holdFor(100)).toBeGreaterThan(0);
    await delay(300);
    expect(holds).toEqual([]);
    expect(holdFor(1_500)).toBeGreaterThan(0);
    await delay(300);
    expect(holds).toHaveLength(1);
    expect(holds[0]?.stack.slice(0, 2).join('\n')).toMatch(/^holdFor \(.*watchdog\.test\.ts:\d+\)$/m);
    expect(holds[0]?.heldMs).toBeGreaterThan(300);
  });

  it('says nothing of a thread that only waits', async () => {
    watchdog = startWatchdog((hold) => holds.push(hold), 100);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
    await delay(300);
    expect(holds).toEqual([]);
  });
});
