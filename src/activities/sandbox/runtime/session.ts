/** One run of one test file: wires clock, console, modules, definitions and runner together. */
import { expect } from 'expect';
import { ModuleMocker } from 'jest-mock';
import type { RunConfig } from '../../../domain/test-config';
import { LIBRARY_MARK } from '../libraries';
import { NODE_MODULES } from '../node-modules';
import type {
  CallSetup,
  ConsoleEntry,
  Hits,
  Rejection,
  RuntimeEvent,
  RuntimeSetup,
} from '../runtime-protocol';
import { SCRIPT_API_NAMES } from '../wrapper';
import { StandIns } from './builtins';
import { FunctionCall } from './call';
import { createAssert, createConsole } from './console';
import { createDefiners } from './definers';
import { Definitions, Ids } from './definitions';
import type { Retry, TestCase } from './definitions';
import { resetExpect } from './expect-setup';
import { FakeTimers } from './fake-timers';
import type { FakeOptions } from './fake-timers';
import { installGlobals } from './globals';
import { createHost } from './host';
import { createJestObject } from './jest-object';
import type { LibraryFunction, LibraryHost } from './library-host';
import { trackResults } from './matchers';
import { createQueueMicrotask } from './microtasks';
import { VitestMocks } from './mock-api';
import { automock } from './module-api';
import type { ModuleFunction } from './modules';
import { Modules } from './modules';
import { NodeTests } from './node-test/tests';
import { Output } from './output';
import { DEFAULT_TIMEOUT, Runner } from './runner';
import { createScriptConsole } from './script-console';
import { Serializers } from './snapshot-format';
import { Snapshots, useSnapshots } from './snapshots';
import type { Dialect } from './test-flow';
import { JEST_DIALECT, TestFlow } from './test-flow';
import { Ticks } from './ticks';
import { Timers } from './timers';
import type { AnyFunction } from './timers';
import { createViObject } from './vi-object';
import { createVitestDefiners } from './vitest/definers';
import { VitestDialect } from './vitest/dialect';
import { createVitestExpect } from './vitest/expect';
import { addVitestMatchers } from './vitest/matchers';

export interface Compiled {
  functions: Map<string, ModuleFunction>;
  counters: Map<string, Uint8Array>;
  /** Libraries of stand-ins that the program names. */
  libraries: Map<string, LibraryFunction>;
}

type TestApi = Record<string, unknown>;

/** What a session drives turn by turn: the tests of a file, or one call. */
interface Work {
  readonly done: boolean;
  turn(): void;
  /** An error that no code caught; `owner` is the test whose code it came from. */
  uncaught(error: unknown, owner?: unknown): void;
  log(entry: ConsoleEntry): void;
  /** A `console.assert` was executed; it failed when there is a message. `own`: by the script that it checks. */
  asserted(message: string | undefined, own: boolean): void;
}

/** Settings of a run that tests may change. */
interface Settings {
  timeout: number;
  retry: Retry;
  mocks: Pick<Partial<RunConfig>, 'clearMocks' | 'resetMocks' | 'restoreMocks' | 'resetModules'>;
}

function settingsOf(run: Partial<RunConfig>): Settings {
  return {
    timeout: run.testTimeout ?? DEFAULT_TIMEOUT,
    retry: { times: run.retryTimes ?? 0, immediately: false, waitMs: 0 },
    mocks: run,
  };
}

export class Session {
  private readonly timers = new Timers((error, owner) => this.work.uncaught(error, owner));
  private readonly ticks = new Ticks(this.timers);
  private readonly host: LibraryHost;
  /** Modules of Node, as the program has them. */
  readonly standIns: StandIns;
  private readonly mocker = new ModuleMocker(realGlobal as unknown as typeof globalThis);
  private readonly fakes = new FakeTimers(this.timers, (fn) => this.mocker.fn(fn));
  private readonly run: Partial<RunConfig>;
  private readonly isVitest: boolean;
  private settings: Settings;
  private readonly ids: Ids;
  private readonly definitions: Definitions;
  private readonly nodeTests: NodeTests;
  private readonly modules: Modules;
  private readonly runner: Runner;
  private readonly work: Work;
  private readonly output: Output;
  private readonly console: object;
  private readonly serializers: Serializers;
  private readonly snapshots: Snapshots;
  private readonly vitest: VitestDialect;
  private readonly vitestMocks = new VitestMocks(this.mocker);
  private readonly jestDefiners: TestApi;
  private readonly vitestDefiners: TestApi;
  private readonly jestApis = new Map<string, TestApi>();
  private readonly vitestApis = new Map<string, TestApi>();
  private readonly vitestExpect: unknown;
  private ended = false;

  constructor(
    private readonly setup: RuntimeSetup,
    private readonly compiled: Compiled,
    private readonly report: (event: RuntimeEvent) => void,
  ) {
    this.run = setup.run ?? {};
    this.isVitest = setup.dialect === 'vitest';
    this.settings = settingsOf(this.run);
    this.output = new Output(setup.outputLimit, (entry) => this.work.log(entry));
    this.console = this.createConsole();
    this.serializers = new Serializers(this.run.snapshotFormat ?? {});
    this.snapshots = new Snapshots({
      file: setup.snapshot,
      serializers: this.serializers,
      style: this.isVitest ? 'vitest' : 'jest',
    });
    this.ids = new Ids(setup.testFile);
    this.definitions = new Definitions(this.ids, {
      running: () => this.runner.scope.test?.title,
      report: (error) => this.runner.misused(error),
    });
    this.vitestExpect = this.createVitestExpect();
    this.vitest = new VitestDialect({ expect: this.vitestExpect });
    this.jestDefiners = createDefiners(this.definitions);
    this.vitestDefiners = createVitestDefiners(this.definitions, this.vitest);
    this.nodeTests = this.createNodeTests();
    this.host = this.createHost();
    this.standIns = new StandIns(compiled.libraries, this.host, (name) =>
      this.report({ e: 'need', path: LIBRARY_MARK + name }),
    );
    this.modules = this.createModules();
    this.runner = this.createRunner();
    this.work = setup.call ? this.createCall(setup.call) : this.runner;
    this.prepareRealm();
  }

  private createConsole(): object {
    const { output } = this;
    const sink = {
      get full() {
        return output.full;
      },
      log: (level: string, text: string) => output.add(level, text),
      asserted: (message?: string) => this.work.asserted(message, false),
    };
    return createConsole(sink, () => this.timers.real.now());
  }

  /** What the checks of a plain script are made with. */
  private scriptConsole(): object {
    const asserted = (message?: string): void => this.work.asserted(message, true);
    return createScriptConsole(this.console, createAssert({ asserted }));
  }

  /** What the program finds around it, and what an earlier run may have changed. */
  private prepareRealm(): void {
    installGlobals({
      console: this.console,
      timers: this.host.timers,
      standIns: this.standIns,
      date: () => this.timers.date(),
      queueMicrotask: createQueueMicrotask(this.timers),
      globals: this.run.globals ?? {},
    });
    resetExpect({ testPath: `/${this.setup.testFile}` });
    useSnapshots(this.snapshots);
    trackResults(this.isVitest);
    (expect as unknown as TestApi).addSnapshotSerializer = (plugin: unknown) => this.serializers.add(plugin);
  }

  private createHost(): LibraryHost {
    return createHost({
      setup: this.setup,
      timers: this.timers,
      ticks: this.ticks,
      onError: (error) => this.work.uncaught(error),
      write: (level, text) => this.output.add(level, text),
      requireFrom: (filename) => this.modules.requireFrom(filename),
      need: (path) => this.report({ e: 'need', path }),
    });
  }

  private createVitestExpect(): unknown {
    if (this.isVitest) addVitestMatchers();
    return createVitestExpect({
      timers: this.timers,
      fail: (failure) => this.runner.scope.fail(failure),
      addSerializer: (plugin) => this.serializers.add(plugin),
    });
  }

  private createNodeTests(): NodeTests {
    return new NodeTests({
      ids: this.ids,
      timers: this.timers,
      fakes: this.fakes,
      runner: () => this.runner,
      file: this.setup.testFile,
      print: (text) => this.output.add('info', text),
      assert: () => this.standIns.load('internal/assert-of-tests') as object,
      only: this.setup.only ? new Set(this.setup.only) : undefined,
      collected: (count) => {
        this.report({ e: 'collected', tests: this.definitions.tests.length + count });
      },
    });
  }

  private createModules(): Modules {
    return new Modules({
      setup: this.setup,
      functions: this.compiled.functions,
      counters: this.compiled.counters,
      builtins: this.standIns,
      testApi: (path) => {
        const api = this.isVitest ? this.vitestApi(path) : this.jestApi(path);
        return SCRIPT_API_NAMES.map((name) => api[name]);
      },
      testModule: (name, path) => this.testModule(name, path),
      automock: (exports) => automock(this.mocker, exports),
      need: (path) => this.report({ e: 'need', path }),
      needLink: (from, specifier) => this.report({ e: 'need-link', from, specifier }),
      isNodeModule: (name) => NODE_MODULES.has(name),
    });
  }

  private createRunner(): Runner {
    const flow = new TestFlow({
      definitions: this.definitions,
      runner: () => this.runner,
      dialect: this.dialect(),
      only: this.setup.only ? new Set(this.setup.only) : undefined,
      timeout: () => this.settings.timeout,
      retry: () => this.settings.retry,
      announce: (test) => this.announce(test),
      refresh: () => this.refresh(),
      forget: (test) => this.snapshots.forget(this.nameOf(test)),
      sleep: (ms) => this.timers.sleep(ms),
    });
    return new Runner(
      {
        setup: this.setup,
        definitions: this.definitions,
        timers: this.timers,
        report: this.report,
        takeHits: () => this.takeHits(),
        load: () => this.load(),
      },
      () => flow.run(),
      this.nodeTests,
    );
  }

  private createCall(call: CallSetup): FunctionCall {
    return new FunctionCall({
      call,
      timers: this.timers,
      report: this.report,
      load: () => this.modules.loadEntry(),
      exports: () => this.modules.exportsOf(call.module),
    });
  }

  private dialect(): Dialect {
    return this.isVitest ? this.vitest : JEST_DIALECT;
  }

  /** Setup files, then the test file. Only what waits makes this wait. */
  private load(): unknown {
    const { setupFiles = [], setupFilesAfterEnv = [], snapshotSerializers = [] } = this.setup;
    const steps: (() => unknown)[] = [
      ...setupFiles.map((path) => () => this.modules.loadEntry(path)),
      () => {
        if (this.run.fakeTimers?.enableGlobally) this.fakes.use(this.fakeOptions());
      },
      ...snapshotSerializers
        .toReversed()
        .flatMap((path) => [
          () => this.modules.loadEntry(path),
          () => this.serializers.add(defaultOf(this.modules.exportsOf(path))),
        ]),
      ...setupFilesAfterEnv.flatMap((path) => [
        () => this.modules.loadEntry(path),
        () => callIfFunction(this.modules.exportsOf(path)),
      ]),
      () => this.modules.loadEntry(),
    ];
    return inTurn(steps);
  }

  /** One macrotask. */
  turn(): void {
    this.timers.context.frame = undefined;
    if (!this.work.done && !this.ticks.waiting) this.work.turn();
    this.ticks.drain();
    if (!this.work.done || this.ended) return;
    this.ended = true;
    this.report({ e: 'end', ...this.output.streams(), hits: this.takeHits() });
  }

  /** A promise was rejected and nothing handled it in its macrotask. */
  rejected(rejection: Rejection): void {
    const error = new Error(rejection.message);
    error.name = rejection.name;
    Object.defineProperty(error, 'stack', { value: rejection.stack });
    this.work.uncaught(error);
  }

  private nameOf(test: TestCase): string {
    return test.path.join(this.isVitest ? ' > ' : ' ');
  }

  private announce(test: TestCase): void {
    expect.setState({ currentTestName: this.nameOf(test), testFailing: test.failing } as Parameters<
      typeof expect.setState
    >[0]);
  }

  private refresh(): void {
    const { mocks } = this.settings;
    if (mocks.resetModules) this.modules.reset();
    if (mocks.clearMocks) this.mocker.clearAllMocks();
    if (mocks.resetMocks) this.mocker.resetAllMocks();
    if (mocks.restoreMocks) this.mocker.restoreAllMocks();
  }

  private fakeOptions(): FakeOptions {
    const { advanceTimers, doNotFake, timerLimit, legacyFakeTimers, now } = (this.run.fakeTimers ??
      {}) as FakeOptions;
    return { advanceTimers, doNotFake, timerLimit, legacyFakeTimers, now };
  }

  private takeHits(): Hits | undefined {
    if (!this.setup.coverage) return undefined;
    const hits: Hits = {};
    for (const [path, counters] of this.compiled.counters) {
      const moved: number[] = [];
      for (let index = 0; index < counters.length; index++) if (counters[index]) moved.push(index);
      if (moved.length > 0) hits[path] = moved;
      counters.fill(0);
    }
    return hits;
  }

  private apiHost(): Parameters<typeof createViObject>[0] {
    return {
      modules: this.modules,
      timers: this.timers,
      fakes: this.fakes,
      mocker: this.mocker,
      vitestMocks: this.vitestMocks,
      fakeOptions: this.fakeOptions(),
      setTestTimeout: (ms) => {
        this.settings.timeout = ms;
      },
      setRetry: (retry, wholeDescribe) => {
        if (wholeDescribe) this.definitions.retryBlock(retry);
        else this.settings.retry = retry;
      },
      warn: (text) => this.output.add('warn', text),
      configure: (settings) => this.configure(settings),
      resetConfiguration: () => {
        this.settings = settingsOf(this.run);
      },
    };
  }

  /** `vi.setConfig`: the settings that vitest lets tests change. */
  private configure({
    testTimeout,
    clearMocks,
    mockReset,
    restoreMocks,
    retry,
  }: Record<string, unknown>): void {
    if (typeof testTimeout === 'number') this.settings.timeout = testTimeout;
    if (typeof retry === 'number') this.settings.retry = { ...this.settings.retry, times: retry };
    const given = { clearMocks, resetMocks: mockReset, restoreMocks };
    const changed = Object.entries(given).filter(([, value]) => typeof value === 'boolean');
    this.settings.mocks = { ...this.settings.mocks, ...Object.fromEntries(changed) };
  }

  /** Values of the test API for one test file; `jest` resolves modules relative to it. */
  private jestApi(path: string): TestApi {
    const known = this.jestApis.get(path);
    if (known) return known;
    const host = this.apiHost();
    const jest = createJestObject(host, path);
    const vi = createViObject(host, path);
    const api = { ...this.jestDefiners, expect, jest, vi, vitest: vi, console: this.scriptConsole() };
    this.jestApis.set(path, api);
    return api;
  }

  private vitestApi(path: string): TestApi {
    const known = this.vitestApis.get(path);
    if (known) return known;
    const base = this.jestApi(path);
    const api = {
      ...base,
      ...this.vitestDefiners,
      expect: this.vitestExpect,
      assert: (this.vitestExpect as TestApi).assert,
    };
    this.vitestApis.set(path, api);
    return api;
  }

  private testModule(name: string, path: string): unknown {
    if (name === '@jest/globals') return this.jestApi(path);
    if (name === 'vitest') return this.vitestApi(path);
    if (name === 'node:test') return this.nodeTests.api;
    return undefined;
  }
}

/** What a module exports by default, or all of it. */
function defaultOf(exports: unknown): unknown {
  const module = exports as { __esModule?: boolean; default?: unknown } | null;
  return module?.__esModule && module.default !== undefined ? module.default : exports;
}

function callIfFunction(exports: unknown): unknown {
  return typeof exports === 'function' ? (exports as AnyFunction)() : exports;
}

/** Runs the steps one after the other; waits for those that return a promise. Returns what the last one does. */
function inTurn(steps: readonly (() => unknown)[]): unknown {
  let last: unknown;
  for (const [index, step] of steps.entries()) {
    last = step();
    if (last instanceof Promise) return last.then(() => inTurn(steps.slice(index + 1)));
  }
  return last;
}
