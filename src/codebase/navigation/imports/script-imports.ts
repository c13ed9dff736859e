/** Imports of TypeScript and JavaScript: relative paths, aliases, packages of the same project. */
import { parentPath } from '../../../domain/files/paths';
import type { Manifests, PackageManifest } from './manifests';
import { below, foldersAbove, normalPath, type ProjectPaths } from './project-paths';

const ENDS = [
  '.ts',
  '.tsx',
  '.d.ts',
  '.js',
  '.jsx',
  '.mts',
  '.cts',
  '.mjs',
  '.cjs',
  '.json',
  '.vue',
  '.svelte',
];
/** Folders of build output with the one that their sources stand in. */
const OUTPUT = /^(?:\.\/)?(?:dist|build|lib|out)\/(?:cjs\/|esm\/|types\/)?/;

/** Files that an import means; none where it means a package from elsewhere. */
export function scriptImport(
  specifier: string,
  from: string,
  paths: ProjectPaths,
  manifests: Manifests,
): string[] {
  const wanted = (specifier.split(/[?!]/, 1)[0] ?? '').replace(/^node:/, '');
  const found = wanted.startsWith('.')
    ? relative(below(parentPath(from), wanted), paths)
    : (aliased(wanted, from, paths, manifests) ?? packaged(wanted, from, paths, manifests));
  return found === undefined ? [] : [found];
}

function relative(path: string, paths: ProjectPaths): string | undefined {
  const normal = normalPath(path);
  return normal === undefined ? undefined : paths.first(candidates(normal));
}

function* candidates(path: string): Generator<string> {
  yield path;
  const base = /^(.*)\.([cm]?)jsx?$/.exec(path);
  if (base) for (const end of [`.${base[2] ?? ''}ts`, '.tsx', '.d.ts']) yield `${base[1] ?? ''}${end}`;
  for (const end of ENDS) yield `${path}${end}`;
  for (const end of ENDS) yield below(path, `index${end}`);
}

function aliased(
  wanted: string,
  from: string,
  paths: ProjectPaths,
  { aliases }: Manifests,
): string | undefined {
  const above = new Set(foldersAbove(from));
  for (const { folder, base, paths: patterns } of aliases) {
    if (!above.has(folder)) continue;
    const root = below(folder, base ?? '.');
    for (const [pattern, targets] of patterns) {
      const rest = starMatch(pattern, wanted);
      if (rest === undefined) continue;
      for (const target of targets) {
        const found = relative(
          below(
            root,
            target.replace('*', () => rest),
          ),
          paths,
        );
        if (found !== undefined) return found;
      }
    }
    const bare = base === undefined ? undefined : relative(below(root, wanted), paths);
    if (bare !== undefined) return bare;
  }
  return undefined;
}

/** Text that stands for the star of a pattern; undefined where it does not match. */
function starMatch(pattern: string, text: string): string | undefined {
  const [before = '', after] = pattern.split('*');
  if (after === undefined) return pattern === text ? '' : undefined;
  const isMatch =
    text.length >= before.length + after.length && text.startsWith(before) && text.endsWith(after);
  return isMatch ? text.slice(before.length, text.length - after.length) : undefined;
}

function packaged(
  wanted: string,
  from: string,
  paths: ProjectPaths,
  { packages }: Manifests,
): string | undefined {
  const above = new Set(foldersAbove(from));
  if (wanted.startsWith('#')) {
    const own = packages.find(({ folder }) => above.has(folder));
    return own && ownImport(wanted, own, paths);
  }
  for (const found of packages) {
    if (found.name === '' || (wanted !== found.name && !wanted.startsWith(`${found.name}/`))) continue;
    return inPackage(found, wanted.slice(found.name.length + 1), paths);
  }
  return undefined;
}

function ownImport(
  wanted: string,
  { folder, imports }: PackageManifest,
  paths: ProjectPaths,
): string | undefined {
  for (const [pattern, target] of imports) {
    const rest = starMatch(pattern, wanted);
    if (rest !== undefined)
      return relative(
        below(
          folder,
          target.replace('*', () => rest),
        ),
        paths,
      );
  }
  return undefined;
}

function inPackage(
  { folder, entries }: PackageManifest,
  rest: string,
  paths: ProjectPaths,
): string | undefined {
  const places =
    rest === ''
      ? [
          ...entries.map((entry) => entry.replace(OUTPUT, 'src/')),
          ...entries,
          'src/index',
          'index',
          'lib/index',
        ]
      : [rest, `src/${rest}`, `lib/${rest}`, rest.replace(OUTPUT, 'src/')];
  for (const place of places) {
    const found = relative(below(folder, place), paths);
    if (found !== undefined) return found;
  }
  return undefined;
}
