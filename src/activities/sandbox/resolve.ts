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

function candidates(base: string, folderOnly: boolean): string[] {
  const index = EXTENSIONS.map((extension) =>
    base === '' ? `index${extension}` : `${base}/index${extension}`,
  );
  if (folderOnly || base === '') return index;
  const dot = base.lastIndexOf('.');
  const extension = dot > base.lastIndexOf('/') ? base.slice(dot) : '';
  const sources = (SOURCES[extension] ?? []).map((source) => base.slice(0, dot) + source);
  return [base, ...sources, ...EXTENSIONS.map((added) => base + added), ...index];
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
  return candidates(base, NAMES_FOLDER.test(specifier)).find(has);
}

/** Path of the project's own stand-in for a package: a module of that name in `__mocks__` at the root. */
export function packageMock(has: (path: string) => boolean, specifier: string): string | undefined {
  return resolveModule(has, '__mocks__/root', `./${specifier}`);
}
