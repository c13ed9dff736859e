/** Modules of the program under test: CommonJS over functions that the child compiled. */
import { COMMAND_CHECK, isPackageFile, TEST_MODULES } from '../links';
import type { Link } from '../links';
import { isRelative, resolveModule } from '../resolve';
import type { RuntimeSetup } from '../runtime-protocol';
import { TestSide } from '../test-side';
import { syntaxError } from './errors';

/** What a compiled module is called with after the CommonJS five: import.meta, its counters, then the test API. */
export type ModuleFunction = (...args: unknown[]) => unknown;

export interface Module {
  exports: unknown;
  id: string;
  filename: string;
  loaded: boolean;
}

type Registry = Map<string, Module>;
type MockFactory = () => unknown;

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

/** Loads modules, keeps their registry and applies mocks. */
export class Modules {
  private readonly paths: Set<string>;
  private readonly links: ReadonlyMap<string, Record<string, Link>>;
  private readonly testSide: TestSide;
  /** The project's own stand-ins for packages, by name. */
  private readonly mocks: ReadonlyMap<string, string>;
  private registry: Registry = new Map();
  private builtins = new Map<string, unknown>();
  private mocked = new Map<string, unknown>();
  private readonly factories = new Map<string, MockFactory | 'auto'>();
  /** Packages whose own stand-in of the project was refused by `unmock`. */
  private readonly unmocked = new Set<string>();

  constructor(private readonly host: ModuleHost) {
    const { files, links, testFile, setupFiles, setupFilesAfterEnv, snapshotSerializers } = host.setup;
    this.paths = new Set(files);
    this.mocks = new Map(Object.entries(host.setup.mocks ?? {}));
    this.links = new Map(Object.entries(links ?? {}));
    const setup = [...(setupFiles ?? []), ...(setupFilesAfterEnv ?? []), ...(snapshotSerializers ?? [])];
    this.testSide = new TestSide(testFile, setup);
  }

  /** Exports of a module as `from` sees them, mocks included. */
  require(from: string, specifier: string): unknown {
    const found = this.find(from, specifier);
    const key = keyOf(found);
    if (this.factories.has(key)) return this.requireMock(from, specifier);
    const standIn = this.packageMock(found, specifier);
    if (standIn !== undefined && standIn !== from && !this.unmocked.has(key)) return this.loadMock(standIn);
    return this.load(from, specifier, found);
  }

  requireActual(from: string, specifier: string): unknown {
    return this.load(from, specifier, this.find(from, specifier));
  }

  requireMock(from: string, specifier: string): unknown {
    const found = this.find(from, specifier);
    const key = keyOf(found);
    if (this.mocked.has(key)) return this.mocked.get(key);
    const factory = this.factories.get(key);
    const exports = typeof factory === 'function' ? factory() : this.defaultMock(from, specifier, found);
    this.mocked.set(key, exports);
    return exports;
  }

  /** A neighbour in `__mocks__`, else an automatic mock of the real module. */
  private defaultMock(from: string, specifier: string, found: Found): unknown {
    const key = keyOf(found);
    const slash = key.lastIndexOf('/');
    const neighbour = `${key.slice(0, slash + 1)}__mocks__/${key.slice(slash + 1)}`;
    const manual = this.paths.has(neighbour) ? neighbour : this.manualMock(found, specifier);
    if (manual !== undefined) return this.loadMock(manual);
    return this.host.automock(this.load(from, specifier, found));
  }

  /** A module of the tests, given to code under test because the tests say so. */
  private loadMock(path: string): unknown {
    return this.loadFile(path, this.host.setup.testFile);
  }

  /** The project's stand-in for a package, which is used without being asked for. */
  private packageMock(found: Found, specifier: string): string | undefined {
    const isPackage = 'path' in found ? isPackageFile(found.path) : !this.isOwn(found.name);
    return isPackage ? this.manualMock(found, specifier) : undefined;
  }

  private manualMock(found: Found, specifier: string): string | undefined {
    if (isRelative(specifier) || ('path' in found && !isPackageFile(found.path))) return undefined;
    return this.mocks.get(specifier.replace(/^node:/, ''));
  }

  /** Modules of Node and of the test API are never mocked without being asked for. */
  private isOwn(name: string): boolean {
    return this.host.isNodeModule(name) || TEST_MODULES.has(name);
  }

  setMock(from: string, specifier: string, factory: MockFactory | undefined): void {
    const key = keyOf(this.find(from, specifier));
    this.unmocked.delete(key);
    this.factories.set(key, factory ?? 'auto');
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

  /** Loads the test file itself, or the module whose function is called. */
  loadEntry(): void {
    const entry = this.host.setup.call?.module ?? this.host.setup.testFile;
    this.loadFile(entry, entry);
  }

  /** Exports of a file that was loaded. */
  exportsOf(path: string): unknown {
    return this.registry.get(path)?.exports;
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
    const known = this.registry.get(path);
    if (this.testSide.has(path) && !this.testSide.has(from)) {
      throw notFound(path, from, 'code under test may not load test files.');
    }
    if (known) return known.exports;
    const module: Module = { exports: {}, id: path, filename: `/${path}`, loaded: false };
    this.registry.set(path, module);
    try {
      this.evaluate(path, module);
    } catch (error) {
      this.registry.delete(path);
      throw error;
    }
    module.loaded = true;
    return module.exports;
  }

  private evaluate(path: string, module: Module): void {
    const broken = this.host.setup.broken[path];
    if (broken) throw syntaxError(path, broken);
    const run = this.host.functions.get(path);
    if (!run) {
      this.host.need(path);
      throw notFound(path, path, 'it was not compiled yet.');
    }
    const folder = module.filename.slice(0, module.filename.lastIndexOf('/')) || '/';
    const meta = {
      __proto__: null,
      url: `file://${module.filename}`,
      filename: module.filename,
      dirname: folder,
    };
    const common = [
      module.exports,
      this.requireOf(path),
      module,
      module.filename,
      folder,
      meta,
      this.host.counters.get(path),
    ];
    if (!this.testSide.has(path)) {
      run.call(module.exports, ...common);
      return;
    }
    // A test file's code runs inside a second function without arguments, so `fn.arguments` of what is on the
    // stack never holds the test API.
    const body = run(...common, ...this.host.testApi(path)) as ModuleFunction;
    body.call(module.exports);
  }

  private requireOf(path: string): object {
    const require = (specifier: string): unknown => this.require(path, specifier);
    const resolve = (specifier: string): string => {
      const found = this.resolve(path, specifier);
      return this.paths.has(found) || isPackageFile(found) ? `/${found}` : found;
    };
    return Object.assign(require, {
      resolve,
      cache: Object.create(null) as object,
      extensions: {},
      main: undefined,
    });
  }
}
