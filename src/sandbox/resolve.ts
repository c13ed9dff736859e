/** Finds project files by module specifier. Shared by the child (static scan) and the runtime (`require`). */

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
function firstWith(
  endings: readonly string[],
  name: string,
  has: (path: string) => boolean,
): string | undefined {
  for (const ending of endings) if (has(name + ending)) return name + ending;
  return undefined;
}

function findFile(base: string, has: (path: string) => boolean): string | undefined {
  if (base === '') return undefined;
  if (has(base)) return base;
  const dot = base.lastIndexOf('.');
  const sources = dot > base.lastIndexOf('/') ? SOURCES[base.slice(dot)] : undefined;
  const source = sources && firstWith(sources, base.slice(0, dot), has);
  return source ?? firstWith(EXTENSIONS, base, has);
}

export function isRelative(specifier: string): boolean {
  return specifier === '.' || specifier === '..' || specifier.startsWith('./') || specifier.startsWith('../');
}

/**
 * Path of the project file that `specifier` names when required by `from`; undefined when there is none.
 * Only relative specifiers name project files. `has` says whether a file exists.
 */
export function resolveModule(
  has: (path: string) => boolean,
  from: string,
  specifier: string,
): string | undefined {
  if (!isRelative(specifier)) return undefined;
  const base = joinPath(from, specifier);
  if (base === undefined) return undefined;
  const file = NAMES_FOLDER.test(specifier) ? undefined : findFile(base, has);
  return file ?? firstWith(EXTENSIONS, base === '' ? 'index' : `${base}/index`, has);
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
