/** Stand-ins for Node's built-in modules, made anew for every run: what a program changes stays in its run. */
import { LIBRARY_OF_GLOBAL, LIBRARY_OF_MODULE } from '../libraries';
import { lockClasses } from './class-locks';
import { CORE_GLOBALS, coreGlobal } from './core-globals';
import { lazily } from './lazy-property';
import { viewOfCrypto, viewOfProcess } from './instance-views';
import type { LibraryFunction, LibraryHost, Load } from './library-host';

/** Core modules that only libraries may load. */
const INTERNAL = 'internal/';

const PUBLIC: ReadonlySet<string> = new Set(
  [...CORE_MODULES, ...LIBRARY_OF_MODULE.keys()].filter((name) => !name.startsWith(INTERNAL)),
);

/** Names of all modules that `require` knows, without `node:`. */
export const MODULE_NAMES: readonly string[] = [...PUBLIC].sort();

export class StandIns {
  private readonly loaders = new Map<string, Load>();
  private readonly exports = new Map<string, unknown>();
  private processView: object | undefined;

  /** `functions` are the libraries that the child compiled; `need` asks it for one more. */
  constructor(
    private readonly functions: ReadonlyMap<string, LibraryFunction>,
    private readonly host: LibraryHost,
    private readonly need: (library: string) => void,
    private readonly onGlobal: (name: string, value: unknown) => void = () => undefined,
    private readonly onVariable: (name: string) => void = () => undefined,
  ) {}

  has(name: string): boolean {
    return PUBLIC.has(name);
  }

  /** Exports of a stand-in by name without `node:`; made when first asked for. */
  load(name: string): unknown {
    if (this.exports.has(name)) return this.exports.get(name);
    const exports = this.loaderOf(LIBRARY_OF_MODULE.get(name) ?? 'core')(name);
    this.exports.set(name, exports);
    // Libraries are still making what it leads to.
    if (name !== 'internal/globals') lockClasses(exports);
    return exports;
  }

  private loaderOf(library: string): Load {
    const known = this.loaders.get(library);
    if (known) return known;
    const create = library === 'core' ? coreLibrary : this.functions.get(library);
    if (!create) {
      this.need(library);
      throw new Error(`The stand-ins of '${library}' were not compiled yet.`);
    }
    const loader = create(this.host, (name) => this.load(name.replace(/^node:/, '')));
    this.loaders.set(library, loader);
    // It tells the others how values look in messages.
    if (library === 'core') this.load('internal/globals');
    return loader;
  }

  /** Makes the globals those of this run; each is made when first read. */
  installGlobals(): void {
    present.standIns = this;
    for (const [name, lazy] of LAZY_GLOBALS)
      if (!isStill(Reflect.getOwnPropertyDescriptor(realGlobal, name), lazy))
        Object.defineProperty(realGlobal, name, lazy);
  }

  /** The value of a global that is read for the first time. */
  make(name: string): unknown {
    const value = this.shared(name);
    this.onGlobal(name, value);
    return value;
  }

  /** The value of a global name for everybody. */
  shared(name: string): unknown {
    if (name === 'process') return this.process();
    const value = this.global(name);
    return name === 'crypto' ? viewOfCrypto(value as object) : value;
  }

  /** The process as the program and packages have it: functions that it replaces are its own, the rest is everybody's. */
  process(): object {
    this.processView ??= viewOfProcess(this.load('process') as object, this.onVariable);
    return this.processView;
  }

  /** The process that the tests see: their own, or one that they put in its place. */
  processOfTests(): unknown {
    const { process } = realGlobal;
    return process === this.processView ? this.load('process') : process;
  }

  /** The value of a global name for the tests. */
  global(name: string): unknown {
    const library = LIBRARY_OF_GLOBAL.get(name);
    if (library === undefined) return coreGlobal(name, (module) => this.load(module));
    const value = (this.loaderOf(library)('globals') as Record<string, unknown>)[name];
    lockClasses(value);
    return value;
  }
}

/** Those of the present run. */
const present: { standIns?: StandIns } = {};

/**
 * One pair of functions for all runs of a context. V8 keeps the functions of properties in objects of its own, so new
 * ones for each run would keep everything that the run made from the collector of young objects.
 */
const LAZY_GLOBALS = new Map(
  [...LIBRARY_OF_GLOBAL.keys(), ...CORE_GLOBALS].map((name) => [
    name,
    lazily(realGlobal, name, () => present.standIns?.make(name)),
  ]),
);

function isStill(found: PropertyDescriptor | undefined, lazy: PropertyDescriptor): boolean {
  return found?.get === lazy.get && found?.set === lazy.set && found?.enumerable === lazy.enumerable;
}
