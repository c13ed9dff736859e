/** Paths as configurations write them, made relative to the root of the tree. In the sandbox that root is `/`. */

/** Joins parts; undefined when the result leaves the tree. */
export function join(...parts: readonly string[]): string | undefined {
  const path: string[] = [];
  for (const part of parts.join('/').split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') path.push(part);
    else if (path.pop() === undefined) return undefined;
  }
  return path.join('/');
}

export function dirname(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
}

const TOKEN = '<rootDir>';

/** A path of the tree: `<rootDir>/a`, `/a` (from the root) or `a` (from the folder given). */
export function toPath(written: string, rootDir: string): string | undefined {
  if (written.startsWith(TOKEN)) return join(rootDir, written.slice(TOKEN.length));
  return written.startsWith('/') ? join(written) : join(rootDir, written);
}

/** A specifier as the sandbox takes it: `./…` for files of the tree, else a package. `has` tells files. */
export function toSpecifier(
  written: string,
  rootDir: string,
  has: (path: string) => boolean = () => false,
): string {
  const own = /^(?:<rootDir>|\/|\.{1,2}(?:\/|$))/.test(written);
  const path = toPath(written, rootDir);
  if (path === undefined || !(own || has(path))) return written;
  const parts = path.split('/');
  const packaged = parts.slice(parts.lastIndexOf('node_modules') + 1);
  return packaged.length < parts.length && packaged.length > 0 ? packaged.join('/') : `./${path}`;
}

const SPECIAL = /[\\^$.*+?()[\]{}|/]/g;

/** A regular expression that matches the text and nothing else. */
export function escaped(plain: string): string {
  return plain.replace(SPECIAL, '\\$&');
}

/**
 * A pattern over paths that begin with `/`. One that begins with `<rootDir>` is anchored there; the dot of `./src/` matches a
 * character of the folder that the project lies in, which no path here holds.
 */
export function toPattern(written: string, rootDir: string): string {
  const folder = rootDir === '' ? '' : `/${escaped(rootDir)}`;
  const anchored = written.replace(/^\^?<rootDir>/, () => `^${folder}`).replace(/^\.\//, '.?/');
  return anchored.replaceAll(TOKEN, () => folder);
}

/** A glob over paths that begin with `/`. */
export function toGlob(written: string, rootDir: string): string {
  const negated = written.startsWith('!');
  const glob = negated ? written.slice(1) : written;
  const folder = rootDir === '' ? '' : `/${rootDir}`;
  const whole = glob.replaceAll(TOKEN, () => folder).replace(/\/\.\//g, '/');
  return (negated ? '!' : '') + fromRoot(whole);
}

/** In a glob a slash before `**` would ask for a folder. */
export function fromRoot(glob: string): string {
  return glob.replace(/^\/(?=\*\*)/, '');
}
