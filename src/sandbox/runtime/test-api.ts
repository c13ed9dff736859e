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
import type { Dialect } from './dialect';
import { JEST_DIALECT } from './dialect';
import type { Timers } from './timers';
import { createViObject } from './vi-object';
import type { ViHost } from './vi-object';
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

/** vitest's half of the API. */
interface VitestParts {
  dialect: VitestDialect;
  definers: TestApi;
  expect: TestApi;
  mocks: VitestMocks;
}

function createVitestParts(host: TestApiHost): VitestParts {
  const vitestExpect = createVitestExpect(host);
  const dialect = new VitestDialect({ expect: vitestExpect });
  const definers = createVitestDefiners(host.definitions, dialect);
  return { dialect, definers, expect: vitestExpect, mocks: new VitestMocks(host.mocker) };
}

export class TestApis {
  readonly dialect: Dialect;
  private vitestParts: VitestParts | undefined;
  private jestDefiners: TestApi | undefined;
  private readonly jestApis = new Map<string, TestApi>();
  private readonly vitestApis = new Map<string, TestApi>();

  constructor(private readonly host: TestApiHost) {
    if (host.isVitest) addVitestMatchers();
    this.dialect = host.isVitest ? this.vitest.dialect : JEST_DIALECT;
    (expect as unknown as TestApi).addSnapshotSerializer = (plugin: unknown) => host.addSerializer(plugin);
  }

  /** Made when they are first asked for: few files of jest's import anything of vitest's. */
  private get vitest(): VitestParts {
    this.vitestParts ??= createVitestParts(this.host);
    return this.vitestParts;
  }

  /** Resets what the configuration wants reset before each test. */
  refresh(): void {
    const { settings, mocker, isVitest } = this.host;
    const { mocks } = settings;
    if (mocks.resetModules) this.host.modules().reset();
    if (mocks.clearMocks) mocker.clearAllMocks();
    if (mocks.resetMocks) (isVitest ? this.vitest.mocks : mocker).resetAllMocks();
    if (mocks.restoreMocks) mocker.restoreAllMocks();
  }

  private objectHost(): Omit<ViHost, 'vitestMocks'> {
    const { settings, definitions, timers, fakes, mocker, warn, modules } = this.host;
    return {
      modules: modules(),
      timers,
      fakes,
      mocker,
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
    return this.host.isVitest ? this.vitestApi(path) : this.jestApi(path);
  }

  private jestApi(path: string): TestApi {
    const known = this.jestApis.get(path);
    if (known) return known;
    this.jestDefiners ??= createDefiners(this.host.definitions);
    const jest = createJestObject(this.objectHost(), path);
    const api = { ...this.jestDefiners, expect, jest, console: this.host.console };
    this.jestApis.set(path, api);
    return api;
  }

  private vitestApi(path: string): TestApi {
    const known = this.vitestApis.get(path);
    if (known) return known;
    const { definers, expect: vitestExpect, mocks } = this.vitest;
    const { assert } = vitestExpect;
    const vi = createViObject({ ...this.objectHost(), vitestMocks: mocks }, path);
    const own = { vi, vitest: vi, expect: vitestExpect, assert, chai: { assert } };
    const api = { ...this.jestApi(path), ...definers, ...own };
    this.vitestApis.set(path, api);
    return api;
  }

  /** A module of the test API, for a test file; undefined when it has no such name. */
  module(name: string, path: string): unknown {
    if (name === '@jest/globals') return this.jestApi(path);
    if (name === 'vitest') return this.vitestApi(path);
    return name === 'node:test' ? this.host.nodeTest() : undefined;
  }
}
