/** The bundled libraries as packages of a program. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { packageName } from '../links';
import type { Link, Wanted } from '../links';
import { IMPORTABLE, importableFile } from '../importable';
import type { PackageSource } from '../types';

const FOLDER = 'node_modules';

/** A path has the name of its library, so that a message about it does. */
function mainOf(from: string): string {
  return `${FOLDER}/${from}/index.js`;
}

/** Module for `lodash-es/groupBy`: one export of the library. */
function partText(part: string): string {
  return `Object.defineProperty(exports, '__esModule', { value: true });
const library = require('./index.js');
exports.default = library[${JSON.stringify(part)}];
exports[${JSON.stringify(part)}] = exports.default;`;
}

/** Packages of called functions; the ones in `allowed` and no others. */
export class Importables implements PackageSource {
  constructor(
    private readonly distDir: string,
    private readonly allowed: readonly string[],
  ) {}

  async resolve({ from, specifier }: Wanted): Promise<Link> {
    // A part of a library asks for the whole.
    if (from.startsWith(`${FOLDER}/`)) return { path: mainOf(packageName(from.slice(FOLDER.length + 1))) };
    const name = packageName(specifier);
    const row = IMPORTABLE.find((one) => one.name === name && this.allowed.includes(name));
    if (!row) return { missing: `there is no such library: ${this.offer()}.` };
    if (specifier === name) return { path: mainOf(row.from) };
    const part = /^\/([A-Za-z]\w{0,60})(?:\.js)?$/.exec(specifier.slice(name.length))?.[1];
    if (!row.parts || part === undefined || part === 'index')
      return { missing: `the library has no such part: import from '${name}'.` };
    return { path: `${FOLDER}/${row.from}/${part}.js` };
  }

  private offer(): string {
    return this.allowed.length === 0 ? 'none may be imported' : `import one of ${this.allowed.join(', ')}`;
  }

  async read(file: string): Promise<{ text: string } | { refused: string }> {
    const name = packageName(file.slice(FOLDER.length + 1));
    if (file !== mainOf(name)) return { text: partText(path.posix.basename(file, '.js')) };
    return { text: await readFile(path.join(this.distDir, importableFile(name)), 'utf8') };
  }
}

/** One source for each set of libraries: children keep what they learned of a source. */
export class ImportableSources {
  private readonly sources = new Map<string, PackageSource>();

  constructor(private readonly distDir: string) {}

  /** Names that are no library are left out; absent: all. */
  of(names: readonly string[] | undefined): PackageSource {
    const allowed = IMPORTABLE.flatMap(({ name }) => (names?.includes(name) === false ? [] : [name]));
    const key = allowed.join();
    const source = this.sources.get(key) ?? new Importables(this.distDir, allowed);
    this.sources.set(key, source);
    return source;
  }
}
