/** Modules of the program under test: CommonJS and ES modules over functions that the child compiled. */
import { isPackageFile, packageName } from '../links';
import { isRelative } from '../resolve';
import { TestSide } from '../test-side';
import { namespaceOf } from './es-modules';
import type { Entry, Imported } from './es-modules';
import { importedFrom, Loader, notFound } from './loader';
import type { LoadedModule } from './loader';
import { keyOf, ManualMocks } from './manual-mocks';
import type { Found } from './manual-mocks';
import type { ModuleHost } from './module-host';
import { ModuleFinder } from './module-finder';
import { ModuleMocks } from './module-mocks';
import { NodeExports } from './node-exports';
import { Sharing } from './sharing';

export type { ModuleFunction } from './loader';

/** Finds modules, applies mocks and has the rest loaded. */
export class Modules {
  private readonly paths: Set<string>;
  private readonly finder: ModuleFinder;
  private readonly testSide: TestSide;
  private readonly manual: ManualMocks;
  private readonly loader: Loader;
  private readonly sharing: Sharing;
  private readonly node: NodeExports;
  /** Mocks that tests have set. */
  readonly mocks: ModuleMocks;

  constructor(private readonly host: ModuleHost) {
    const { files, testFile, setupFiles, setupFilesAfterEnv, snapshotSerializers } = host.setup;
    this.paths = new Set(files);
    const standIns = new Map(Object.entries(host.setup.mocks ?? {}));
    this.manual = new ManualMocks(this.paths, standIns, (name) => host.isNodeModule(name));
    this.finder = new ModuleFinder(host, this.paths);
    const setup = [...(setupFiles ?? []), ...(setupFilesAfterEnv ?? []), ...(snapshotSerializers ?? [])];
    this.testSide = new TestSide(testFile, setup);
    this.sharing = new Sharing(this.testSide, host.builtins);
    this.node = new NodeExports({
      builtins: host.builtins,
      testSide: this.testSide,
      sharing: this.sharing,
      given: (from, name, exports) => this.given(from, name, exports),
      requireOf: (path) => this.requireOf(path),
    });
    this.mocks = new ModuleMocks({
      isVitest: host.setup.dialect === 'vitest',
      manual: this.manual,
      find: (from, specifier) => this.finder.find(from, specifier),
      isOfTests: (path) => this.testSide.has(path),
      load: (from, specifier, found) => this.load(from, specifier, found),
      importActual: (from, specifier) => this.importActual(from, specifier),
      loadMock: (path) => this.loadFile(path, host.setup.testFile),
      automock: (exports) => host.automock(exports),
      freshRegistries: () => this.freshRegistries(),
    });
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
    if (this.mocks.isMocked(found)) return this.mocks.require(from, specifier);
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

  requireActual(from: string, specifier: string): unknown {
    return this.load(from, specifier, this.finder.find(from, specifier));
  }

  /** Result of an import in `from`, mocks included. */
  private import(from: string, specifier: string): Imported {
    const found = this.finder.find(from, specifier);
    if (this.mocks.isMocked(found)) return this.mocks.imported(from, specifier);
    const path = this.fileOf(found, specifier, from);
    if (path === undefined) return { value: this.load(from, specifier, found) };
    const asker = this.askerOf(path, found, from);
    return importedFrom(this.enter(path, asker), (exports) =>
      this.sharing.exportsFor(asker, path, this.given(asker, path, exports)),
    );
  }

  /** Path of the file that stands behind what was found, where no mock does. */
  private fileOf(found: Found, specifier: string, from: string): string | undefined {
    const refused = this.mocks.state.said(keyOf(found)) === false;
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
    const path = this.mocks.isMocked(found) ? undefined : this.fileOf(found, specifier, from);
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

  /** Throws when nothing can be loaded by this name. */
  private check(from: string, specifier: string): void {
    const found = this.finder.find(from, specifier);
    if ('path' in found || this.mocks.isMocked(found) || this.host.builtins.has(found.name)) return;
    if (this.testSide.has(from) && this.host.testModule(specifier, from) !== undefined) return;
    throw this.finder.missing(from, specifier);
  }

  reset(): void {
    this.loader.registry = new Map();
    this.mocks.state.reset();
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
    if (this.mocks.state.isolated)
      throw new Error('isolateModules cannot be nested inside another isolateModules.');
    const restore = this.freshRegistries();
    this.mocks.state.isolate();
    return () => {
      restore();
      this.mocks.state.endIsolation();
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
    if (isRelative(specifier) || !this.host.builtins.has(found.name))
      throw this.finder.missing(from, specifier);
    return this.node.for(from, found.name);
  }

  private guard(from: string, specifier: string, namespace: unknown): unknown {
    const found = this.finder.find(from, specifier);
    if ('path' in found || found.name !== 'fs' || this.mocks.isMocked(found)) return namespace;
    if (isPackageFile(from) || this.testSide.has(from)) return namespace;
    return this.node.withoutSync(found.name, namespace);
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
