/** The `jest` object of a test file. */
import type { ModuleMocker } from 'jest-mock';
import type { Retry } from './definitions';
import type { FakeOptions, FakeTimers } from './fake-timers';
import { createMockApi } from './mock-api';
import { createModuleApi } from './module-api';
import type { Modules } from './modules';
import { createTimerApi } from './timer-api';
import type { AnyFunction, Timers } from './timers';

export type Api = Record<string, unknown>;

export interface JestHost {
  modules: Modules;
  timers: Timers;
  fakes: FakeTimers;
  mocker: ModuleMocker;
  /** How fake timers are made unless a test says otherwise. */
  fakeOptions: FakeOptions;
  /** Sets the default limit of tests and hooks, ms. */
  setTestTimeout(ms: number): void;
  /** Sets the tries of failed tests, of the file or of the describe being defined. */
  setRetry(retry: Retry, wholeDescribe: boolean): void;
  /** Writes a warning to the console. */
  warn(text: string): void;
}

/** Functions that return the object they belong to, so that calls chain as in jest. */
const CHAINED = [
  ...[
    'mock',
    'unmock',
    'setMock',
    'doMock',
    'dontMock',
    'deepUnmock',
    'unstable_mockModule',
    'unstable_unmockModule',
  ],
  ...['enableAutomock', 'disableAutomock', 'autoMockOn', 'autoMockOff', 'onGenerateMock'],
  ...['resetModules', 'isolateModules', 'clearAllMocks', 'resetAllMocks', 'restoreAllMocks'],
  ...['useFakeTimers', 'useRealTimers', 'setTimeout', 'retryTimes', 'setTimerTickMode'],
];

/** Names that jest had once, and suites still use. */
const FORMER_NAMES = {
  genMockFn: 'fn',
  genMockFunction: 'fn',
  resetModuleRegistry: 'resetModules',
  runTimersToTime: 'advanceTimersByTime',
};

/** Makes the named functions of `api` return it. */
export function chain(api: Api, names: Iterable<string>): Api {
  for (const name of names) {
    const call = api[name] as AnyFunction;
    api[name] = (...args: unknown[]) => {
      call(...args);
      return api;
    };
  }
  return api;
}

function readRetry(times: unknown, options: unknown): { retry: Retry; wholeDescribe: boolean } {
  const read = (typeof options === 'object' && options !== null ? options : {}) as Record<string, unknown>;
  const retry: Retry = {
    times: Number.parseInt(String(times), 10) || 0,
    immediately: read.retryImmediately === true,
    waitMs: Number(read.waitBeforeRetry) || 0,
  };
  return { retry, wholeDescribe: read.entireDescribe === true };
}

/** The `jest` object as the test file `path` sees it. */
export function createJestObject(host: JestHost, path: string): Api {
  const { modules, mocker, timers, fakes } = host;
  const unfaked = (name: string): void =>
    host.warn(
      `jest.${name}() was called but the timers are not replaced with fake ones: call jest.useFakeTimers() first.`,
    );
  const api: Record<string, AnyFunction> = {
    ...createMockApi(mocker),
    ...createModuleApi(modules, mocker, path),
    ...createTimerApi({ timers, fakes, unfaked, api: 'jest' }),
    useFakeTimers: (options) =>
      fakes.use({ ...host.fakeOptions, ...(typeof options === 'object' ? options : {}) }),
    setTimeout: (ms) => host.setTestTimeout(Number(ms)),
    retryTimes: (times, options) => {
      const { retry, wholeDescribe } = readRetry(times, options);
      host.setRetry(retry, wholeDescribe);
    },
    getSeed: () => 1,
    isEnvironmentTornDown: () => false,
  };
  // jest has no such function.
  delete api.isFakeTimers;
  chain(api, CHAINED);
  for (const [former, name] of Object.entries(FORMER_NAMES)) api[former] = api[name] as AnyFunction;
  return api;
}
