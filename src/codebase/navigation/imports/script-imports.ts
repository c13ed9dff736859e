/** Imports of TypeScript and JavaScript: relative paths, aliases, packages of the same project. */
/** Imports of Python, Go, Rust and Java. */

import { parentPath, baseName } from '../../../domain/files/paths';
import type { Manifests, PackageManifest } from './manifests';
import { below, foldersAbove, normalPath, type ProjectPaths } from './project-paths';
import type { ImportFact } from '../facts';

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

/** Files that an import of Python means: modules, and what is imported of a package where that is one. */
export function pythonImport({ specifier, names }: ImportFact, from: string, paths: ProjectPaths): string[] {
  const dots = /^\.{0,50}/.exec(specifier)?.[0].length ?? 0;
  const module = specifier.slice(dots).split('.').filter(Boolean).join('/');
  const above = foldersAbove(from);
  const roots = dots > 0 ? above.slice(dots - 1, dots) : [...above, 'src', 'lib'];
  for (const root of roots) {
    const path = module === '' ? root : below(root, module);
    const whole = paths.first([`${path}.py`, `${path}/__init__.py`, `${path}.pyi`].map(fromRoot));
    const parts = names.flatMap(({ name }) => {
      const place = below(path, name);
      return paths.first([`${place}.py`, `${place}/__init__.py`]) ?? [];
    });
    const found = [...new Set([...(whole === undefined ? [] : [whole]), ...parts])].filter(
      (one) => one !== from,
    );
    if (found.length > 0) return found;
  }
  return [];
}

function fromRoot(path: string): string {
  return path.startsWith('/') ? path.slice(1) : path;
}

/** Files of the package that an import of Go means. */
export function goImport(specifier: string, paths: ProjectPaths, { goModules }: Manifests): string[] {
  for (const { folder, name } of goModules) {
    if (specifier !== name && !specifier.startsWith(`${name}/`)) continue;
    const place = specifier === name ? folder : below(folder, specifier.slice(name.length + 1));
    return paths.filesIn(place).filter((path) => path.endsWith('.go') && !path.endsWith('_test.go'));
  }
  return [];
}

/** Files that an import of Java means: one class, or all of a package. */
export function javaImport({ specifier, names }: ImportFact, from: string, paths: ProjectPaths): string[] {
  const place = specifier.replaceAll('.', '/');
  const owner = parentPath(place);
  const one = [`${place}.java`, ...(owner === '' ? [] : [`${owner}.java`])];
  for (const segments of one) {
    const found = paths.endingIn(segments, from)[0];
    if (found !== undefined) return [found];
  }
  if (names[0]?.name !== '*') return [];
  return paths
    .foldersEndingIn(place)
    .flatMap((folder) => paths.filesIn(folder).filter((path) => path.endsWith('.java')));
}

/** File that a path of Rust means, as far as it leads through modules. */
export function rustImport(
  specifier: string,
  from: string,
  paths: ProjectPaths,
  { crates }: Manifests,
): string[] {
  const segments = specifier.split('::').filter((segment) => segment !== '' && segment !== '*');
  const above = new Set(foldersAbove(from));
  const own = crates.find(({ folder }) => above.has(folder));
  const root = own
    ? below(own.folder, 'src')
    : (foldersAbove(from).find((one) => baseName(one) === 'src') ?? '');
  let place = moduleFolder(from);
  let rest = segments;
  const [first] = segments;
  if (first === 'crate') [place, rest] = [root, segments.slice(1)];
  else if (first === 'self') rest = segments.slice(1);
  else if (first === 'super') {
    while (rest[0] === 'super') [place, rest] = [parentPath(place), rest.slice(1)];
  } else {
    const crate = crates.find(({ name }) => name === first);
    if (crate) [place, rest] = [below(crate.folder, 'src'), segments.slice(1)];
  }
  const found = longestModule(place, rest, paths);
  const isAbsolute = place !== moduleFolder(from) || first === 'crate';
  const fallback = isAbsolute
    ? paths.first([below(place, 'lib.rs'), below(place, 'mod.rs'), `${place}.rs`])
    : undefined;
  const file = found ?? fallback;
  return file === undefined || file === from ? [] : [file];
}

/** Folder in which the modules of a file stand. */
function moduleFolder(path: string): string {
  const name = baseName(path);
  const isRoot = ['mod.rs', 'lib.rs', 'main.rs', 'build.rs'].includes(name);
  return isRoot ? parentPath(path) : path.replace(/\.rs$/, '');
}

function longestModule(place: string, segments: readonly string[], paths: ProjectPaths): string | undefined {
  for (let length = segments.length; length > 0; length -= 1) {
    const path = below(place, segments.slice(0, length).join('/'));
    const found = paths.first([`${path}.rs`, `${path}/mod.rs`]);
    if (found !== undefined) return found;
  }
  return undefined;
}
