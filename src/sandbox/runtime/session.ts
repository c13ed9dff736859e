/** One run of one test file: wires clock, console, modules, definitions and runner together. */
import { LIBRARY_MARK } from '../libraries';
import { NODE_MODULES } from '../node-modules';
import type { CallSetup, Hits, Rejection, RuntimeEvent, RuntimeSetup, TestTexts } from '../runtime-protocol';
import { SCRIPT_API_NAMES, TEST_API_NAMES } from '../wrapper';
import { StandIns } from './builtins';
import { FunctionCall } from './call';
import { ChanceUses } from './chance';
import { createAssert, createConsole } from './console';
import { drawnRandom, drawnTime } from './draw';
import { Definitions, Ids } from './definitions';
import type { TestCase } from './definitions';
import { announceTest, resetExpect } from './expect-setup';
import { FakeTimers } from './fake-timers';
import { installGlobals } from './globals';
import { createHost } from './host';
import type { LibraryHost } from './library-host';
import { loadTests } from './load-tests';
import { isMock, trackResults } from './matchers';
import { watchMocks } from './mock-guard';
import { createMocker } from './mocker';
import { automock } from './module-api';
import { Modules } from './modules';
import { NodeTests } from './node-test/tests';
import type { Input } from './input';
import { Output } from './output';
import { Runner } from './runner';
import { Settings } from './settings';
import { Serializers } from './snapshot-format';
import { Snapshots, useSnapshots } from './snapshots';
import { Taint } from './taint';
import { TestApis } from './test-api';
import { TestFlow } from './test-flow';
import { Ticks } from './ticks';
import { Timers, checkCallback } from './timers';
import type { Compiled, Work } from './session-work';

export class Session {
  private readonly timers = new Timers((error, owner) => this.work.uncaught(error, owner));
  private readonly ticks = new Ticks(this.timers);
  /** All that stand-ins have of the runtime. */
  readonly host: LibraryHost;
  /** Modules of Node, as the program has them. */
  private readonly standIns: StandIns;
  private readonly mocker = createMocker();
  private readonly fakes = new FakeTimers(
    this.timers,
    (fn) => this.mocker.fn(fn),
    () => this.standIns.processOfTests(),
  );
  private readonly isVitest: boolean;
  private readonly settings: Settings;
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
  private readonly apis: TestApis;
  private readonly taint: Taint | undefined;
  private ended = false;

  constructor(
    private readonly setup: RuntimeSetup,
    private readonly compiled: Compiled,
    private readonly report: (event: RuntimeEvent) => void,
    private readonly input?: Input,
  ) {
    if (setup.draw && setup.draw.clock !== 'own') this.timers.follow(drawnTime(setup.draw));
    this.isVitest = setup.dialect === 'vitest';
    this.settings = new Settings(setup.run ?? {});
    this.output = new Output(setup.outputLimit, (entry) => this.work.log(entry));
    this.console = this.createConsole();
    this.serializers = new Serializers(this.settings.run.snapshotFormat ?? {});
    this.snapshots = new Snapshots({
      texts: new Map(setup.snapshots),
      serializers: this.serializers,
      style: this.isVitest ? 'vitest' : 'jest',
    });
    this.ids = new Ids(setup.testFile);
    this.definitions = new Definitions(this.ids, {
      running: () => this.runner.scope.test?.title,
      report: (error) => this.runner.misused(error),
    });
    this.apis = this.createApis();
    this.nodeTests = this.createNodeTests();
    this.host = this.createHost();
    this.taint = setup.taint && this.createTaint(setup.taint);
    this.standIns = new StandIns(
      compiled.libraries,
      this.host,
      (name) => this.report({ e: 'need', path: LIBRARY_MARK + name }),
      (name, value) => this.taint?.made(name, value),
      (name) => this.taint?.setVariable(name),
    );
    this.modules = this.createModules();
    this.runner = this.createRunner();
    this.work = setup.call ? this.createCall(setup.call) : this.runner;
    this.prepareRealm();
    const { taint } = this;
    taint?.begin();
    watchMocks(
      taint && {
        isOfTests: (path) => this.modules.isOfTests(path),
        touched: () => taint.touchedMock(),
      },
    );
  }

  private createTaint({ assigned, modules }: TestTexts): Taint {
    return new Taint({
      assigned: new Set(assigned),
      modules: new Set(modules),
      isOfTests: (value) => isMock(value) || this.fakes.isFake(value),
    });
  }

  /** Reports what the program changed since it was last asked. */
  lookForChanges(): void {
    const names = this.taint?.check() ?? [];
    if (names.length > 0) this.report({ e: 'changed', names });
  }

  private createConsole(): object {
    const { output } = this;
    const sink = {
      isFull: () => output.full,
      log: (level: string, text: string) => output.add(level, text),
      asserted: (message?: string) => this.work.asserted(message, false),
    };
    return createConsole(sink, () => this.timers.real.now());
  }

  /** Console for the checks of a plain script. */
  private scriptConsole(): object {
    const asserted = (message?: string): void => this.work.asserted(message, true);
    return createScriptConsole(this.console, createAssert({ asserted }));
  }

  /** Sets up the program's surroundings again, which an earlier run may have changed. */
  private prepareRealm(): void {
    if (this.setup.draw) Math.random = drawnRandom(this.setup.draw, Math.random);
    if (this.setup.taint) this.noteChance();
    installGlobals({
      console: this.console,
      timers: this.host.timers,
      standIns: this.standIns,
      date: () => this.timers.date(),
      queueMicrotask: createQueueMicrotask(this.timers),
      globals: this.settings.run.globals ?? {},
    });
    resetExpect({ testPath: `/${this.setup.testFile}` });
    useSnapshots(this.snapshots);
    trackResults(this.isVitest);
  }

  private noteChance(): void {
    const uses = new ChanceUses(this.report);
    this.timers.asked = (what) => uses.note(what);
    Math.random = uses.noting('Math.random', Math.random);
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

  private createApis(): TestApis {
    const { isVitest, definitions, settings, timers, fakes, mocker } = this;
    return new TestApis({
      ...{ isVitest, definitions, settings, timers, fakes, mocker },
      console: this.scriptConsole(),
      modules: () => this.modules,
      nodeTest: () => this.nodeTests.api,
      fail: (failure) => this.runner.scope.fail(failure),
      addSerializer: (plugin) => this.serializers.add(plugin),
      warn: (text) => this.output.add('warn', text),
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
    const { setup } = this;
    return new Modules({
      setup,
      functions: this.compiled.functions,
      counters: this.compiled.counters,
      builtins: this.standIns,
      testApi: (path) => {
        const api = this.apis.of(path);
        const isScript = setup.plainScript && path === setup.testFile;
        return [
          ...(isScript ? SCRIPT_API_NAMES : TEST_API_NAMES).map((name) => api[name]),
          ...(setup.ownGlobals?.[path] ?? []).map((name) => this.standIns.global(name)),
        ];
      },
      testModule: (name, path) => this.apis.module(name, path),
      automock: (exports) => automock(this.mocker, exports),
      need: (path) => this.report({ e: 'need', path }),
      handOut: (toTests, name, exports) => this.taint?.handOut(toTests, name, exports),
      handOutOwn: (toTests, path, exports) => this.taint?.handOutOwn(toTests, path, exports),
      needLink: (from, specifier) => this.report({ e: 'need-link', from, specifier }),
      isNodeModule: (name) => NODE_MODULES.has(name),
    });
  }

  private createRunner(): Runner {
    const { setup, modules, settings, fakes, serializers } = this;
    const flow = new TestFlow({
      definitions: this.definitions,
      runner: () => this.runner,
      dialect: this.apis.dialect,
      only: this.setup.only ? new Set(this.setup.only) : undefined,
      timeout: () => settings.timeout,
      retry: () => settings.retry,
      announce: (test) => this.announce(test),
      refresh: () => this.apis.refresh(),
      forget: (test) => this.snapshots.forget(this.nameOf(test)),
      sleep: (ms) => this.timers.sleep(ms),
    });
    return new Runner(
      {
        setup,
        definitions: this.definitions,
        timers: this.timers,
        report: this.report,
        takeHits: () => this.takeHits(),
        load: () => loadTests({ setup, modules, settings, fakes, serializers }),
      },
      () => flow.run(),
      this.nodeTests,
    );
  }

  private createCall(call: CallSetup): FunctionCall {
    const { timers, report, input } = this;
    return new FunctionCall({
      ...{ call, timers, report, input },
      load: () => this.modules.loadEntry(),
      exports: () => this.modules.exportsOf(call.module),
    });
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
    announceTest(this.nameOf(test), test.failing);
  }

  private takeHits(): Hits | undefined {
    return this.setup.coverage ? takeHits(this.compiled.counters) : undefined;
  }
}

/** Counters that moved since the last call; sets them to zero. */
function takeHits(counters: ReadonlyMap<string, Uint8Array>): Hits {
  const hits: Hits = {};
  for (const [path, counts] of counters) {
    const moved: number[] = [];
    for (let index = 0; index < counts.length; index++) if (counts[index]) moved.push(index);
    if (moved.length > 0) hits[path] = moved;
    counts.fill(0);
  }
  return hits;
}

/** `queueMicrotask` of the program. */
function createQueueMicrotask(timers: Timers): (callback: () => unknown) => void {
  return function queueMicrotask(callback) {
    checkCallback(callback);
    const { owner } = timers;
    const call = timers.inContext(callback);
    void Promise.resolve().then(() => timers.guard(call, owner));
  };
}

function own(found: PropertyDescriptor | undefined): PropertyDescriptor | undefined {
  return found && { ...found, configurable: true };
}

/**
 * Console of a script that checks itself. It is the run's console, so the script's replacements reach the code beside
 * it too. Only its `assert` is its own, and can't be replaced: checks of other code are not the script's.
 */
function createScriptConsole(console: object, assert: unknown): object {
  return new Proxy(
    {},
    {
      get: (_, key) => (key === 'assert' ? assert : (Reflect.get(console, key) as unknown)),
      set: (_, key, value) => key !== 'assert' && Reflect.set(console, key, value),
      has: (_, key) => Reflect.has(console, key),
      ownKeys: () => Reflect.ownKeys(console),
      getOwnPropertyDescriptor: (_, key) => own(Reflect.getOwnPropertyDescriptor(console, key)),
      defineProperty: (_, key, descriptor) => Reflect.defineProperty(console, key, descriptor),
      deleteProperty: (_, key) => Reflect.deleteProperty(console, key),
    },
  );
}
