/** Modules of the program under test: CommonJS and ES modules over functions that the child compiled. */
import { isPackageFile, packageName } from '../links';
import { isRelative } from '../resolve';
import { TestSide } from '../test-side';
import { markAsNamespace, namespaceOf } from './es-modules';
import type { Entry, Imported } from './es-modules';
import { importedFrom, Loader, notFound } from './loader';
import type { LoadedModule } from './loader';
import { keyOf, ManualMocks, SOURCE_FILE } from './manual-mocks';
import type { Found } from './manual-mocks';
import { MockState } from './mock-state';
import type { Mock } from './mock-state';
import type { ModuleHost, NodeModule } from './module-host';
import { ModuleFinder } from './module-finder';
import { Sharing } from './sharing';

export type { ModuleFunction } from './loader';

/** Promise that a mock's factory returned. */
class MockToCome {
  constructor(readonly promise: Promise<{ value: unknown }>) {}
}

/** Modules of Node whose functions have no way to work here. */
const OUTSIDE: ReadonlySet<string> = new Set([
  ...['child_process', 'cluster', 'dgram', 'http', 'http2', 'https', 'inspector', 'net', 'tls', 'v8', 'vm'],
  'worker_threads',
]);

/** Views of such modules, by name and exports. */
type Guards = Record<'outside' | 'withoutSync', (name: string, exports: object) => unknown>;

/** Finds modules, applies mocks and has the rest loaded. */
export class Modules {
  private readonly paths: Set<string>;
  private readonly finder: ModuleFinder;
  private readonly testSide: TestSide;
  private readonly manual: ManualMocks;
  private readonly loader: Loader;
  private readonly sharing: Sharing;
  private testsModule: unknown;
  /** Mocks that tests have set. */
  readonly mocks = new MockState();
  /** May change what `automock` makes, in order. */
  readonly generated: ((path: string, mock: unknown) => unknown)[] = [];
  /** Modules whose automatic mock is being made, for circles. */
  private readonly automocking = new Set<string>();

  constructor(private readonly host: ModuleHost) {
    const { files, testFile, setupFiles, setupFilesAfterEnv, snapshotSerializers } = host.setup;
    this.paths = new Set(files);
    const standIns = new Map(Object.entries(host.setup.mocks ?? {}));
    this.manual = new ManualMocks(this.paths, standIns, (name) => host.isNodeModule(name));
    this.finder = new ModuleFinder(host, this.paths);
    const setup = [...(setupFiles ?? []), ...(setupFilesAfterEnv ?? []), ...(snapshotSerializers ?? [])];
    this.testSide = new TestSide(testFile, setup);
    this.sharing = new Sharing(this.testSide, host.builtins);
    this.loader = new Loader({
      setup: host.setup,
      testSide: this.testSide,
      functions: host.functions,
      counters: host.counters,
      testApi: (path) => host.testApi(path),
      need: (path) => host.need(path),
      requireOf: (path) => this.requireOf(path),
      import: (from, specifier) => this.import(from, specifier),
      guard: (from, specifier, namespace) => this.guard(from, specifier, namespace),
      instantiate: (from, specifier) => this.instantiate(from, specifier),
      check: (from, specifier) => this.check(from, specifier),
      resolve: (from, specifier) => this.resolveFor(from, specifier),
      api: (from, specifier) => this.load(from, specifier, { name: specifier }),
    });
  }

  /** True if a module is the tests'. */
  readonly isOfTests = (path: string): boolean => this.testSide.owns(path);

  /** Exports of a module as `from` sees them, mocks included. */
  require(from: string, specifier: string): unknown {
    const found = this.finder.find(from, specifier);
    if (this.isMocked(found)) return this.requireMock(from, specifier);
    const path = this.fileOf(found, specifier, from);
    return path === undefined
      ? this.load(from, specifier, found)
      : this.loadFile(path, this.askerOf(path, found, from));
  }

  /** Exports of a package or of a module of Node on their way to code of the project. */
  private given<T>(from: string, name: string, exports: T): T {
    if (isPackageFile(from)) return exports;
    const isShared = isPackageFile(name) ? !this.testSide.has(name) : this.host.builtins.has(name);
    if (this.paths.has(name) && !this.isOfTests(name) && !name.endsWith('.json'))
      this.host.handOutOwn(this.testSide.has(from), name, exports);
    else if (isShared)
      this.host.handOut(this.testSide.has(from), packageName(name.replace(/^.*node_modules\//, '')), exports);
    return exports;
  }

  private isMocked(found: Found): boolean {
    const said = this.mocks.said(keyOf(found));
    if (said !== undefined) return said;
    return this.mocks.automock && 'path' in found && !this.testSide.has(found.path);
  }

  requireActual(from: string, specifier: string): unknown {
    return this.load(from, specifier, this.finder.find(from, specifier));
  }

  requireMock(from: string, specifier: string): unknown {
    const mock = this.mockOf(from, specifier);
    return mock instanceof MockToCome ? mock.promise.then(({ value }) => value) : mock;
  }

  private mockOf(from: string, specifier: string): unknown {
    const found = this.finder.find(from, specifier);
    const key = keyOf(found);
    if (this.mocks.has(key)) return this.mocks.get(key);
    const mock = this.mocks.mockOf(key);
    const set = this.mocks.setter(key);
    const keep = (value: unknown): unknown => {
      set(value);
      if (mock?.es) markAsNamespace(value);
      return value;
    };
    if (!mock?.factory) return keep(this.defaultMock(from, specifier, found));
    const made = mock.factory(() => this.importActual(from, specifier));
    if (!(made instanceof Promise)) return keep(made);
    return keep(new MockToCome((async () => ({ value: keep(await made) }))()));
  }

  /** Result of an import in `from`, mocks included. */
  private import(from: string, specifier: string): Imported {
    const found = this.finder.find(from, specifier);
    if (this.isMocked(found)) {
      const mock = this.mockOf(from, specifier);
      return mock instanceof MockToCome ? { later: mock.promise } : { value: mock };
    }
    const path = this.fileOf(found, specifier, from);
    if (path === undefined) return { value: this.load(from, specifier, found) };
    const asker = this.askerOf(path, found, from);
    return importedFrom(this.enter(path, asker), (exports) =>
      this.sharing.exportsFor(asker, path, this.given(asker, path, exports)),
    );
  }

  /** Path of the file that stands behind what was found, where no mock does. */
  private fileOf(found: Found, specifier: string, from: string): string | undefined {
    const refused = this.mocks.said(keyOf(found)) === false;
    const standIn = refused ? undefined : this.manual.ofPackage(found, specifier);
    if (standIn !== undefined && standIn !== from) return standIn;
    return 'path' in found ? found.path : undefined;
  }

  /** File on whose behalf a module is loaded. A stand-in belongs to the tests even if code under test loads it. */
  private askerOf(path: string, found: Found, from: string): string {
    return 'path' in found && found.path === path ? from : this.host.setup.testFile;
  }

  private instantiate(from: string, specifier: string): Entry | undefined {
    const found = this.finder.find(from, specifier);
    const path = this.isMocked(found) ? undefined : this.fileOf(found, specifier, from);
    if (path === undefined) return undefined;
    this.sharing.asks(from, path);
    // The program gets a view of a package, once it is there; a copy of data imports nothing that waits for it.
    const isSeen = isPackageFile(path) && this.sharing.sideOf(from) === 'program';
    const isCopy = this.sharing.nameFor(path, from) !== path;
    return isSeen || isCopy ? undefined : this.loader.instantiate(path);
  }

  /** The real module, once it is there. */
  async importActual(from: string, specifier: string): Promise<unknown> {
    const found = this.finder.find(from, specifier);
    if (!('path' in found)) return namespaceOf(this.load(from, specifier, found));
    const actual = importedFrom(this.enter(found.path, from));
    return namespaceOf(('value' in actual ? actual : await actual.later).value);
  }

  async importMock(from: string, specifier: string): Promise<unknown> {
    const mock = this.mockOf(from, specifier);
    return mock instanceof MockToCome ? (await mock.promise).value : mock;
  }

  /** Throws when nothing can be loaded by this name. */
  private check(from: string, specifier: string): void {
    const found = this.finder.find(from, specifier);
    if ('path' in found || this.isMocked(found) || this.host.builtins.has(found.name)) return;
    if (this.testSide.has(from) && this.host.testModule(specifier, from) !== undefined) return;
    throw this.finder.missing(from, specifier);
  }

  /** A neighbour in `__mocks__`, else an automatic mock of the real module. */
  private defaultMock(from: string, specifier: string, found: Found): unknown {
    const manual = this.manual.of(found, specifier);
    return manual === undefined ? this.automock(from, specifier) : this.loadMock(manual);
  }

  /** An automatic mock of the real module, which is loaded apart: the program's own one stays as it is. */
  automock(from: string, specifier: string): unknown {
    const found = this.finder.find(from, specifier);
    const key = keyOf(found);
    if (this.automocking.has(key)) return {};
    const restore = this.freshRegistries();
    this.automocking.add(key);
    try {
      const mock = this.host.automock(this.mocks.scratch(() => this.load(from, specifier, found)));
      const name = 'path' in found ? `/${key}` : key;
      return this.generated.reduce((made, change) => change(name, made), mock);
    } finally {
      restore();
      this.automocking.delete(key);
    }
  }

  /** A module of the tests, given to code under test because the tests say so. */
  private loadMock(path: string): unknown {
    return this.loadFile(path, this.host.setup.testFile);
  }

  /** `virtual`: the module need not exist. */
  setMock(from: string, specifier: string, mock: Mock, virtual = false): void {
    const found = this.finder.find(from, specifier);
    const known = 'path' in found || !isRelative(specifier) || virtual;
    if (!known && mock.factory && (SOURCE_FILE.test(specifier) || /(^|\/)[^./]*$/.test(specifier))) {
      const why = 'no file of the project has this path; pass `{ virtual: true }` to mock it all the same.';
      throw notFound(specifier, from, why);
    }
    this.mocks.mock(keyOf(found), mock, this.host.setup.dialect === 'vitest');
  }

  unmock(from: string, specifier: string): void {
    this.mocks.unmock(keyOf(this.finder.find(from, specifier)));
  }

  reset(): void {
    this.loader.registry = new Map();
    this.mocks.reset();
  }

  /** Modules are loaded anew from now on; returns what puts the old ones back. */
  private freshRegistries(): () => void {
    const { loader } = this;
    const { registry } = loader;
    loader.registry = new Map();
    return () => {
      loader.registry = registry;
    };
  }

  /** Runs what follows with registries of its own; returns what puts the old ones back. */
  isolate(): () => void {
    if (this.mocks.isolated)
      throw new Error('isolateModules cannot be nested inside another isolateModules.');
    const restore = this.freshRegistries();
    this.mocks.isolate();
    return () => {
      restore();
      this.mocks.endIsolation();
    };
  }

  /** Loads the test file, the module whose function is called, or another that belongs to the tests; a promise when there is something to wait for. */
  loadEntry(path = this.host.setup.call?.module ?? this.host.setup.testFile): Promise<void> | undefined {
    return this.enter(path, path).pending;
  }

  /** Exports of a file that was loaded. */
  exportsOf(path: string): unknown {
    return this.loader.registry.get(path)?.module.exports;
  }

  resolve(from: string, specifier: string): string {
    const found = this.finder.find(from, specifier);
    if ('path' in found) return found.path;
    if (this.host.builtins.has(found.name)) return specifier;
    throw this.finder.missing(from, specifier);
  }

  private load(from: string, specifier: string, found: Found): unknown {
    if ('path' in found) return this.loadFile(found.path, from);
    if (this.testSide.has(from)) {
      const api = this.host.testModule(specifier, from);
      if (api !== undefined) return api;
    }
    if (isRelative(specifier)) throw this.finder.missing(from, specifier);
    return this.loadBuiltin(from, specifier, found.name);
  }

  private loadBuiltin(from: string, specifier: string, name: string): unknown {
    const { builtins } = this.host;
    if (!builtins.has(name)) throw this.finder.missing(from, specifier);
    if (!this.testSide.has(from))
      return this.sharing.builtin(
        from,
        name,
        this.guarded(from, name, this.given(from, name, builtins.load(name))),
      );
    // Tests judge by these: what code under test changes in its own does not change theirs.
    if (name === 'assert') return this.assertOfTests();
    if (name === 'assert/strict') return this.assertOfTests().strict;
    return name === 'module' ? this.moduleOfTests() : this.given(from, name, builtins.load(name));
  }

  /** Packages often hold functions of Node that they never call; code under test can't hold them. */
  private guarded(from: string, name: string, exports: unknown): unknown {
    if (isPackageFile(from) || !OUTSIDE.has(name)) return exports;
    return this.guards().outside(name, exports as object);
  }

  private guard(from: string, specifier: string, namespace: unknown): unknown {
    const found = this.finder.find(from, specifier);
    if ('path' in found || found.name !== 'fs' || this.isMocked(found)) return namespace;
    if (isPackageFile(from) || this.testSide.has(from)) return namespace;
    return this.guards().withoutSync(found.name, namespace as object);
  }

  private guards(): Guards {
    return this.host.builtins.load('internal/guard') as Guards;
  }

  private assertOfTests(): { strict: unknown } {
    return this.host.builtins.load('internal/assert-of-tests') as { strict: unknown };
  }

  /** With `node:module` tests may load each other. */
  private moduleOfTests(): unknown {
    const create = this.host.builtins.load('internal/module') as NodeModule;
    this.testsModule ??= create((filename) => this.requireOf(this.testSide.copy(filename.slice(1))));
    return this.testsModule;
  }

  /** `require` of a file that code under test may name at will: it leads to nothing of the tests. */
  requireFrom(filename: string): object {
    const path = filename.slice(1);
    if (this.testSide.has(path)) throw notFound(path, path, 'code under test may not load test files.');
    return this.requireOf(path);
  }

  private loadFile(path: string, from: string): unknown {
    this.assertAllowed(path, from);
    this.sharing.asks(from, path);
    const exports = this.loader.load(path, this.sharing.nameFor(path, from));
    return this.sharing.exportsFor(from, path, this.given(from, path, exports));
  }

  private enter(path: string, from: string): LoadedModule {
    this.assertAllowed(path, from);
    this.sharing.asks(from, path);
    return this.loader.enter(path, this.sharing.nameFor(path, from));
  }

  private assertAllowed(path: string, from: string): void {
    if (this.testSide.has(path) && !this.testSide.has(from)) {
      throw notFound(path, from, 'code under test may not load test files.');
    }
  }

  /** An absolute path, or the name of a module of Node. */
  private resolveFor(from: string, specifier: string): string {
    const found = this.resolve(from, specifier);
    return this.paths.has(found) || isPackageFile(found) ? `/${found}` : found;
  }

  private requireOf(path: string): object {
    const require = (specifier: string): unknown => this.require(path, specifier);
    const resolve = (specifier: string): string => this.resolveFor(path, specifier);
    return Object.assign(require, {
      resolve,
      cache: Object.create(null) as object,
      extensions: {},
      main: undefined,
    });
  }
}
