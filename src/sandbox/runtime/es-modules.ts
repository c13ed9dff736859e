/** Needs of ES modules beyond `require`: live exports, the shape of modules for `import`, waiting for each other. */
import { isObject } from './properties';

/** Result of an import: at once, or once a module with top-level await has finished. */
export type Imported = { value: unknown } | { later: Promise<{ value: unknown }> };

/** The code of an ES module that does not wait at its top. */
export interface Body {
  code: Generator<void, void>;
  linker: Linker;
}

/** A module of the registry as the loader sees it. */
export interface Entry {
  path: string;
  /** Name by which it asks for others; not its path where it is a copy for the tests. */
  name: string;
  module: { exports: unknown; loaded: boolean };
  /** Its code once it has given its exports, until it runs. */
  body: Body | undefined;
  /** It is loading its imports: who imports it now is one of them, and can't wait for it. */
  linking: boolean;
  /** Settles when it is through; undefined when it is. */
  pending: Promise<void> | undefined;
  /** Take names that it comes to export: modules that export all that it does. */
  followers: ((names: readonly string[]) => void)[];
}

/** Part of the loader that a module's helper uses. */
export interface LinkHost {
  /** The entry of an ES module that has given its exports, perhaps just now; undefined for other modules. */
  instantiate(from: string, specifier: string): Entry | undefined;
  import(from: string, specifier: string): Imported;
  /** Namespace that `import()` may give to a file. */
  guard(from: string, specifier: string, namespace: unknown): unknown;
  /** Throws when nothing can be imported by this name. */
  check(from: string, specifier: string): void;
  resolve(from: string, specifier: string): string;
  /** A module of the test API, for test files. */
  api(from: string, specifier: string): unknown;
}

type Getters = Record<string, () => unknown>;
type Take = (value: unknown) => void;

/** One import of a module, and what takes its exports. */
interface Import {
  specifier: string;
  take: Take | undefined;
}

/** Exports that are those of an ES module, though nothing in them says so: what vitest's mock factories return. */
const namespaces = new WeakSet<object>();
/** Namespaces made for modules that are none. */
const wrapped = new WeakMap<object, object>();

export function markAsNamespace(value: unknown): void {
  if (isObject(value)) namespaces.add(value);
}

function isNamespace(value: unknown): boolean {
  if (!isObject(value)) return false;
  return namespaces.has(value) || Boolean((value as { __esModule?: unknown }).__esModule);
}

function withDefault(value: unknown): unknown {
  return isNamespace(value) ? value : { default: value };
}

/** Namespace of `import * as`. Of a module that is not ES it has the exports as members and as the default. */
export function namespaceOf(value: unknown): unknown {
  if (isNamespace(value)) return value;
  const known = isObject(value) ? wrapped.get(value) : undefined;
  if (known) return known;
  const namespace = Object.create(null) as Record<string, unknown>;
  if (isObject(value)) {
    for (const key of Object.keys(value)) {
      const found = Reflect.getOwnPropertyDescriptor(value, key);
      if (found && key !== 'default') Object.defineProperty(namespace, key, { ...found, configurable: true });
    }
    wrapped.set(value, namespace);
  }
  namespace.default = value;
  return namespace;
}

// Every module gets these: what one variant of a program hangs on them, the next must not find.
Object.freeze(withDefault);
Object.freeze(namespaceOf);

const liveExports = new WeakSet<object>();

/** True if a setter is that of a live export, which puts a value in its place. */
export function isLiveExport(setter: object): boolean {
  return liveExports.has(setter);
}

/** A live export. Tests may put something in its place, or spy on it. */
function defineExport(exports: object, name: string, get: () => unknown): void {
  const set = (value: unknown): void =>
    void Object.defineProperty(exports, name, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  liveExports.add(set);
  Object.defineProperty(exports, name, {
    get,
    set,
    enumerable: true,
    configurable: true,
  });
}

/** The name that a default export without one has in the code. */
const MADE_DEFAULT = /^__k\d*_default$/;

function rename(value: object): void {
  Object.defineProperty(value, 'name', { value: 'default', configurable: true });
}

/** Target of assignments that would change an import or a constant. */
const CONSTANT = Object.freeze({
  __proto__: null,
  get constant(): unknown {
    return undefined;
  },
  set constant(_value: unknown) {
    throw new TypeError('Assignment to constant variable.');
  },
});
for (const { get, set } of Object.values(Object.getOwnPropertyDescriptors(CONSTANT))) {
  Object.freeze(get);
  Object.freeze(set);
}

/** Links one module to what it imports. */
export class Linker {
  private readonly imports: Import[] = [];
  private readonly waiting: Promise<void>[] = [];
  private defaultIsNamed = false;

  constructor(
    private readonly entry: Entry,
    private readonly host: LinkHost,
  ) {}

  /** Settles when all imports are there; undefined when they are. */
  get pending(): Promise<unknown> | undefined {
    return this.waiting.length > 0 ? Promise.all(this.waiting) : undefined;
  }

  /** The object by which the module's code speaks to the loader. */
  helper(meta: object): object {
    const { name: path } = this.entry;
    const { host } = this;
    return Object.freeze({
      __proto__: CONSTANT,
      meta,
      exports: (getters: Getters, unnamed?: object) => this.exports(getters, unnamed),
      link: (specifier: string, take?: Take, star?: boolean) => this.link(specifier, take, star),
      load: (index: number) => this.load(index),
      ready: () => {
        this.entry.linking = false;
        return this.pending;
      },
      api: (specifier: string) => host.api(path, specifier),
      default: withDefault,
      named: (value: unknown) => this.named(value),
      namespace: namespaceOf,
      dynamic: (specifier: unknown) => this.dynamic(specifier),
    });
  }

  /** Gives a default export that has no name of its own the name `default`. */
  private named(value: unknown): unknown {
    if (!this.defaultIsNamed && typeof value === 'function') {
      const name: unknown = Reflect.getOwnPropertyDescriptor(value, 'name')?.value;
      if (typeof name === 'string' && MADE_DEFAULT.test(name)) rename(value);
    }
    this.defaultIsNamed = true;
    return value;
  }

  private exports(getters: Getters, unnamed: object | undefined): void {
    const exports = this.entry.module.exports as object;
    Object.defineProperty(exports, '__esModule', { value: true });
    const names = Object.keys(getters);
    for (const name of names) defineExport(exports, name, getters[name] as () => unknown);
    if (unnamed) rename(unnamed);
    for (const follow of this.entry.followers) follow(names);
  }

  /**
   * Links a module before it runs: it then knows the exports of its imports, and modules may call each other's
   * functions while they are loading.
   */
  private link(specifier: string, take: Take | undefined, star = false): void {
    const takeAll = (value: unknown): void => {
      if (isObject(value)) this.addAll(Object.keys(value), () => value);
    };
    this.imports.push({ specifier, take: star ? takeAll : take });
    const source = this.host.instantiate(this.entry.name, specifier);
    if (!source) return;
    if (star) source.followers.push((names) => this.addAll(names, () => source.module.exports));
    this.imports.at(-1)?.take?.(source.module.exports);
  }

  private load(index: number): void {
    const { specifier, take } = this.imports[index] as Import;
    const imported = this.host.import(this.entry.name, specifier);
    if ('value' in imported) take?.(imported.value);
    else this.waiting.push(imported.later.then(({ value }) => take?.(value)));
  }

  private addAll(names: readonly string[], source: () => unknown): void {
    const { exports } = this.entry.module;
    if (!isObject(exports)) return;
    const fresh = names.filter((name) => name !== 'default' && !Object.hasOwn(exports, name));
    for (const name of fresh) defineExport(exports, name, () => (source() as Record<string, unknown>)[name]);
    if (fresh.length > 0) for (const follow of this.entry.followers) follow(fresh);
  }

  private async dynamic(specifier: unknown): Promise<unknown> {
    const name = String(specifier);
    // What is thrown here still knows the line that imports.
    this.host.check(this.entry.name, name);
    // Even a module that is there comes later.
    await Promise.resolve();
    const imported = this.host.import(this.entry.name, name);
    const { value } = 'value' in imported ? imported : await imported.later;
    return this.host.guard(this.entry.name, name, namespaceOf(value));
  }
}
