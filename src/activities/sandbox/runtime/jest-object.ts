/** The `jest` object of a test file, and vitest's `vi` with the same powers. */
import type { ModuleMocker } from 'jest-mock';
import type { Modules } from './modules';
import type { Timers } from './timers';

type AnyFunction = (...args: unknown[]) => unknown;
type Api = Record<string, unknown>;

export interface JestHost {
  modules: Modules;
  timers: Timers;
  mocker: ModuleMocker;
  /** Sets the default limit of tests and hooks, ms. */
  setTestTimeout(ms: number): void;
}

const MAX_TIMER_LOOPS = 100_000;

/** Moves a fake clock to `target`, running what falls due on the way. */
function advanceTo(timers: Timers, target: number): void {
  const clock = timers.fake;
  if (!clock) return;
  for (let loops = 0; clock.runNext(target); loops++) {
    if (loops > MAX_TIMER_LOOPS)
      throw new Error(`Aborting after running ${MAX_TIMER_LOOPS} timers, assuming an infinite loop!`);
  }
  clock.moveTo(target);
}

function runAll(timers: Timers): void {
  for (let loops = 0; timers.fake?.runNext(); loops++) {
    if (loops > MAX_TIMER_LOOPS)
      throw new Error(`Aborting after running ${MAX_TIMER_LOOPS} timers, assuming an infinite loop!`);
  }
}

/** Runs what waits now, not what that adds. */
function runPending(timers: Timers): void {
  const clock = timers.fake;
  if (!clock) return;
  advanceTo(timers, clock.lastDue() ?? clock.now());
}

function createTimerApi(timers: Timers): Record<string, AnyFunction> {
  const advance = (ms: unknown): void => {
    const clock = timers.fake;
    if (clock) advanceTo(timers, clock.now() + Number(ms));
  };
  const next = (steps: unknown = 1): void => {
    for (let step = 0; step < Number(steps); step++) timers.fake?.runNext();
  };
  const sync: Record<string, AnyFunction> = {
    advanceTimersByTime: advance,
    advanceTimersToNextTimer: next,
    runAllTimers: () => runAll(timers),
    runOnlyPendingTimers: () => runPending(timers),
  };
  return { ...sync, ...createAsyncTimerApi(timers), ...createClockApi(timers) };
}

/** Lets promise callbacks run; a few rounds, since each may chain further ones. */
async function flush(): Promise<void> {
  for (let round = 0; round < 10; round++) await Promise.resolve();
}

/** Like the plain functions, with promise callbacks run between timers. */
function createAsyncTimerApi(timers: Timers): Record<string, AnyFunction> {
  const until = async (limit: () => number): Promise<void> => {
    await flush();
    for (let loops = 0; timers.fake?.runNext(limit()) && loops < MAX_TIMER_LOOPS; loops++) await flush();
  };
  return {
    advanceTimersByTimeAsync: async (ms) => {
      const target = (timers.fake?.now() ?? 0) + Number(ms);
      await until(() => target);
      timers.fake?.moveTo(target);
    },
    advanceTimersToNextTimerAsync: async (steps = 1) => {
      for (let step = 0; step < Number(steps); step++) {
        timers.fake?.runNext();
        await flush();
      }
    },
    runAllTimersAsync: () => until(() => Infinity),
    runOnlyPendingTimersAsync: () => {
      const target = timers.fake?.lastDue() ?? 0;
      return until(() => target);
    },
  };
}

function createClockApi(timers: Timers): Record<string, AnyFunction> {
  return {
    runAllTicks: () => undefined,
    runAllImmediates: () => void advanceTo(timers, timers.current.now()),
    clearAllTimers: () => timers.fake?.clear(),
    getTimerCount: () => timers.fake?.size ?? 0,
    setSystemTime: (time = timers.real.date()) =>
      timers.current.setDate(Number(time instanceof Date ? time.getTime() : time)),
    getRealSystemTime: () => timers.real.now(),
    now: () => timers.current.date(),
    isFakeTimers: () => timers.fake !== undefined,
  };
}

function createModuleApi(modules: Modules, mocker: ModuleMocker, path: string): Record<string, AnyFunction> {
  const isolate: AnyFunction = (load) => {
    const restore = modules.isolate();
    try {
      (load as AnyFunction)();
    } finally {
      restore();
    }
  };
  return {
    mock: (name, factory) => modules.setMock(path, name as string, factory as AnyFunction | undefined),
    unmock: (name) => modules.unmock(path, name as string),
    unstable_mockModule: (name, factory) =>
      modules.setMock(path, name as string, factory as AnyFunction, true),
    unstable_unmockModule: (name) => modules.unmock(path, name as string),
    setMock: (name, exports) => modules.setMock(path, name as string, () => exports),
    requireActual: (name) => modules.requireActual(path, name as string),
    requireMock: (name) => modules.requireMock(path, name as string),
    createMockFromModule: (name) => automock(mocker, modules.requireActual(path, name as string)),
    resetModules: () => modules.reset(),
    isolateModules: isolate,
    isolateModulesAsync: async (load) => {
      const restore = modules.isolate();
      try {
        await (load as AnyFunction)();
      } finally {
        restore();
      }
    },
  };
}

/** A mock with the shape of `exports`. */
export function automock(mocker: ModuleMocker, exports: unknown): unknown {
  const metadata = mocker.getMetadata(exports);
  if (metadata === null) return exports;
  return mocker.generateFromMetadata(metadata);
}

function createMockApi(mocker: ModuleMocker): Record<string, AnyFunction> {
  const bind = (name: keyof ModuleMocker): AnyFunction =>
    (mocker[name] as unknown as AnyFunction).bind(mocker);
  return {
    fn: bind('fn'),
    spyOn: bind('spyOn'),
    replaceProperty: bind('replaceProperty'),
    isMockFunction: bind('isMockFunction'),
    mocked: (value) => value,
    clearAllMocks: bind('clearAllMocks'),
    resetAllMocks: bind('resetAllMocks'),
    restoreAllMocks: bind('restoreAllMocks'),
  };
}

/** Functions that return the object they belong to, so that calls chain as in jest. */
const CHAINED = [
  'mock',
  'unmock',
  'unstable_mockModule',
  'unstable_unmockModule',
  'setMock',
  'doMock',
  'dontMock',
  'deepUnmock',
  'resetModules',
  'isolateModules',
];
CHAINED.push(
  'clearAllMocks',
  'resetAllMocks',
  'restoreAllMocks',
  'useFakeTimers',
  'useRealTimers',
  'setTimeout',
);

function chained(api: Api): Api {
  for (const name of CHAINED) {
    const call = api[name] as AnyFunction;
    api[name] = (...args: unknown[]) => {
      call(...args);
      return api;
    };
  }
  return api;
}

/** The `jest` object as the test file `path` sees it. */
export function createJestObject(host: JestHost, path: string): Api {
  const { modules, mocker, timers } = host;
  const moduleApi = createModuleApi(modules, mocker, path);
  const fakeNow = (options: unknown): number | undefined => {
    const now =
      typeof options === 'object' && options !== null ? (options as { now?: unknown }).now : undefined;
    return now === undefined ? undefined : Number(now);
  };
  return chained({
    ...createMockApi(mocker),
    ...moduleApi,
    doMock: moduleApi.mock,
    dontMock: moduleApi.unmock,
    deepUnmock: moduleApi.unmock,
    genMockFromModule: moduleApi.createMockFromModule,
    ...createTimerApi(timers),
    useFakeTimers: (options) => timers.useFake(fakeNow(options)),
    useRealTimers: () => timers.useReal(),
    setTimeout: (ms) => host.setTestTimeout(Number(ms)),
    retryTimes: () => undefined,
    getSeed: () => 1,
    isEnvironmentTornDown: () => false,
  } satisfies Record<string, AnyFunction | undefined>);
}

/** vitest's `vi`: the same functions, and the few that jest names otherwise. */
export function createViObject(host: JestHost, jest: Api, path: string): Api {
  const stubs = new Map<string, PropertyDescriptor | undefined>();
  // A factory of vitest's returns the exports of an ES module, and may promise them.
  const mockModule = (name: string, factory: unknown): Api => {
    host.modules.setMock(
      path,
      name,
      typeof factory === 'function' ? (factory as AnyFunction) : undefined,
      true,
    );
    return vi;
  };
  const vi: Api = {
    ...jest,
    hoisted: (create: AnyFunction) => create(),
    mock: mockModule,
    doMock: mockModule,
    importActual: (name: string) => host.modules.importActual(path, name),
    importMock: (name: string) => host.modules.importMock(path, name),
    doUnmock: jest.unmock,
    getMockedSystemTime: () => (host.timers.fake ? new Date(host.timers.fake.date()) : null),
    stubGlobal: (name: string, value: unknown) => {
      if (!stubs.has(name)) stubs.set(name, Reflect.getOwnPropertyDescriptor(realGlobal, name));
      Reflect.set(realGlobal, name, value);
      return vi;
    },
    unstubAllGlobals: () => {
      for (const [name, before] of stubs) {
        if (before) Reflect.defineProperty(realGlobal, name, before);
        else Reflect.deleteProperty(realGlobal, name);
      }
      stubs.clear();
      return vi;
    },
  };
  return vi;
}
