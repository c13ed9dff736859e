/** The files in folders `__mocks__`, which stand in for modules of the project, of its packages or of Node. */
import { isPackageFile, TEST_MODULES } from '../links';
import { isRelative, resolveByName } from '../resolve';

/** Target of a specifier: a file, by path; or a module of Node or of the test API, by name. */
export type Found = { path: string } | { name: string };

/** Name of what was found, in registries. */
export function keyOf(found: Found): string {
  return 'path' in found ? found.path : found.name;
}

export const SOURCE_FILE = /\.[cm]?[jt]sx?$/;

export class ManualMocks {
  constructor(
    private readonly paths: ReadonlySet<string>,
    /** The project's own stand-ins for packages, by name. */
    private readonly standIns: ReadonlyMap<string, string>,
    private readonly isNodeModule: (name: string) => boolean,
  ) {}

  /** The stand-in of a module that was mocked without saying how. */
  of(found: Found, specifier: string): string | undefined {
    return this.neighbour(keyOf(found)) ?? this.named(found, specifier);
  }

  /** The project's stand-in for a package, which is used without being asked for. */
  ofPackage(found: Found, specifier: string): string | undefined {
    const isPackage = 'path' in found ? isPackageFile(found.path) : !this.isOwn(found.name);
    return isPackage ? this.named(found, specifier) : undefined;
  }

  /** The file of a module's name in `__mocks__` beside it. */
  private neighbour(key: string): string | undefined {
    if (!this.paths.has(key)) return undefined;
    const name = key.slice(key.lastIndexOf('/') + 1).replace(SOURCE_FILE, '');
    return resolveByName(this.paths, key, `./__mocks__/${name}`);
  }

  private named(found: Found, specifier: string): string | undefined {
    if (isRelative(specifier) || ('path' in found && !isPackageFile(found.path))) return undefined;
    return this.standIns.get(specifier.replace(/^node:/, ''));
  }

  /** Modules of Node and of the test API are never mocked without being asked for. */
  private isOwn(name: string): boolean {
    return this.isNodeModule(name) || TEST_MODULES.has(name);
  }
}
