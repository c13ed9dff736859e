/** Modules of the program under test: CommonJS and ES modules over functions that the child compiled. */
import { COMMAND_CHECK, isPackageFile, TEST_MODULES } from '../links';
import type { Link } from '../links';
import { isRelative, packageMock, resolveModule } from '../resolve';
import type { BrokenModule, RuntimeSetup } from '../runtime-protocol';
import { TestSide } from '../test-side';
import type { ModuleKind } from '../wrapper';
import { syntaxError } from './errors';
import { Linker, markAsNamespace, namespaceOf } from './es-modules';
import type { Entry, Imported } from './es-modules';

/** What a compiled module is called with after the CommonJS five: its helper, its counters, then the test API. */
export type ModuleFunction = (...args: unknown[]) => unknown;

export interface Module {
  exports: unknown;
  id: string;
  filename: string;
  loaded: boolean;
}

type LoadedModule = Entry & { module: Module };
type Registry = Map<string, LoadedModule>;
type MockFactory = (importOriginal: () => Promise<unknown>) => unknown;
/** `es`: what the factory returns are the exports of an ES module. */
type Mock = { factory: MockFactory | undefined; es: boolean };

/** What a mock's factory promised. */
class MockToCome {
  constructor(readonly promise: Promise<{ value: unknown }>) {}
}

/** Modules that stand in for Node's: name without `node:` → fresh exports. */
export type BuiltinFactories = ReadonlyMap<string, () => unknown>;

export interface ModuleHost {
  setup: RuntimeSetup;
  functions: Map<string, ModuleFunction>;
  counters: Map<string, Uint8Array>;
  builtins: BuiltinFactories;
  /** Whether Node has a module of this name, without `node:`. */
  isNodeModule(name: string): boolean;
  /** Values of the test API's wrapper parameters for a test file. */
  testApi(path: string): unknown[];
  /** Modules of the test API by name (`@jest/globals`, `vitest`), for test files. */
  testModule(name: string, path: string): unknown;
  /** Mock of a module from its real exports. */
  automock(exports: unknown): unknown;
  /** Tells the child that a file is needed which was not compiled. */
  need(path: string): void;
  /** Tells the child that a specifier is used which it did not foresee. */
  needLink(from: string, specifier: string): void;
}

/** What a specifier names: a file, by path; or a module of Node or of the test API, by name. */
type Found = { path: string } | { name: string };

function keyOf(found: Found): string {
  return 'path' in found ? found.path : found.name;
}

function notFound(specifier: string, from: string, why: string): Error {
  const error = new Error(`Cannot find module '${specifier}' from '${from}': ${why}`);
  return Object.assign(error, { code: 'MODULE_NOT_FOUND' });
}

function waits(path: string): Error {
  const message = `require() cannot load ${path}: it, or a module that it imports, waits at its top. Use import() instead.`;
  return Object.assign(new Error(message), { code: 'ERR_REQUIRE_ASYNC_MODULE' });
}

function imported({ linking, module, pending }: LoadedModule): Imported {
  if (!pending || linking) return { value: module.exports };
  return { later: pending.then(() => ({ value: module.exports })) };
}

/** Loads modules, keeps their registry and applies mocks. */
export class Modules {
  private readonly paths: Set<string>;
  private readonly links: ReadonlyMap<string, Record<string, Link>>;
  private readonly testSide: TestSide;
  private registry: Registry = new Map();
  private builtins = new Map<string, unknown>();
  private mocked = new Map<string, unknown>();
  private readonly factories = new Map<string, Mock>();
  private readonly kinds: ReadonlyMap<string, ModuleKind>;
  /** Packages whose own stand-in of the project was refused by `unmock`. */
  private readonly unmocked = new Set<string>();

  constructor(private readonly host: ModuleHost) {
    const { files, links, testFile, setupFiles, setupFilesAfterEnv, snapshotSerializers } = host.setup;
    this.paths = new Set(files);
    this.links = new Map(Object.entries(links ?? {}));
    this.kinds = new Map(Object.entries(host.setup.kinds ?? {}));
    const setup = [...(setupFiles ?? []), ...(setupFilesAfterEnv ?? []), ...(snapshotSerializers ?? [])];
    this.testSide = new TestSide(testFile, setup);
  }

  /** Exports of a module as `from` sees them, mocks included. */
  require(from: string, specifier: string): unknown {
    const found = this.find(from, specifier);
    const key = keyOf(found);
    if (this.factories.has(key)) return this.requireMock(from, specifier);
    const standIn = this.packageMock(found, specifier);
    if (standIn !== undefined && !this.unmocked.has(key)) return this.loadFile(standIn, from);
    return this.load(from, specifier, found);
  }

  requireActual(from: string, specifier: string): unknown {
    return this.load(from, specifier, this.find(from, specifier));
  }

  requireMock(from: string, specifier: string): unknown {
    const mock = this.mockOf(from, specifier);
    return mock instanceof MockToCome ? mock.promise.then(({ value }) => value) : mock;
  }

  private mockOf(from: string, specifier: string): unknown {
    const found = this.find(from, specifier);
    const key = keyOf(found);
    if (this.mocked.has(key)) return this.mocked.get(key);
    const mock = this.factories.get(key);
    const { mocked } = this;
    const keep = (value: unknown): unknown => {
      mocked.set(key, value);
      if (mock?.es) markAsNamespace(value);
      return value;
    };
    if (!mock?.factory) return keep(this.defaultMock(from, specifier, found));
    const made = mock.factory(() => this.importActual(from, specifier));
    if (!(made instanceof Promise)) return keep(made);
    return keep(new MockToCome((async () => ({ value: keep(await made) }))()));
  }

  /** What `from` gets by an import; mocks included. */
  import(from: string, specifier: string, meet?: (entry: Entry) => void): Imported {
    const found = this.find(from, specifier);
    const key = keyOf(found);
    if (this.factories.has(key)) {
      const mock = this.mockOf(from, specifier);
      return mock instanceof MockToCome ? { later: mock.promise } : { value: mock };
    }
    const standIn = this.packageMock(found, specifier);
    const path = standIn !== undefined && !this.unmocked.has(key) ? standIn : 'path' in found && found.path;
    if (path === false) return { value: this.load(from, specifier, found) };
    return imported(this.enter(path, from, meet));
  }

  /** The real module, once it is there. */
  async importActual(from: string, specifier: string): Promise<unknown> {
    const found = this.find(from, specifier);
    if (!('path' in found)) return namespaceOf(this.load(from, specifier, found));
    const actual = imported(this.enter(found.path, from));
    return namespaceOf(('value' in actual ? actual : await actual.later).value);
  }

  async importMock(from: string, specifier: string): Promise<unknown> {
    const mock = this.mockOf(from, specifier);
    return mock instanceof MockToCome ? (await mock.promise).value : mock;
  }

  /** Throws when nothing can be loaded by this name. */
  check(from: string, specifier: string): void {
    const found = this.find(from, specifier);
    if ('path' in found || this.factories.has(found.name) || this.host.builtins.has(found.name)) return;
    if (this.testSide.has(from) && this.host.testModule(specifier, from) !== undefined) return;
    throw this.missing(from, specifier);
  }

  /** A module of the test API, which test files have before anything else. */
  api(from: string, specifier: string): unknown {
    return this.load(from, specifier, { name: specifier });
  }

  /** A neighbour in `__mocks__`, else an automatic mock of the real module. */
  private defaultMock(from: string, specifier: string, found: Found): unknown {
    const key = keyOf(found);
    const slash = key.lastIndexOf('/');
    const neighbour = `${key.slice(0, slash + 1)}__mocks__/${key.slice(slash + 1)}`;
    const manual = this.paths.has(neighbour) ? neighbour : this.manualMock(found, specifier);
    if (manual !== undefined) return this.loadFile(manual, from);
    return this.host.automock(this.load(from, specifier, found));
  }

  /** The project's stand-in for a package, which is used without being asked for. */
  private packageMock(found: Found, specifier: string): string | undefined {
    return 'path' in found && isPackageFile(found.path) ? this.manualMock(found, specifier) : undefined;
  }

  private manualMock(found: Found, specifier: string): string | undefined {
    if (isRelative(specifier) || ('path' in found && !isPackageFile(found.path))) return undefined;
    return packageMock((name) => this.paths.has(name), specifier.replace(/^node:/, ''));
  }

  setMock(from: string, specifier: string, factory: MockFactory | undefined, es = false): void {
    const key = keyOf(this.find(from, specifier));
    this.unmocked.delete(key);
    this.factories.set(key, { factory, es });
    this.mocked.delete(key);
  }

  unmock(from: string, specifier: string): void {
    const key = keyOf(this.find(from, specifier));
    this.unmocked.add(key);
    this.factories.delete(key);
    this.mocked.delete(key);
  }

  reset(): void {
    this.registry = new Map();
    this.builtins = new Map();
    this.mocked = new Map();
  }

  /** Runs `load` with registries of its own; returns what puts the old ones back. */
  isolate(): () => void {
    const { registry, builtins, mocked } = this;
    this.reset();
    return () => Object.assign(this, { registry, builtins, mocked });
  }

  /** Loads the test file, or another that belongs to the tests; a promise when there is something to wait for. */
  loadEntry(path = this.host.setup.testFile): Promise<void> | undefined {
    return this.enter(path, path).pending;
  }

  resolve(from: string, specifier: string): string {
    const found = this.find(from, specifier);
    if ('path' in found) return found.path;
    if (this.host.builtins.has(found.name)) return specifier;
    throw this.missing(from, specifier);
  }

  /** Links come first: the configuration may give a relative specifier another meaning. */
  private find(from: string, specifier: string): Found {
    if (typeof specifier !== 'string') {
      throw new TypeError(`The "id" argument must be of type string. Received ${typeof specifier}`);
    }
    const links = this.links.get(from);
    const link = links && Object.hasOwn(links, specifier) ? links[specifier] : undefined;
    if (link && 'path' in link) return link;
    const known = link ? undefined : this.findPlain(from, specifier);
    if (known) return known;
    // What is missing may still be mocked, or be a module of the test API.
    return { name: specifier.replace(/^node:/, '') };
  }

  private findPlain(from: string, specifier: string): Found | undefined {
    const path = isPackageFile(from)
      ? undefined
      : resolveModule((name) => this.paths.has(name), from, specifier);
    return path === undefined ? undefined : { path };
  }

  private missing(from: string, specifier: string): Error {
    const links = this.links.get(from);
    const link = links && Object.hasOwn(links, specifier) ? links[specifier] : undefined;
    if (link && 'missing' in link) return notFound(specifier, from, link.missing);
    if (specifier.startsWith('node:') || this.host.isNodeModule(specifier)) {
      return notFound(specifier, from, `this module of Node is not in the sandbox. ${COMMAND_CHECK}`);
    }
    if (TEST_MODULES.has(specifier)) return notFound(specifier, from, 'only tests may load it.');
    // The scan of the sources did not see this name; the run starts again with it.
    this.host.needLink(from, specifier);
    return notFound(specifier, from, 'it was not looked up yet.');
  }

  private load(from: string, specifier: string, found: Found): unknown {
    if ('path' in found) return this.loadFile(found.path, from);
    if (this.testSide.has(from)) {
      const api = this.host.testModule(specifier, from);
      if (api !== undefined) return api;
    }
    if (isRelative(specifier)) throw this.missing(from, specifier);
    return this.loadBuiltin(from, specifier, found.name);
  }

  private loadBuiltin(from: string, specifier: string, name: string): unknown {
    if (this.builtins.has(name)) return this.builtins.get(name);
    const create = this.host.builtins.get(name);
    if (!create) throw this.missing(from, specifier);
    const exports = create();
    this.builtins.set(name, exports);
    return exports;
  }

  private loadFile(path: string, from: string): unknown {
    const entry = this.enter(path, from);
    if (entry.pending && !entry.linking) throw waits(path);
    return entry.module.exports;
  }

  /** The module, started if it was not: it may still be loading, or wait for others. */
  private enter(path: string, from: string, meet?: (entry: Entry) => void): LoadedModule {
    if (this.testSide.has(path) && !this.testSide.has(from)) {
      throw notFound(path, from, 'code under test may not load test files.');
    }
    const known = this.registry.get(path);
    if (known) {
      meet?.(known);
      return known;
    }
    const module: Module = { exports: {}, id: path, filename: `/${path}`, loaded: false };
    const entry: LoadedModule = { path, module, linking: true, pending: undefined, followers: [] };
    const { registry } = this;
    registry.set(path, entry);
    meet?.(entry);
    const finish = (): void => {
      entry.pending = undefined;
      module.loaded = true;
    };
    const forget = (error: unknown): never => {
      if (registry.get(path) === entry) registry.delete(path);
      throw error;
    };
    try {
      const pending = this.evaluate(entry);
      entry.linking = false;
      if (pending) entry.pending = pending.then(finish, forget);
      else finish();
    } catch (error) {
      forget(error);
    }
    return entry;
  }

  /** Runs a module's code; a promise when it is not through at once. */
  private evaluate(entry: LoadedModule): Promise<unknown> | undefined {
    const { path } = entry;
    const { broken } = this.host.setup;
    if (Object.hasOwn(broken, path)) throw syntaxError(path, broken[path] as BrokenModule);
    const run = this.host.functions.get(path);
    if (!run) {
      this.host.need(path);
      throw notFound(path, path, 'it was not compiled yet.');
    }
    const linker = new Linker(entry, this);
    const kind = this.kinds.get(path) ?? 'script';
    const result = this.call(entry, run, linker, kind);
    if (kind === 'script') return undefined;
    if (kind === 'async') return result as Promise<void>;
    const body = result as Generator<void, void>;
    // It gives its exports, asks for its imports and pauses.
    body.next();
    entry.linking = false;
    const { pending } = linker;
    if (pending) return pending.then(() => void body.next());
    body.next();
    return undefined;
  }

  private call(
    { path, module }: LoadedModule,
    run: ModuleFunction,
    linker: Linker,
    kind: ModuleKind,
  ): unknown {
    const folder = module.filename.slice(0, module.filename.lastIndexOf('/')) || '/';
    const common = [
      module.exports,
      this.requireOf(path),
      module,
      module.filename,
      folder,
      linker.helper(this.metaOf(path, module.filename, folder)),
      this.host.counters.get(path),
    ];
    const self = kind === 'script' ? module.exports : undefined;
    if (!this.testSide.has(path)) return run.call(self, ...common);
    // A test file's code runs inside a second function without arguments, so `fn.arguments` of what is on the
    // stack never holds the test API.
    const body = run(...common, ...this.host.testApi(path)) as ModuleFunction;
    return body.call(self);
  }

  private metaOf(path: string, filename: string, dirname: string): object {
    const resolve = (specifier: string): string => {
      const found = this.resolve(path, specifier);
      return this.isFile(found) ? `file:///${found}` : `node:${found.replace(/^node:/, '')}`;
    };
    return { __proto__: null, dirname, filename, resolve, url: `file://${filename}` };
  }

  private isFile(found: string): boolean {
    return this.paths.has(found) || isPackageFile(found);
  }

  private requireOf(path: string): object {
    const require = (specifier: string): unknown => this.require(path, specifier);
    const resolve = (specifier: string): string => {
      const found = this.resolve(path, specifier);
      return this.isFile(found) ? `/${found}` : found;
    };
    return Object.assign(require, {
      resolve,
      cache: Object.create(null) as object,
      extensions: {},
      main: undefined,
    });
  }
}
