/** The functions of `jest` and `vi` that move a test's clock. */
import type { FakeClock } from './fake-clock';
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

/** A span as tests write it: ms, or an object that can tell its total. */
function readSpan(span: unknown): number {
  if (typeof span !== 'object' || span === null) return Number(span);
  const total = (span as { total?: unknown }).total;
  return typeof total === 'function'
    ? Number((span as { total(unit: object): unknown }).total({ unit: 'millisecond' }))
    : Number(span);
}

/** Runs `count` timers, and what else is due with the last of them. */
function toNext(clock: FakeClock, count: unknown): void {
  for (let left = Number(count ?? 1); left > 0 && clock.size > 0; left--) {
    clock.next();
    clock.tick(0);
  }
}

type OnClock = (clock: FakeClock, ...args: unknown[]) => unknown;

/** Functions that only make sense with a fake clock. */
function moving(timers: Timers): Record<string, OnClock> {
  const pause = (): Promise<void> => timers.pause();
  return {
    advanceTimersByTime: (clock, ms) => clock.tick(readSpan(ms)),
    advanceTimersToNextTimer: (clock, count) => toNext(clock, count),
    advanceTimersToNextFrame: (clock) => clock.runToFrame(),
    runAllTimers: (clock) => clock.runAll(),
    runOnlyPendingTimers: (clock) => clock.runToLast(),
    runAllTicks: (clock) => clock.runJobs(),
    advanceTimersByTimeAsync: (clock, ms) => clock.tickAsync(readSpan(ms), pause),
    advanceTimersToNextTimerAsync: async (clock, count) => {
      for (let left = Number(count ?? 1); left > 0; left--) {
        await clock.nextAsync(pause);
        await clock.tickAsync(0, pause);
        if (clock.size === 0) break;
      }
    },
    runAllTimersAsync: (clock) => clock.runAllAsync(pause),
    runOnlyPendingTimersAsync: (clock) => clock.runToLastAsync(pause),
  };
}

/** Those that the older fake timers lack. */
const MODERN_ONLY = /Async$|Frame$|^setSystemTime$|^getRealSystemTime$|^setTimerTickMode$/;

export function createTimerApi(host: TimerApiHost): Record<string, AnyFunction> {
  const { fakes, timers, api } = host;
  const checkModern = (name: string): void => {
    if (fakes.legacy && MODERN_ONLY.test(name))
      throw new TypeError(`\`${api}.${name}()\` is not available when using legacy fake timers.`);
  };
  const functions: Record<string, AnyFunction> = {};
  for (const [name, move] of Object.entries(moving(timers))) {
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
    getTimerCount: () => (fakes.clock ? fakes.clock.size : (unfaked('getTimerCount'), 0)),
    setSystemTime: (time) => {
      checkModern('setSystemTime');
      const { clock } = fakes;
      if (clock) clock.setDate(readTime(time, 0));
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
    now: () => timers.fakes?.clock.date() ?? timers.real.date(),
    runAllImmediates: () => {
      if (!fakes.legacy)
        throw new TypeError(`\`${api}.runAllImmediates()\` is only available when using legacy fake timers.`);
      fakes.clock?.tick(0);
    },
    isFakeTimers: () => fakes.clock !== undefined,
  };
}
