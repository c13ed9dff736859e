/** The packages that a project has installed, for the sandbox: what may be read of them, and nothing else. */
import { realpathSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { globMatcher } from '../../../domain/files/globs';
import { COMMAND_CHECK, isPackageFile, packageName } from '../../links';
import type { Link, Wanted } from '../../links';
import type { PackageSource } from '../../types';
import { createResolve, type Resolve } from './resolver';

/** Largest file of a package that is read, bytes. */
const FILE_LIMIT = 4 * 1024 * 1024;

export interface PackageOptions {
  /** The project's directory; nothing outside of it is read. */
  root: string;
  /** Globs of package names; absent: all that are installed. */
  allow?: readonly string[];
}

/** Text of a file, or why it is not for the sandbox. */
type Reading = { text: string } | { refused: string };

class InstalledPackages implements PackageSource {
  private readonly root: string;
  private readonly find: Resolve;
  private readonly allowed: (name: string) => boolean;
  private readonly links = new Map<string, Promise<Link>>();
  /** Files that were resolved: only these can be read. */
  private readonly resolved = new Set<string>();

  constructor({ root, allow }: PackageOptions) {
    this.root = realpathSync(root);
    this.find = createResolve(this.root);
    this.allowed = allow ? globMatcher(allow) : () => true;
  }

  resolve(wanted: Wanted): Promise<Link> {
    // A bare name means the same to all modules of a folder.
    const key = `${path.posix.dirname(wanted.from)}\0${wanted.specifier}\0${wanted.kind}`;
    const link = this.links.get(key) ?? this.look(wanted);
    this.links.set(key, link);
    return link;
  }

  private async look(wanted: Wanted): Promise<Link> {
    const { specifier } = wanted;
    const own = specifier.startsWith('.') || specifier.startsWith('#');
    const name = packageName(specifier);
    if (!own && !isPackageFile(wanted.from) && !this.allowed(name)) {
      return {
        missing: `the package '${name}' is not allowed in the sandbox: allow it with --packages ${name}.`,
      };
    }
    const found = await this.find(wanted).catch((error: unknown) => String((error as Error).message));
    if (!path.isAbsolute(found))
      return { missing: own ? `no file has this path.` : await this.explain(name) };
    const relative = path.relative(this.root, found).split(path.sep).join('/');
    if (relative.startsWith('../')) return { missing: `it lies outside of the project. ${COMMAND_CHECK}` };
    // A package that is linked to a folder of the project is that folder, whose files are the program's.
    if (!isPackageFile(relative)) return { path: relative };
    if (relative.endsWith('.node'))
      return { missing: `it is native code, which the sandbox does not run. ${COMMAND_CHECK}` };
    this.resolved.add(relative);
    return { path: relative };
  }

  private async explain(name: string): Promise<string> {
    const installed = await stat(path.join(this.root, 'node_modules', name)).then(
      () => true,
      () => false,
    );
    return installed
      ? `the installed package '${name}' has no such file. ${COMMAND_CHECK}`
      : `the package '${name}' is not installed: install the project's packages (npm install). ${COMMAND_CHECK}`;
  }

  async read(file: string): Promise<Reading> {
    if (!this.resolved.has(file)) return { refused: 'it was never resolved.' };
    const absolute = path.join(this.root, file);
    try {
      const { size } = await stat(absolute);
      if (size > FILE_LIMIT)
        return { refused: `it is larger than ${FILE_LIMIT / 1024 / 1024} MiB. ${COMMAND_CHECK}` };
      return { text: await readFile(absolute, 'utf8') };
    } catch {
      return { refused: 'it can not be read.' };
    }
  }
}

/** Packages of a directory on this machine. Throws when there is no such directory. */
export function createPackageSource(options: PackageOptions): PackageSource {
  return new InstalledPackages(options);
}
