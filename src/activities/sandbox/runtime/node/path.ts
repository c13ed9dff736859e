/** node:path for POSIX paths. The working directory is `/`. */

const SEPARATOR = '/';

function assertPath(value: unknown): asserts value is string {
  if (typeof value === 'string') return;
  throw new TypeError(
    `The "path" argument must be of type string. Received ${value === null ? 'null' : typeof value}`,
  );
}

/** Resolves `.` and `..` in the parts of a path; a relative path may keep leading `..`. */
function squeeze(path: string, absolute: boolean): string {
  const parts: string[] = [];
  for (const part of path.split(SEPARATOR)) {
    if (part === '' || part === '.') continue;
    const last = parts[parts.length - 1];
    if (part !== '..') parts.push(part);
    else if (last !== undefined && last !== '..') parts.pop();
    else if (!absolute) parts.push(part);
  }
  return parts.join(SEPARATOR);
}

export function isAbsolute(path: string): boolean {
  assertPath(path);
  return path.startsWith(SEPARATOR);
}

export function normalize(path: string): string {
  assertPath(path);
  if (path === '') return '.';
  const absolute = isAbsolute(path);
  const body = squeeze(path, absolute);
  const tail = path.endsWith(SEPARATOR) && !(absolute && body === '') ? SEPARATOR : '';
  return (absolute ? SEPARATOR : '') + (body === '' && !absolute ? '.' : body) + tail;
}

export function join(...paths: string[]): string {
  paths.forEach(assertPath);
  const joined = paths.filter((path) => path !== '').join(SEPARATOR);
  return joined === '' ? '.' : normalize(joined);
}

export function resolve(...paths: string[]): string {
  let resolved = '';
  for (let index = paths.length - 1; index >= 0 && !resolved.startsWith(SEPARATOR); index--) {
    const path = paths[index];
    assertPath(path);
    if (path !== '') resolved = resolved === '' ? path : `${path}/${resolved}`;
  }
  return SEPARATOR + squeeze(resolved, true);
}

export function dirname(path: string): string {
  assertPath(path);
  const trimmed = path.replace(/\/+$/, '');
  const end = trimmed.lastIndexOf(SEPARATOR);
  if (end < 0) return path.startsWith(SEPARATOR) ? SEPARATOR : '.';
  return end === 1 && path.startsWith('//') ? '//' : trimmed.slice(0, end) || SEPARATOR;
}

export function basename(path: string, suffix = ''): string {
  assertPath(path);
  const trimmed = path.replace(/\/+$/, '');
  const base = trimmed.slice(trimmed.lastIndexOf(SEPARATOR) + 1);
  return suffix !== '' && base !== suffix && base.endsWith(suffix) ? base.slice(0, -suffix.length) : base;
}

export function extname(path: string): string {
  const base = basename(path);
  const dot = base.lastIndexOf('.');
  return dot <= 0 || base === '..' ? '' : base.slice(dot);
}

export function relative(from: string, to: string): string {
  const left = resolve(from).split(SEPARATOR).filter(Boolean);
  const right = resolve(to).split(SEPARATOR).filter(Boolean);
  let same = 0;
  while (same < left.length && same < right.length && left[same] === right[same]) same++;
  return [...left.slice(same).map(() => '..'), ...right.slice(same)].join(SEPARATOR);
}

interface ParsedPath {
  root: string;
  dir: string;
  base: string;
  ext: string;
  name: string;
}

export function parse(path: string): ParsedPath {
  const root = isAbsolute(path) ? SEPARATOR : '';
  const base = basename(path);
  const ext = extname(path);
  const trimmed = path.replace(/\/+$/, '');
  const dir = trimmed.includes(SEPARATOR)
    ? trimmed.slice(0, trimmed.lastIndexOf(SEPARATOR)) || SEPARATOR
    : root;
  return { root, dir, base, ext, name: ext === '' ? base : base.slice(0, -ext.length) };
}

export function format(parts: Partial<ParsedPath>): string {
  const base = parts.base ?? (parts.name ?? '') + (parts.ext ?? '');
  const dir = parts.dir ?? parts.root ?? '';
  if (dir === '') return base;
  return dir === parts.root ? dir + base : `${dir}/${base}`;
}

export const sep = SEPARATOR;
export const delimiter = ':';
