/** The test API as test files get it: as parameters around their code, or by importing a module of it. */
import { expect } from 'expect';
import type { ModuleMocker } from 'jest-mock';
import { createDefiners } from './definers';
import type { Definitions } from './definitions';
import type { RawFailure } from '../runtime-protocol';
import type { FakeTimers } from './fake-timers';
import { createJestObject } from './jest-object';
import { VitestMocks } from './mock-api';
import type { Modules } from './modules';
import type { Settings } from './settings';
import type { Dialect } from './test-flow';
import { JEST_DIALECT } from './test-flow';
import type { Timers } from './timers';
import { createViObject } from './vi-object';
import { createVitestDefiners } from './vitest/definers';
import { VitestDialect } from './vitest/dialect';
import { createVitestExpect } from './vitest/expect';
import { addVitestMatchers } from './vitest/matchers';

export type TestApi = Record<string, unknown>;

export interface TestApiHost {
  isVitest: boolean;
  definitions: Definitions;
  settings: Settings;
  timers: Timers;
  fakes: FakeTimers;
  mocker: ModuleMocker;
  console: object;
  modules(): Modules;
  /** The module `node:test`. */
  nodeTest(): unknown;
  /** Fails the test under way, which goes on. */
  fail(failure: RawFailure): void;
  addSerializer(plugin: unknown): void;
  /** Writes a warning to the console. */
  warn(text: string): void;
}

export class TestApis {
  readonly dialect: Dialect;
  private readonly vitestMocks: VitestMocks;
  private readonly vitestExpect: unknown;
  private readonly jestDefiners: TestApi;
  private readonly vitestDefiners: TestApi;
  private readonly jestApis = new Map<string, TestApi>();
  private readonly vitestApis = new Map<string, TestApi>();

  constructor(private readonly host: TestApiHost) {
    const { definitions, isVitest, mocker } = host;
    if (isVitest) addVitestMatchers();
    this.vitestMocks = new VitestMocks(mocker);
    this.vitestExpect = createVitestExpect(host);
    const vitest = new VitestDialect({ expect: this.vitestExpect });
    this.dialect = isVitest ? vitest : JEST_DIALECT;
    this.jestDefiners = createDefiners(definitions);
    this.vitestDefiners = createVitestDefiners(definitions, vitest);
    (expect as unknown as TestApi).addSnapshotSerializer = (plugin: unknown) => host.addSerializer(plugin);
  }

  /** Resets what the configuration wants reset before each test. */
  refresh(): void {
    const { settings, mocker, isVitest } = this.host;
    const { mocks } = settings;
    if (mocks.resetModules) this.host.modules().reset();
    if (mocks.clearMocks) mocker.clearAllMocks();
    if (mocks.resetMocks) (isVitest ? this.vitestMocks : mocker).resetAllMocks();
    if (mocks.restoreMocks) mocker.restoreAllMocks();
  }

  private objectHost(): Parameters<typeof createViObject>[0] {
    const { settings, definitions, timers, fakes, mocker, warn, modules } = this.host;
    return {
      modules: modules(),
      timers,
      fakes,
      mocker,
      vitestMocks: this.vitestMocks,
      fakeOptions: settings.fakeTimers,
      setTestTimeout: (ms) => {
        settings.timeout = ms;
      },
      setRetry: (retry, wholeDescribe) => {
        if (wholeDescribe) definitions.retryBlock(retry);
        else settings.retry = retry;
      },
      warn,
      configure: (changes) => settings.change(changes),
      resetConfiguration: () => settings.reset(),
    };
  }

  /** The API for one test file; `jest` resolves modules relative to it. */
  of(path: string): TestApi {
    return this.host.isVitest ? this.vitest(path) : this.jest(path);
  }

  private jest(path: string): TestApi {
    const known = this.jestApis.get(path);
    if (known) return known;
    const objects = this.objectHost();
    const jest = createJestObject(objects, path);
    const vi = createViObject(objects, path);
    const api = { ...this.jestDefiners, expect, jest, vi, vitest: vi, console: this.host.console };
    this.jestApis.set(path, api);
    return api;
  }

  private vitest(path: string): TestApi {
    const known = this.vitestApis.get(path);
    if (known) return known;
    const { vitestExpect } = this;
    const { assert } = vitestExpect as TestApi;
    const api = {
      ...this.jest(path),
      ...this.vitestDefiners,
      expect: vitestExpect,
      assert,
      chai: { assert },
    };
    this.vitestApis.set(path, api);
    return api;
  }

  /** A module of the test API, for a test file; undefined when it has no such name. */
  module(name: string, path: string): unknown {
    if (name === '@jest/globals') return this.jest(path);
    if (name === 'vitest') return this.vitest(path);
    return name === 'node:test' ? this.host.nodeTest() : undefined;
  }
}
