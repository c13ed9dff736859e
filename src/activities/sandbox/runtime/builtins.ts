/** Stand-ins for Node's built-in modules, made anew for every run: what a program changes stays in its run. */
import { LIBRARY_OF_GLOBAL, LIBRARY_OF_MODULE } from '../libraries';
import { defineLazily } from './lazy-property';
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

  /** `functions` are the libraries that the child compiled; `need` asks it for one more. */
  constructor(
    private readonly functions: ReadonlyMap<string, LibraryFunction>,
    private readonly host: LibraryHost,
    private readonly need: (library: string) => void,
  ) {}

  has(name: string): boolean {
    return PUBLIC.has(name);
  }

  /** Exports of a stand-in by name without `node:`; made when first asked for. */
  load(name: string): unknown {
    if (this.exports.has(name)) return this.exports.get(name);
    const exports = this.loaderOf(LIBRARY_OF_MODULE.get(name) ?? 'core')(name);
    this.exports.set(name, exports);
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
    return loader;
  }

  /** Gives the global names, each made when first read. */
  installGlobals(): void {
    for (const [name, library] of LIBRARY_OF_GLOBAL)
      defineLazily(realGlobal, name, () => this.globalsOf(library)[name]);
    const core = this.load('internal/globals') as object;
    for (const name of Object.getOwnPropertyNames(core))
      defineLazily(realGlobal, name, () => (core as Record<string, unknown>)[name]);
  }

  private globalsOf(library: string): Record<string, unknown> {
    return this.loaderOf(library)('globals') as Record<string, unknown>;
  }
}
