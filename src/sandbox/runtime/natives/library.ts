/** Node's own modules (scripts/lib/sandbox-natives.cjs), each evaluated when it is first asked for. */
import { binding } from './binding';
import { primordials } from './primordials';

type Require = (name: string) => unknown;

/** A module of Node as its loader calls it. */
export type NativeModule = (
  exports: unknown,
  require: Require,
  module: { exports: unknown },
  process: object,
  internalBinding: (name: string) => unknown,
  primordials: object,
) => void;

/** Surroundings of Node's modules, beside each other. */
export interface Surroundings {
  process: object;
  /** Modules in place of Node's, by name. */
  modules: Readonly<Record<string, () => unknown>>;
  /** Bindings besides those that all sets have. */
  bindings?: Readonly<Record<string, () => object>>;
  /** Locks classes that nothing exported leads to. */
  lock?: (type: object) => void;
}

type NativeModules = Readonly<Record<string, NativeModule>>;

/** Modules without state that a program could reach: one of each serves all runs. */
const SHARED: ReadonlySet<string> = new Set([
  'internal/assert',
  'internal/constants',
  'internal/errors',
  'internal/querystring',
  'internal/validators',
]);

/** Modules that those in the snapshot have only for rare values: they get as much as they need. */
const IN_PART: ReadonlyMap<string, string> = new Map([
  ['buffer', 'internal/bytes'],
  ['internal/buffer', 'internal/bytes'],
  ['internal/streams/utils', 'internal/no-streams'],
]);

/** A set of modules that know each other. */
export class NodeLibrary {
  private readonly loaded = new Map<string, { exports: unknown }>();
  private readonly added = new Map<string, NativeModule>();
  private depth = 0;
  private unlocked: object[] = [];

  /** `base` gives the shared modules; it is absent for the set that holds them. */
  constructor(
    private around: Surroundings,
    private readonly base?: NodeLibrary,
  ) {}

  readonly require: Require = (name) => {
    const known = this.loaded.get(name);
    if (known) return known.exports;
    if (this.base && SHARED.has(name)) return this.base.require(name);
    const module: { exports: unknown } = { exports: {} };
    if (Object.hasOwn(this.around.modules, name) && !this.added.has(name)) {
      // It may add what it stands for.
      module.exports = this.around.modules[name]?.();
      this.loaded.set(name, module);
    } else {
      this.loaded.set(name, module);
      this.evaluate(name, module);
    }
    return module.exports;
  };

  private readonly requireOfCore: Require = (name) => this.require(IN_PART.get(name) ?? name);

  /** Adds the modules of a library's script, and what it puts in place of others. */
  add(natives: NativeModules, { modules, bindings }: Partial<Surroundings> = {}): void {
    for (const [name, module] of Object.entries(natives)) this.added.set(name, module);
    const { around } = this;
    this.around = {
      ...around,
      modules: { ...around.modules, ...modules },
      bindings: { ...around.bindings, ...bindings },
    };
  }

  private readonly binding = (name: string): object => {
    const own = this.around.bindings?.[name]?.();
    // Asked by patched modules alone.
    if (name === 'kintsugi')
      return { ...own, lock: (...types: object[]) => void this.unlocked.push(...types) };
    const found = own ?? binding(name);
    return name === 'util' ? { ...found, defineLazyProperties: this.defineLazily } : found;
  };

  /** Properties that Node makes when they are read; made at once, they can be locked with the rest (class-locks.ts). */
  private readonly defineLazily = (target: object, id: string, keys: string[], enumerable = true): void => {
    if (!this.has(id)) return;
    const exports = this.require(id) as Record<string, unknown>;
    for (const key of keys)
      Object.defineProperty(target, key, {
        value: exports[key],
        writable: true,
        enumerable,
        configurable: true,
      });
  };

  private has(name: string): boolean {
    return (
      Object.hasOwn(this.around.modules, name) || this.added.has(name) || Object.hasOwn(nativeModules, name)
    );
  }

  private evaluate(name: string, module: { exports: unknown }): void {
    const inCore = Object.hasOwn(nativeModules, name);
    const evaluate = inCore ? nativeModules[name] : this.added.get(name);
    if (!evaluate) throw new Error(`Node's module ${name} is not in the sandbox.`);
    const require = inCore ? this.requireOfCore : this.require;
    this.depth++;
    try {
      evaluate(module.exports, require, module, this.around.process, this.binding, primordials);
    } finally {
      this.depth--;
    }
    // Modules that need each other change each other's classes while they load.
    if (this.depth === 0) for (const type of this.unlocked.splice(0)) this.around.lock?.(type);
  }
}
