/** Targets of a module's specifiers: the modules to load with it, and the links for the runtime. */
import type { Link, Wanted } from '../links';
import { isPackageFile } from '../links';
import type { Context } from './context';
import type { Dependencies } from './packages';
import { patternMapper, Specifiers } from './specifiers';
import type { ModuleFiles } from '../resolve';

/** A module whose specifiers are to be followed. */
export interface Asking {
  path: string;
  requires: readonly string[];
  /** Its source is an ES module: packages are looked up as for `import`. */
  esm: boolean;
}

function neighbourMock(path: string): string {
  return path.replace(/(?<![^/])([^/]+)$/, '__mocks__/$1');
}

/** Follows specifiers of one program. Dependencies of package files are kept for all programs of the packages. */
export class Follower {
  private readonly specifiers: Specifiers;

  constructor(
    private readonly files: ModuleFiles,
    private readonly context: Context,
    /** The project's own stand-ins for packages, by name. */
    private readonly mocks: ReadonlyMap<string, string>,
  ) {
    this.specifiers = new Specifiers(files, context.config, patternMapper(context.config));
  }

  /** Dependencies of each, in order; the parent is asked at most once. */
  follow(modules: readonly Asking[]): Dependencies[] {
    const { packages } = this.context;
    const fresh = modules.filter((module) => !packages.dependencies.has(module.path));
    packages.learn(fresh.flatMap((module) => this.wantedOf(module)));
    return modules.map((module) => {
      const known = packages.dependencies.get(module.path);
      if (known) return known;
      const found = this.collect(module);
      if (isPackageFile(module.path)) packages.dependencies.set(module.path, found);
      return found;
    });
  }

  /** Target of a specifier that only the running program names. */
  followOne(from: Omit<Asking, 'requires'>, specifier: string): Dependencies {
    const module = { ...from, requires: [specifier] };
    this.context.packages.learn(this.wantedOf(module));
    return this.collect(module);
  }

  private wanted(module: Asking, specifier: string): Wanted {
    // jest makes CommonJS of the project's sources, and packages see that they are required.
    const required = this.context.config?.runner !== 'vitest' && !isPackageFile(module.path);
    return { from: module.path, specifier, kind: module.esm && !required ? 'import' : 'require' };
  }

  private wantedOf(module: Asking): Wanted[] {
    return module.requires.flatMap((specifier) => {
      const meaning = this.specifiers.meaning(module.path, specifier);
      return meaning.kind === 'package' ? [this.wanted(module, meaning.specifier)] : [];
    });
  }

  private collect(module: Asking): Dependencies {
    const found: Dependencies = { paths: [], links: {} };
    for (const specifier of module.requires) this.add(module, specifier, found);
    return found;
  }

  private add(module: Asking, specifier: string, found: Dependencies): void {
    const meaning = this.specifiers.meaning(module.path, specifier);
    if (meaning.kind === 'own') return;
    if (meaning.kind === 'nothing') {
      define(found.links, specifier, { missing: meaning.why });
      return;
    }
    const link =
      meaning.kind === 'file'
        ? { path: meaning.path }
        : this.context.packages.link(this.wanted(module, meaning.specifier));
    const mock = meaning.kind === 'package' ? this.mocks.get(meaning.specifier) : undefined;
    if (mock !== undefined) found.paths.push(mock);
    define(found.links, specifier, link);
    if ('missing' in link) return;
    if (!this.files.has(link.path) && this.context.packages.text(link.path) === undefined) {
      const why = `it leads to ${link.path}, which is not among the captured files of the project.`;
      define(found.links, specifier, { missing: why });
      return;
    }
    const neighbour = neighbourMock(link.path);
    found.paths.push(link.path, ...(this.files.has(neighbour) ? [neighbour] : []));
  }
}

/** A specifier may be called `__proto__`. */
function define(links: Record<string, Link>, specifier: string, value: Link): void {
  Object.defineProperty(links, specifier, { value, enumerable: true, configurable: true, writable: true });
}
