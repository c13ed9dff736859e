/** vitest's `vi`: the powers of `jest` under vitest's names and with its rules. */
import type { FakeOptions } from './fake-timers';
import { readTime } from './fake-timers';
import { chain } from './jest-object';
import type { Api, JestHost } from './jest-object';
import type { VitestMocks } from './mock-api';
import { createModuleApi } from './module-api';
import { createTimerApi } from './timer-api';
import type { AnyFunction, Timers } from './timers';

export interface ViHost extends JestHost {
  vitestMocks: VitestMocks;
  /** Settings that `vi.setConfig` changes; returns what they were. */
  configure(settings: Record<string, unknown>): void;
  resetConfiguration(): void;
}

const DEFAULT_LIMIT = 10_000;

/** Functions that vitest fakes only on demand. */
const NOT_FAKED = ['nextTick', 'queueMicrotask'];

function readFakeOptions(options: unknown): FakeOptions {
  const read = (typeof options === 'object' && options !== null ? options : {}) as Record<string, unknown>;
  const left = Array.isArray(read.toNotFake) ? (read.toNotFake as unknown[]) : NOT_FAKED;
  return {
    now: read.now,
    toFake: read.toFake,
    doNotFake: read.toFake === undefined ? left : read.toNotFake,
    timerLimit: read.loopLimit ?? DEFAULT_LIMIT,
    advanceTimers: read.shouldAdvanceTime === true && (read.advanceTimeDelta ?? true),
  };
}

/** Puts a value where an accessor takes it, or in the property's place. */
function put(holder: object, name: string, descriptor: PropertyDescriptor): void {
  const accessor = Reflect.getOwnPropertyDescriptor(holder, name);
  if (accessor?.set && !accessor.configurable) Reflect.set(holder, name, descriptor.value);
  else Reflect.defineProperty(holder, name, descriptor);
}

/** A property as it is now: its descriptor, or the value that an accessor gives which can't be replaced. */
function propertyNow(holder: object, name: string): PropertyDescriptor | undefined {
  const found = Reflect.getOwnPropertyDescriptor(holder, name);
  return found?.set && !found.configurable ? { value: Reflect.get(holder, name) as unknown } : found;
}

interface Stub {
  target: () => unknown;
  name: string;
  before: PropertyDescriptor | undefined;
}

/** Properties that a test replaces for a while. */
class Stubs {
  private readonly stubs = new Map<string, Stub>();

  constructor(private readonly target: () => unknown) {}

  set(name: string, value: unknown): void {
    const target = this.target();
    if (typeof target !== 'object' || target === null) return;
    if (!this.stubs.has(name)) {
      const before = propertyNow(target, name);
      this.stubs.set(name, { target: this.target, name, before });
    }
    if (value === undefined) Reflect.deleteProperty(target, name);
    else put(target, name, { value, writable: true, enumerable: true, configurable: true });
  }

  restore(): void {
    for (const { target, name, before } of this.stubs.values()) {
      const holder = target();
      if (typeof holder !== 'object' || holder === null) continue;
      if (before) put(holder, name, before);
      else Reflect.deleteProperty(holder, name);
    }
    this.stubs.clear();
  }
}

/** Values of the environment are texts. */
function textOf(value: unknown): string {
  return `${value as string}`;
}

function createStubApi(): Record<string, AnyFunction> {
  const globals = new Stubs(() => realGlobal);
  const environment = new Stubs(() => (realGlobal.process as { env?: unknown } | undefined)?.env);
  return {
    stubGlobal: (name, value) => globals.set(name as string, value),
    unstubAllGlobals: () => globals.restore(),
    stubEnv: (name, value) =>
      environment.set(name as string, value === undefined ? undefined : textOf(value)),
    unstubAllEnvs: () => environment.restore(),
  };
}

export interface WaitOptions {
  timeout: number;
  interval: number;
}

export function readWait(options: unknown): WaitOptions {
  if (typeof options === 'number') return { timeout: options, interval: 50 };
  const read = (options ?? {}) as { timeout?: number; interval?: number };
  return { timeout: read.timeout ?? 1_000, interval: read.interval ?? 50 };
}

/** Calls `attempt` until it is content or the time is over. Fake timers are moved on meanwhile. */
async function retryUntil<T>(
  timers: Timers,
  options: WaitOptions,
  attempt: () => Promise<{ done: true; value: T } | { done: false; error: unknown }>,
): Promise<T> {
  const end = timers.real.now() + options.timeout;
  for (;;) {
    const result = await attempt();
    if (result.done) return result.value;
    if (timers.real.now() >= end) throw result.error;
    timers.fakes?.clock.tick(options.interval);
    await timers.sleep(options.interval);
  }
}

/** Calls until it does not fail, or the time is over. */
export function retryCall(timers: Timers, options: WaitOptions, call: () => unknown): Promise<unknown> {
  return retryUntil(timers, options, async () => {
    try {
      return { done: true, value: await call() };
    } catch (error) {
      return { done: false, error };
    }
  });
}

function createWaitApi(timers: Timers): Record<string, AnyFunction> {
  return {
    waitFor: (callback, options) => retryCall(timers, readWait(options), callback as AnyFunction),
    waitUntil: (callback, options) =>
      retryUntil(timers, readWait(options), async () => {
        const value = await (callback as AnyFunction)();
        return value ? { done: true, value } : { done: false, error: new Error('Timed out in waitUntil!') };
      }),
  };
}

/** Functions that return a value of their own; all the others return `vi`. */
const VALUED = new Set([
  ...['fn', 'spyOn', 'mocked', 'isMockFunction', 'hoisted', 'mockObject', 'importActual', 'importMock'],
  ...['waitFor', 'waitUntil', 'dynamicImportSettled', 'getTimerCount', 'isFakeTimers', 'getMockedSystemTime'],
  ...['getRealSystemTime', 'requireActual', 'requireMock'],
]);

function createClockApi(host: ViHost): Record<string, AnyFunction> {
  const { timers, fakes } = host;
  return {
    useFakeTimers: (options) => fakes.use({ ...host.fakeOptions, ...readFakeOptions(options) }),
    useRealTimers: () => {
      fakes.useReal();
      timers.real.setDate(timers.real.now());
    },
    // Without fake timers only the date is another.
    setSystemTime: (time) => {
      const ms = readTime(typeof time === 'string' ? new Date(time) : time, timers.real.now());
      if (timers.fakes) timers.fakes.clock.setSystemTime(ms);
      else timers.real.setDate(ms);
    },
    getMockedSystemTime: () => {
      const isMocked = timers.fakes !== undefined || timers.real.date() !== timers.real.now();
      return isMocked ? new Date(timers.date()) : null;
    },
    getRealSystemTime: () => timers.real.now(),
  };
}

/** The `vi` object as the test file `path` sees it. */
export function createViObject(host: ViHost, path: string): Api {
  const { modules, mocker, timers, fakes } = host;
  const unfaked = (): never => {
    throw new Error('Timers are not mocked. Try calling "vi.useFakeTimers()" first.');
  };
  const moduleApi = createModuleApi(modules, mocker, path);
  const api: Api = {
    ...host.vitestMocks.api(),
    ...moduleApi,
    ...createTimerApi({ timers, fakes, unfaked, api: 'vi' }),
    ...createClockApi(host),
    ...createStubApi(),
    ...createWaitApi(timers),
    hoisted: (create: AnyFunction) => create(),
    doUnmock: moduleApi.unmock,
    // A factory of vitest's returns the exports of an ES module, and may promise them.
    mock: moduleApi.unstable_mockModule,
    doMock: moduleApi.unstable_mockModule,
    importActual: (name: string) => modules.importActual(path, name),
    importMock: (name: string) => modules.mocks.import(path, name),
    mockObject: (value: unknown) =>
      mocker.generateFromMetadata(mocker.getMetadata(value as never) ?? { type: 'undefined' }),
    dynamicImportSettled: () => timers.sleep(1),
    setConfig: (settings: Record<string, unknown>) => host.configure(settings),
    resetConfig: () => host.resetConfiguration(),
  };
  delete api.runAllImmediates;
  const chained = Object.keys(api).filter((name) => !VALUED.has(name) && !name.endsWith('Async'));
  return chain(api, chained);
}
