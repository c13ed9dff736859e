/** Closure of a configuration file: the files that it loads in the sandbox, and the packages that it names. */
import { isRelative, NODE_MODULES, resolveModule } from '../../sandbox';
import { dirname } from './paths';
import type { ConfigTree } from './tree';

export interface Closure {
  /** Path → text. */
  files: Map<string, string>;
  packages: Set<string>;
}

/** Beyond these, files are left out; nobody's configuration is that large. */
const MAX_FILES = 200;
const MAX_CHARACTERS = 4 * 1024 * 1024;

const NAMED = /(?:\bfrom|\bimport|\brequire(?:\.resolve)?\s*\(|\bimport\s*\()\s*(['"`])([^'"`\n]{1,500})\1/g;

/** JSON that is often loaded by code, and read as a text. */
function neighbours(folder: string): string[] {
  const names = ['package.json', 'tsconfig.json', 'tsconfig.base.json', 'jsconfig.json'];
  const own = folder === '' ? [] : names.map((name) => `${folder}/${name}`);
  return [...names, ...own];
}

/** JSON with comments does not load; compilers' settings may have some. */
function loadable(tree: ConfigTree, path: string, text: string): string {
  if (!path.endsWith('.json')) return text;
  const value = tree.json(path);
  return value === undefined ? text : JSON.stringify(value);
}

/** Path of a file of the tree that a package's name leads to, for packages of the tree itself. */
export type Linked = (from: string, specifier: string) => Promise<string | undefined>;

/** Follows the literal specifiers of a file of the tree. */
export async function closureOf(tree: ConfigTree, entry: string, linked: Linked): Promise<Closure> {
  const closure: Closure = { files: new Map(), packages: new Set() };
  const queue = [entry, ...neighbours(dirname(entry))];
  let left = MAX_CHARACTERS;
  for (let path = queue.shift(); path !== undefined && closure.files.size < MAX_FILES; path = queue.shift()) {
    const text = closure.files.has(path) ? undefined : tree.text(path);
    if (text === undefined || text.length > left) continue;
    left -= text.length;
    closure.files.set(path, loadable(tree, path, text));
    if (path.endsWith('.json')) continue;
    for (const [, , specifier = ''] of text.matchAll(NAMED)) {
      const target = await follow(tree, closure, linked, path, specifier);
      if (target !== undefined) queue.push(target);
    }
  }
  return closure;
}

async function follow(
  tree: ConfigTree,
  closure: Closure,
  linked: Linked,
  from: string,
  specifier: string,
): Promise<string | undefined> {
  if (isRelative(specifier))
    return resolveModule({ has: (name) => tree.has(name), get: (name) => tree.text(name) }, from, specifier);
  if (NODE_MODULES.has(specifier.replace(/^node:/, ''))) return undefined;
  closure.packages.add(specifier);
  return linked(from, specifier);
}
