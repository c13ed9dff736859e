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
}

/** Modules without state that a program could reach: one of each serves all runs. */
const SHARED: ReadonlySet<string> = new Set([
  'internal/assert',
  'internal/constants',
  'internal/errors',
  'internal/querystring',
  'internal/validators',
]);

/** A set of modules that know each other. */
export class NodeLibrary {
  private readonly loaded = new Map<string, { exports: unknown }>();

  /** `base` gives the shared modules; it is absent for the set that holds them. */
  constructor(
    private readonly around: Surroundings,
    private readonly base?: NodeLibrary,
  ) {}

  readonly require: Require = (name) => {
    const known = this.loaded.get(name);
    if (known) return known.exports;
    if (this.base && SHARED.has(name)) return this.base.require(name);
    const module: { exports: unknown } = { exports: {} };
    this.loaded.set(name, module);
    if (Object.hasOwn(this.around.modules, name)) module.exports = this.around.modules[name]?.();
    else this.evaluate(name, module);
    return module.exports;
  };

  private readonly binding = (name: string): object => {
    const found = this.around.bindings?.[name]?.() ?? binding(name);
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
    return Object.hasOwn(nativeModules, name) || Object.hasOwn(this.around.modules, name);
  }

  private evaluate(name: string, module: { exports: unknown }): void {
    if (!Object.hasOwn(nativeModules, name)) throw new Error(`Node's module ${name} is not in the sandbox.`);
    const { process } = this.around;
    nativeModules[name]?.(module.exports, this.require, module, process, this.binding, primordials);
  }
}
