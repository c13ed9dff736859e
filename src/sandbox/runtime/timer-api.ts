/** The functions of `jest` and `vi` that move a test's clock. */
import type { SinonClock } from '@sinonjs/fake-timers';
import type { FakeOptions, FakeTimers, TickMode } from './fake-timers';
import { readTime } from './fake-timers';
import type { AnyFunction, Timers } from './timers';

export interface TimerApiHost {
  timers: Timers;
  fakes: FakeTimers;
  /** Called where a function needs fake timers and there are none: warns, or throws. */
  unfaked(name: string): void;
  /** Names of this API, for messages. */
  api: 'jest' | 'vi';
}

/** Runs `count` timers, and what else is due with the last of them. */
function toNext(clock: SinonClock, count: unknown): void {
  for (let left = Number(count ?? 1); left > 0 && clock.countTimers() > 0; left--) {
    clock.next();
    clock.tick(0);
  }
}

type OnClock = (clock: SinonClock, ...args: unknown[]) => unknown;

/** Functions that only make sense with a fake clock. */
function moving(): Record<string, OnClock> {
  return {
    advanceTimersByTime: (clock, ms) => clock.tick(ms),
    advanceTimersToNextTimer: (clock, count) => toNext(clock, count),
    advanceTimersToNextFrame: (clock) => clock.runToFrame(),
    runAllTimers: (clock) => clock.runAll(),
    runOnlyPendingTimers: (clock) => clock.runToLast(),
    runAllTicks: (clock) => clock.runMicrotasks(),
    advanceTimersByTimeAsync: (clock, ms) => clock.tickAsync(ms),
    advanceTimersToNextTimerAsync: async (clock, count) => {
      for (let left = Number(count ?? 1); left > 0; left--) {
        await clock.nextAsync();
        await clock.tickAsync(0);
        if (clock.countTimers() === 0) break;
      }
    },
    runAllTimersAsync: (clock) => clock.runAllAsync(),
    runOnlyPendingTimersAsync: (clock) => clock.runToLastAsync(),
  };
}

/** Those that the older fake timers lack. */
const MODERN_ONLY = /Async$|Frame$|^setSystemTime$|^getRealSystemTime$|^setTimerTickMode$/;

export function createTimerApi(host: TimerApiHost): Record<string, AnyFunction> {
  const { fakes, api } = host;
  const checkModern = (name: string): void => {
    if (fakes.legacy && MODERN_ONLY.test(name))
      throw new TypeError(`\`${api}.${name}()\` is not available when using legacy fake timers.`);
  };
  const functions: Record<string, AnyFunction> = {};
  for (const [name, move] of Object.entries(moving())) {
    const call: AnyFunction = (...args) => {
      checkModern(name);
      const clock = fakes.clock;
      if (!clock) return host.unfaked(name);
      const result = move(clock, ...args);
      return result instanceof Promise ? result : undefined;
    };
    // What comes back is a promise even where there is no clock.
    functions[name] = name.endsWith('Async') ? async (...args) => void (await call(...args)) : call;
  }
  return { ...functions, ...createClockApi(host, checkModern) };
}

function createClockApi(
  { timers, fakes, api, unfaked }: TimerApiHost,
  checkModern: (name: string) => void,
): Record<string, AnyFunction> {
  return {
    useFakeTimers: (options) => fakes.use((typeof options === 'object' ? options : {}) as FakeOptions),
    useRealTimers: () => fakes.useReal(),
    clearAllTimers: () => fakes.clock?.reset(),
    getTimerCount: () => (fakes.clock ? fakes.clock.countTimers() : (unfaked('getTimerCount'), 0)),
    setSystemTime: (time) => {
      checkModern('setSystemTime');
      const { clock } = fakes;
      if (clock) clock.setSystemTime(readTime(time, 0));
      else unfaked('setSystemTime');
    },
    setTimerTickMode: (mode) => {
      checkModern('setTimerTickMode');
      fakes.setTickMode(mode as TickMode);
    },
    getRealSystemTime: () => {
      checkModern('getRealSystemTime');
      return timers.real.date();
    },
    now: () => timers.fakes?.clock.now ?? timers.real.date(),
    runAllImmediates: () => {
      if (!fakes.legacy)
        throw new TypeError(`\`${api}.runAllImmediates()\` is only available when using legacy fake timers.`);
      fakes.clock?.tick(0);
    },
    isFakeTimers: () => fakes.clock !== undefined,
  };
}
