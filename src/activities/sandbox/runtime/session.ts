/** One run of one test file: wires clock, console, modules, definitions and runner together. */
import { expect } from 'expect';
import { ModuleMocker } from 'jest-mock';
import type {
  CallSetup,
  ConsoleEntry,
  Hits,
  Rejection,
  RuntimeEvent,
  RuntimeSetup,
} from '../runtime-protocol';
import { NODE_MODULES } from '../node-modules';
import { builtinFactories } from './builtins';
import { FunctionCall } from './call';
import { createConsole } from './console';
import { createDefiners, Definitions } from './definitions';
import type { TestCase } from './definitions';
import { installGlobals } from './globals';
import { automock, createJestObject, createViObject } from './jest-object';
import type { ModuleFunction } from './modules';
import { Modules } from './modules';
import { Output } from './output';
import { Runner } from './runner';
import './snapshots';
import { Timers } from './timers';
import { SCRIPT_API_NAMES } from '../wrapper';

export interface Compiled {
  functions: Map<string, ModuleFunction>;
  counters: Map<string, Uint8Array>;
}

type TestApi = Record<string, unknown>;

/** What a session drives turn by turn: the tests of a file, or one call. */
interface Work {
  readonly done: boolean;
  turn(): void;
  /** An error that no code caught. */
  uncaught(error: unknown): void;
  log(entry: ConsoleEntry): void;
  /** A `console.assert` was executed; it failed when there is a message. */
  asserted(message?: string): void;
  /** The program sets the limit of its tests, ms. */
  setTimeout(ms: number): void;
}

export class Session {
  private readonly timers = new Timers((error) => this.runner.uncaught(error));
  private readonly mocker = new ModuleMocker(realGlobal as unknown as typeof globalThis);
  private readonly definitions: Definitions;
  private readonly modules: Modules;
  private readonly runner: Work;
  private readonly output: Output;
  private readonly console: object;
  private readonly definers: TestApi;
  private readonly apis = new Map<string, TestApi>();
  private ended = false;

  constructor(
    private readonly setup: RuntimeSetup,
    private readonly compiled: Compiled,
    private readonly report: (event: RuntimeEvent) => void,
  ) {
    this.output = new Output(setup.outputLimit, (entry) => this.runner.log(entry));
    this.console = createConsole(
      {
        log: (level, text) => this.output.add(level, text),
        asserted: (message) => this.runner.asserted(message),
      },
      () => this.timers.current.date(),
    );
    this.definitions = new Definitions(setup.testFile);
    this.definers = createDefiners(this.definitions);
    this.modules = this.createModules();
    this.runner = setup.call ? this.createCall(setup.call) : this.createRunner();
    installGlobals({
      console: this.console,
      timers: this.timers,
      onError: (error) => this.runner.uncaught(error),
      write: (level, text) => this.output.add(level, text),
    });
  }

  private createModules(): Modules {
    return new Modules({
      setup: this.setup,
      functions: this.compiled.functions,
      counters: this.compiled.counters,
      builtins: builtinFactories,
      testApi: (path) => {
        const api = this.apiOf(path);
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
    return new Runner({
      setup: this.setup,
      definitions: this.definitions,
      timers: this.timers,
      report: this.report,
      takeHits: () => this.takeHits(),
      load: () => this.modules.loadEntry(),
      beforeTest: (test) => this.beforeTest(test),
    });
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

  /** One macrotask. */
  turn(): void {
    if (!this.runner.done) this.runner.turn();
    if (!this.runner.done || this.ended) return;
    this.ended = true;
    this.report({ e: 'end', ...this.output.streams(), hits: this.takeHits() });
  }

  /** A promise was rejected and nothing handled it in its macrotask. */
  rejected(rejection: Rejection): void {
    const error = new Error(rejection.message);
    error.name = rejection.name;
    Object.defineProperty(error, 'stack', { value: rejection.stack });
    this.runner.uncaught(error);
  }

  private beforeTest(test: TestCase): void {
    expect.setState({
      assertionCalls: 0,
      numPassingAsserts: 0,
      isExpectingAssertions: false,
      expectedAssertionsNumber: null,
      suppressedErrors: [],
      currentTestName: test.path.join(' '),
      testPath: `/${this.setup.testFile}`,
    });
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

  /** Values of the test API for one test file; `jest` resolves modules relative to it. */
  private apiOf(path: string): TestApi {
    const known = this.apis.get(path);
    if (known) return known;
    const host = {
      modules: this.modules,
      timers: this.timers,
      mocker: this.mocker,
      setTestTimeout: (ms: number) => this.runner.setTimeout(ms),
    };
    const jest = createJestObject(host, path);
    const vi = createViObject(host, jest, path);
    const api = { ...this.definers, expect, jest, vi, vitest: vi, console: this.console };
    this.apis.set(path, api);
    return api;
  }

  private testModule(name: string, path: string): unknown {
    if (name !== '@jest/globals' && name !== 'vitest') return undefined;
    return this.apiOf(path);
  }
}
