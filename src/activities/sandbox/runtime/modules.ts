/** Modules of the program under test: CommonJS over functions that the child compiled. */
import { isTestSide } from '../../../domain/protected-paths';
import { isRelative, resolveModule } from '../resolve';
import type { RuntimeSetup } from '../runtime-protocol';
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
  /** Values of the test API's wrapper parameters for a test file. */
  testApi(path: string): unknown[];
  /** Modules of the test API by name (`@jest/globals`, `vitest`), for test files. */
  testModule(name: string, path: string): unknown;
  /** Mock of a module from its real exports. */
  automock(exports: unknown): unknown;
  /** Tells the child that a project file is needed which was not compiled. */
  need(path: string): void;
}

const SUPPORTED = 'Use a command check (for example --check "npm test") for tests that need it.';

function notFound(specifier: string, from: string, why: string): Error {
  const error = new Error(`Cannot find module '${specifier}' from '${from}': ${why}`);
  return Object.assign(error, { code: 'MODULE_NOT_FOUND' });
}

/** Loads modules, keeps their registry and applies mocks. */
export class Modules {
  private readonly paths: Set<string>;
  private registry: Registry = new Map();
  private builtins = new Map<string, unknown>();
  private mocked = new Map<string, unknown>();
  private readonly factories = new Map<string, MockFactory | 'auto'>();

  constructor(private readonly host: ModuleHost) {
    this.paths = new Set(host.setup.files);
  }

  /** Exports of a module as `from` sees them, mocks included. */
  require(from: string, specifier: string): unknown {
    const key = this.keyOf(from, specifier);
    if (this.factories.has(key)) return this.requireMock(from, specifier);
    return this.load(from, specifier, key);
  }

  requireActual(from: string, specifier: string): unknown {
    return this.load(from, specifier, this.keyOf(from, specifier));
  }

  requireMock(from: string, specifier: string): unknown {
    const key = this.keyOf(from, specifier);
    if (this.mocked.has(key)) return this.mocked.get(key);
    const factory = this.factories.get(key);
    const exports = typeof factory === 'function' ? factory() : this.defaultMock(from, specifier, key);
    this.mocked.set(key, exports);
    return exports;
  }

  /** A neighbour in `__mocks__`, else an automatic mock of the real module. */
  private defaultMock(from: string, specifier: string, key: string): unknown {
    const slash = key.lastIndexOf('/');
    const manual = `${key.slice(0, slash + 1)}__mocks__/${key.slice(slash + 1)}`;
    if (this.paths.has(manual)) return this.loadFile(manual, from);
    return this.host.automock(this.load(from, specifier, key));
  }

  setMock(from: string, specifier: string, factory: MockFactory | undefined): void {
    const key = this.keyOf(from, specifier);
    this.factories.set(key, factory ?? 'auto');
    this.mocked.delete(key);
  }

  unmock(from: string, specifier: string): void {
    const key = this.keyOf(from, specifier);
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

  /** Loads the test file itself. */
  loadEntry(): void {
    this.loadFile(this.host.setup.testFile, this.host.setup.testFile);
  }

  resolve(from: string, specifier: string): string {
    const path = resolveModule((name) => this.paths.has(name), from, specifier);
    if (path !== undefined) return path;
    if (!isRelative(specifier) && this.host.builtins.has(specifier.replace(/^node:/, ''))) return specifier;
    throw this.missing(from, specifier);
  }

  private keyOf(from: string, specifier: string): string {
    if (typeof specifier !== 'string') {
      throw new TypeError(`The "id" argument must be of type string. Received ${typeof specifier}`);
    }
    return resolveModule((name) => this.paths.has(name), from, specifier) ?? specifier.replace(/^node:/, '');
  }

  private missing(from: string, specifier: string): Error {
    if (isRelative(specifier)) return notFound(specifier, from, 'no file of the project has this path.');
    const kind = specifier.startsWith('/') ? 'absolute paths do' : `the module '${specifier}' does`;
    return notFound(specifier, from, `${kind} not exist in the sandbox. ${SUPPORTED}`);
  }

  private load(from: string, specifier: string, key: string): unknown {
    if (this.paths.has(key) && isRelative(specifier)) return this.loadFile(key, from);
    if (isTestSide(from) || from === this.host.setup.testFile) {
      const api = this.host.testModule(specifier, from);
      if (api !== undefined) return api;
    }
    if (isRelative(specifier)) throw this.missing(from, specifier);
    return this.loadBuiltin(from, specifier, key);
  }

  private loadBuiltin(from: string, specifier: string, name: string): unknown {
    if (this.builtins.has(name)) return this.builtins.get(name);
    const create = this.host.builtins.get(name);
    if (!create) throw this.missing(from, specifier);
    const exports = create();
    this.builtins.set(name, exports);
    return exports;
  }

  private isTestFile(path: string): boolean {
    return path === this.host.setup.testFile || isTestSide(path);
  }

  private loadFile(path: string, from: string): unknown {
    const known = this.registry.get(path);
    if (this.isTestFile(path) && !this.isTestFile(from)) {
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
    if (!this.isTestFile(path)) {
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
      return this.paths.has(found) ? `/${found}` : found;
    };
    return Object.assign(require, {
      resolve,
      cache: Object.create(null) as object,
      extensions: {},
      main: undefined,
    });
  }
}
