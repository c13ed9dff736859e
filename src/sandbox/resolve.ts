/** Finds project files by module specifier. Shared by the child (static scan) and the runtime (`require`). */
import { isTestSide } from '../domain/verification/protected-paths';

const EXTENSIONS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.json'];

/** TypeScript sources that an output name may stand for: `./x.js` means `./x.ts`. */
const SOURCES: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx', '.jsx'],
  '.jsx': ['.tsx'],
  '.mjs': ['.mts'],
  '.cjs': ['.cts'],
};

/** Specifiers that can only mean a folder: `.`, `..` and what ends in a slash. */
const NAMES_FOLDER = /(^|\/)\.{0,2}$/;

/** Files of a program, as far as finding modules needs them. */
export interface ModuleFiles {
  has(path: string): boolean;
  /** Text of a file, for the `main` of a folder's manifest. */
  get(path: string): string | undefined;
}

/** Joins a relative specifier to the folder of `from`; undefined when it leaves the project. */
function joinPath(from: string, specifier: string): string | undefined {
  const parts = from.split('/').slice(0, -1);
  for (const part of specifier.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join('/');
}

/** The first of a file's names with one of the endings that exists. */
function firstWith(endings: readonly string[], name: string, files: ModuleFiles): string | undefined {
  for (const ending of endings) if (files.has(name + ending)) return name + ending;
  return undefined;
}

function findFile(base: string, files: ModuleFiles): string | undefined {
  if (base === '') return undefined;
  if (files.has(base)) return base;
  const dot = base.lastIndexOf('.');
  const sources = dot > base.lastIndexOf('/') ? SOURCES[base.slice(dot)] : undefined;
  const source = sources && firstWith(sources, base.slice(0, dot), files);
  return source ?? firstWith(EXTENSIONS, base, files);
}

/** Module that stands for a folder: the `main` of its manifest, as Node has it, else its index. */
function findInFolder(folder: string, files: ModuleFiles): string | undefined {
  const manifest = files.get(inFolder(folder, MANIFEST));
  const main = manifest === undefined ? undefined : mainOf(manifest);
  const meant = main === undefined ? undefined : joinPath(inFolder(folder, MANIFEST), main);
  const found = meant === undefined ? undefined : (findFile(meant, files) ?? indexOf(meant, files));
  const index = indexOf(folder, files);
  // The manifest of a program must not lead tests to what they compare with.
  const isOdd = found !== undefined && isTestSide(found) && !isTestSide(inFolder(folder, 'index.js'));
  return isOdd ? index : (found ?? index);
}

function indexOf(folder: string, files: ModuleFiles): string | undefined {
  return firstWith(EXTENSIONS, inFolder(folder, 'index'), files);
}

function inFolder(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

const MANIFEST = 'package.json';
/** Mains of manifests, by their texts: every test of a project may ask for the same one. */
const mains = new Map<string, string | undefined>();
const MOST_MAINS = 100;

function mainOf(manifest: string): string | undefined {
  if (!mains.has(manifest)) {
    if (mains.size >= MOST_MAINS) mains.clear();
    mains.set(manifest, readMain(manifest));
  }
  return mains.get(manifest);
}

function readMain(manifest: string): string | undefined {
  try {
    const { main } = Object(JSON.parse(manifest)) as { main?: unknown };
    return typeof main === 'string' && main !== '' ? main : undefined;
  } catch {
    return undefined;
  }
}

export function isRelative(specifier: string): boolean {
  return specifier === '.' || specifier === '..' || specifier.startsWith('./') || specifier.startsWith('../');
}

/**
 * Path of the project file that `specifier` names when required by `from`; undefined when there is none.
 * Only relative specifiers name project files.
 */
export function resolveModule(files: ModuleFiles, from: string, specifier: string): string | undefined {
  if (!isRelative(specifier)) return undefined;
  const base = joinPath(from, specifier);
  if (base === undefined) return undefined;
  const file = NAMES_FOLDER.test(specifier) ? undefined : findFile(base, files);
  return file ?? findInFolder(base, files);
}

/** As `resolveModule` where no text is at hand; undefined also where the manifest of a folder would tell. */
export function resolveByName(
  paths: ReadonlySet<string>,
  from: string,
  specifier: string,
): string | undefined {
  let hasManifest = false;
  const get = (path: string): undefined => {
    hasManifest ||= paths.has(path);
    return undefined;
  };
  const found = resolveModule({ has: (path) => paths.has(path), get }, from, specifier);
  return hasManifest ? undefined : found;
}

const MOCK_FOLDER = /(?:^|\/)__mocks__\//;
const MODULE_ENDING = /\.[cm]?[jt]sx?$/;

/** The project's own stand-ins for packages: name → module in a `__mocks__` folder, wherever that lies. */
export function packageMocks(paths: Iterable<string>): Map<string, string> {
  const mocks = new Map<string, string>();
  for (const path of paths) {
    const folder = MOCK_FOLDER.exec(path);
    const ending = MODULE_ENDING.exec(path);
    if (!folder || !ending) continue;
    const name = path.slice(folder.index + folder[0].length, ending.index);
    if (name !== '' && !mocks.has(name)) mocks.set(name, path);
  }
  return mocks;
}
