/** Several ways to one end in the sources of a project: libraries of one purpose, and declarations of one name. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { nameOfImport, type Purpose } from '../domain/dependencies/purposes';
import { classOfFile } from '../domain/navigation/file-class';
import type { Navigation } from './navigation';

const MOST_ALIKE = 5;
const MOST_FILES = 5_000;
const MOST_GRAPHED = 50;

/** Name of a library → places of its imports, as `path:line`. */
export function librariesOf(purpose: Purpose, { paths, facts }: Navigation): Map<string, string[]> {
  const uses = new Map<string, string[]>();
  for (const path of paths.filter((one) => classOfFile(one) !== 'vendored'))
    for (const { specifier, range } of facts(path)?.imports ?? []) {
      const name = nameOfImport(purpose, specifier);
      if (name !== undefined) uses.set(name, [...(uses.get(name) ?? []), `${path}:${range.startLine}`]);
    }
  return uses;
}

/** Two words or a long one: a short name is too common to mean one thing. */
const SAYS_MUCH = /[a-z\d][A-Z]|[a-z]_[a-z]|^.{7}/;

/** Ids of functions and classes that have one name in several files, by name. */
export function namesakes({ paths, facts }: Navigation): { name: string; ids: string[] }[] {
  const byName = new Map<string, Map<string, string>>();
  for (const path of paths.filter((one) => classOfFile(one) === 'source'))
    for (const { container, kind, name } of facts(path)?.symbols ?? []) {
      if (container !== '' || !/^(?:function|class)$/.test(kind) || !SAYS_MUCH.test(name)) continue;
      const key = name.replaceAll('_', '').toLowerCase();
      byName.set(key, (byName.get(key) ?? new Map<string, string>()).set(path, name));
    }
  return [...byName.values()]
    .filter(({ size }) => size > 1 && size <= MOST_ALIKE)
    .map((found) => ({
      name: [...found.values()][0] ?? '',
      ids: [...found].map(([path, name]) => `${path}#${name}`),
    }));
}

/** Bytes of an installed package, what it brings of others left out; 0 where it is not installed. */
export async function installedBytes(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const own = names.filter((name) => !name.split('/').includes('node_modules')).slice(0, MOST_FILES);
  const sizes = await Promise.all(
    own.map((name) =>
      stat(join(folder, name)).then(
        (facts) => (facts.isFile() ? facts.size : 0),
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** A part of the graph of code: files with the names that they declare, and who imports whom. */
export interface GraphPart {
  readonly nodes: readonly { readonly path: string; readonly symbols: readonly string[] }[];
  readonly edges: readonly { readonly from: string; readonly to: string; readonly kind: 'imports' }[];
}

/** The graph of code around files: they, those that they import, and those that import them. */
export function graphAround(navigation: Navigation, files: readonly string[]): GraphPart {
  const { dependencies, dependents, facts } = navigation;
  const edges = files
    .slice(0, MOST_GRAPHED)
    .flatMap((path) => [
      ...(dependencies(path) ?? []).map((to) => ({ from: path, to, kind: 'imports' as const })),
      ...(dependents(path) ?? []).map((from) => ({ from, to: path, kind: 'imports' as const })),
    ]);
  const unique = [...new Map(edges.map((edge) => [`${edge.from}\n${edge.to}`, edge])).values()];
  const paths = new Set([
    ...files.filter((path) => facts(path)),
    ...unique.flatMap(({ from, to }) => [from, to]),
  ]);
  const nodes = [...paths].map((path) => ({
    path,
    symbols: (facts(path)?.symbols ?? []).filter(({ container }) => container === '').map(({ name }) => name),
  }));
  return { nodes, edges: unique };
}
