/** Runs modules' code, once each, and keeps what they export. */
import type { BrokenModule, RuntimeSetup } from '../runtime-protocol';
import type { TestSide } from '../test-side';
import type { ModuleKind } from '../wrapper';
import { syntaxError } from './errors';
import { Linker } from './es-modules';
import type { Body, Entry, Imported, LinkHost } from './es-modules';

/** Compiled module. Its parameters: the CommonJS five, its helper, its counters, then the test API. */
export type ModuleFunction = (...args: unknown[]) => unknown;

/** The `module` object of a CommonJS module. */
export interface Module {
  exports: unknown;
  id: string;
  filename: string;
  loaded: boolean;
}

export type LoadedModule = Entry & { module: Module };
export type Registry = Map<string, LoadedModule>;

export interface LoaderHost extends LinkHost {
  setup: RuntimeSetup;
  testSide: TestSide;
  functions: ReadonlyMap<string, ModuleFunction>;
  counters: ReadonlyMap<string, Uint8Array>;
  /** Values of the test API's wrapper parameters for a test file. */
  testApi(path: string): unknown[];
  /** The `require` of one module. */
  requireOf(path: string): object;
  /** Tells the child that a file is needed which was not compiled. */
  need(path: string): void;
}

const unfound = new WeakSet<Error>();

/** True for an error that the loader made for a module which is not there. */
export function isNotFound(error: unknown): boolean {
  return typeof error === 'object' && error !== null && unfound.has(error as Error);
}

/** An error with Node's code for it. */
export function notFound(specifier: string, from: string, why: string): Error {
  const error = new Error(`Cannot find module '${specifier}' from '${from}': ${why}`);
  unfound.add(error);
  return Object.assign(error, { code: 'MODULE_NOT_FOUND' });
}

function brokenModule(path: string, broken: BrokenModule): Error {
  return broken.missing
    ? notFound(path, 'the test configuration', broken.message)
    : syntaxError(path, broken);
}

function waits(path: string): Error {
  const message = `require() cannot load ${path}: it, or a module that it imports, waits at its top. Use import() instead.`;
  return Object.assign(new Error(message), { code: 'ERR_REQUIRE_ASYNC_MODULE' });
}

/** Result of importing the module. One that is still loading its imports can't be waited for. */
export function importedFrom(
  { linking, module, pending }: LoadedModule,
  show = (exports: unknown): unknown => exports,
): Imported {
  if (!pending || linking) return { value: show(module.exports) };
  return { later: pending.then(() => ({ value: show(module.exports) })) };
}

export class Loader {
  /** Replaced by who isolates modules. */
  registry: Registry = new Map();
  private readonly kinds: ReadonlyMap<string, ModuleKind>;

  constructor(private readonly host: LoaderHost) {
    this.kinds = new Map(Object.entries(host.setup.kinds ?? {}));
  }

  /** Exports of a module for `require`, registered by a name. */
  load(path: string, name: string): unknown {
    const entry = this.enter(path, name);
    if (entry.pending && !entry.linking) throw waits(path);
    return entry.module.exports;
  }

  /** The module, started if it was not: it may still be loading, or wait for others. */
  enter(path: string, name = path): LoadedModule {
    const known = this.registry.get(name);
    if (known && !known.body) return known;
    const entry = known ?? this.create(path, name);
    this.registry.set(name, entry);
    this.start(entry, this.registry);
    return entry;
  }

  /** Lets an ES module of the program give its exports, unless it has. Those of tests may set up mocks first. */
  instantiate(path: string): Entry | undefined {
    if (this.kinds.get(path) !== 'module' || this.host.testSide.has(path)) return undefined;
    const known = this.registry.get(path);
    if (known) return known;
    const run = this.host.functions.get(path);
    if (!run) return undefined;
    const entry = this.create(path);
    this.registry.set(path, entry);
    this.openBody(entry, run);
    return entry;
  }

  private create(path: string, name = path): LoadedModule {
    const module: Module = { exports: {}, id: path, filename: `/${path}`, loaded: false };
    return { path, name, module, body: undefined, linking: false, pending: undefined, followers: [] };
  }

  private start(entry: LoadedModule, registry: Registry): void {
    const finish = (): void => {
      entry.pending = undefined;
      entry.module.loaded = true;
    };
    const forget = (error: unknown): never => {
      if (registry.get(entry.name) === entry) registry.delete(entry.name);
      throw error;
    };
    try {
      entry.linking = true;
      const pending = this.evaluate(entry);
      entry.linking = false;
      if (pending) entry.pending = pending.then(finish, forget);
      else finish();
    } catch (error) {
      forget(error);
    }
  }

  /** Runs a module's code; a promise when it is not through at once. */
  private evaluate(entry: LoadedModule): Promise<unknown> | undefined {
    const { path } = entry;
    const { broken } = this.host.setup;
    if (Object.hasOwn(broken, path)) throw brokenModule(path, broken[path] as BrokenModule);
    const run = this.host.functions.get(path);
    if (!run) {
      this.host.need(path);
      throw notFound(path, path, 'it was not compiled yet.');
    }
    const kind = this.kinds.get(path) ?? 'script';
    if (kind === 'module') return this.runBody(entry, run);
    const result = this.call(entry, run, new Linker(entry, this.host), kind);
    return kind === 'async' ? (result as Promise<void>) : undefined;
  }

  /** Runs the code of an ES module until it has given its exports. */
  private openBody(entry: LoadedModule, run: ModuleFunction): Body {
    const linker = new Linker(entry, this.host);
    const body = { code: this.call(entry, run, linker, 'module') as Body['code'], linker };
    entry.body = body;
    body.code.next();
    return body;
  }

  private runBody(entry: LoadedModule, run: ModuleFunction): Promise<unknown> | undefined {
    const { code, linker } = entry.body ?? this.openBody(entry, run);
    entry.body = undefined;
    // It loads its imports.
    code.next();
    entry.linking = false;
    const { pending } = linker;
    if (pending) return pending.then(() => void code.next());
    code.next();
    return undefined;
  }

  private call(entry: LoadedModule, run: ModuleFunction, linker: Linker, kind: ModuleKind): unknown {
    const { name, path, module } = entry;
    const folder = module.filename.slice(0, module.filename.lastIndexOf('/')) || '/';
    const common = [
      module.exports,
      this.host.requireOf(name),
      module,
      module.filename,
      folder,
      linker.helper(this.metaOf(name, module.filename, folder)),
      this.host.counters.get(path),
    ];
    const self = kind === 'script' ? module.exports : undefined;
    if (!this.host.testSide.has(path)) return run.call(self, ...common);
    // A test file's code runs inside a second function without arguments, so `fn.arguments` of what is on the
    // stack never holds the test API.
    const body = run(...common, ...this.host.testApi(path)) as ModuleFunction;
    return body.call(self);
  }

  private metaOf(name: string, filename: string, dirname: string): object {
    const resolve = (specifier: string): string => {
      const found = this.host.resolve(name, specifier);
      return found.startsWith('/') ? `file://${found}` : `node:${found.replace(/^node:/, '')}`;
    };
    return { __proto__: null, dirname, filename, resolve, url: `file://${filename}` };
  }
}
