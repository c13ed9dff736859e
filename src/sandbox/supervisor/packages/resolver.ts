/** Node's module resolution over the files of one folder, by webpack's resolver: exports and imports maps, links. */
import fs from 'node:fs';
import path from 'node:path';
import { CachedInputFileSystem, ResolverFactory, type Resolver } from 'enhanced-resolve';
import type { Wanted } from '../../links';

/** ms that what was seen of the disk is believed: packages change only when somebody installs. */
const BELIEVED_MS = 10_000;

const EXTENSIONS = ['.js', '.cjs', '.mjs', '.json', '.ts', '.tsx', '.mts', '.cts', '.jsx', '.node'];

/** Conditions of package maps, those that come first; then the other way round for packages that have only that. */
const CONDITIONS: Readonly<Record<Wanted['kind'], readonly string[][]>> = {
  require: [
    ['node', 'require', 'default'],
    ['node', 'import', 'module-sync', 'default'],
  ],
  import: [
    ['node', 'import', 'module-sync', 'default'],
    ['node', 'require', 'default'],
  ],
};

export type Resolve = (wanted: Wanted) => Promise<string>;

function resolveWith(resolver: Resolver, folder: string, specifier: string): Promise<string> {
  return new Promise((resolve, reject) => {
    resolver.resolve({}, folder, specifier, {}, (error, found) => {
      if (error) reject(error);
      else if (found) resolve(found.split('?')[0] ?? found);
      else reject(new Error(`${specifier} is left out by its package`));
    });
  });
}

/** Absolute real path of what a module of `root` names; rejects where there is none. */
export function createResolve(root: string): Resolve {
  const fileSystem = new CachedInputFileSystem(fs, BELIEVED_MS);
  const known = new Map<string, Resolver>();
  const resolverOf = (conditionNames: string[]): Resolver => {
    const key = conditionNames.join();
    const resolver =
      known.get(key) ??
      ResolverFactory.createResolver({
        fileSystem,
        conditionNames,
        extensions: EXTENSIONS,
        mainFields: ['main'],
        symlinks: true,
        // What the sources name `x.js` may be `x.ts` in a package that is linked from the project itself.
        extensionAlias: { '.js': ['.js', '.ts', '.tsx'], '.mjs': ['.mjs', '.mts'], '.cjs': ['.cjs', '.cts'] },
      });
    known.set(key, resolver);
    return resolver;
  };
  return async ({ from, specifier, kind }) => {
    const folder = path.dirname(path.join(root, from));
    let first: unknown;
    for (const conditions of CONDITIONS[kind]) {
      try {
        return await resolveWith(resolverOf([...conditions]), folder, specifier);
      } catch (error) {
        first ??= error;
      }
    }
    throw first;
  };
}
