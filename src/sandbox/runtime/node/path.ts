/** node:path for POSIX paths. The working directory is `/`. */
import {
  assertPath,
  extensionOf,
  formatPath,
  globPattern,
  lastPart,
  parsePath,
  squeeze,
  withoutSuffix,
} from './path-common';
import type { ParsedPath, Style } from './path-common';

const POSIX: Style = { sep: '/', isSeparator: (character) => character === '/' };

export function isAbsolute(path: string): boolean {
  assertPath(path);
  return path.startsWith('/');
}

export function normalize(path: string): string {
  assertPath(path);
  if (path === '') return '.';
  const rooted = path.startsWith('/');
  const body = squeeze(path, rooted, POSIX);
  const tail = path.endsWith('/') && body !== '' ? '/' : '';
  if (rooted) return `/${body}${tail}`;
  if (body === '') return path.endsWith('/') ? './' : '.';
  return body + tail;
}

export function join(...paths: string[]): string {
  for (const path of paths) assertPath(path);
  const joined = paths.filter((path) => path !== '').join('/');
  return joined === '' ? '.' : normalize(joined);
}

export function resolve(...paths: string[]): string {
  let resolved = '';
  for (let index = paths.length - 1; index >= 0 && !resolved.startsWith('/'); index--) {
    const path = paths[index];
    assertPath(path, `paths[${index}]`);
    if (path !== '') resolved = resolved === '' ? path : `${path}/${resolved}`;
  }
  return `/${squeeze(resolved, true, POSIX)}`;
}

export function dirname(path: string): string {
  assertPath(path);
  if (path === '') return '.';
  const [from] = lastPart(path, 0, POSIX);
  if (from === 0) return path.startsWith('/') ? '/' : '.';
  if (from === 1) return '/';
  return from === 2 && path.startsWith('/') ? '//' : path.slice(0, from - 1);
}

export function basename(path: string, suffix?: string): string {
  if (suffix !== undefined) assertPath(suffix, 'suffix');
  assertPath(path);
  return withoutSuffix(path, path.slice(...lastPart(path, 0, POSIX)), suffix);
}

export function extname(path: string): string {
  assertPath(path);
  return extensionOf(path.slice(...lastPart(path, 0, POSIX)));
}

export function relative(from: string, to: string): string {
  assertPath(from, 'from');
  assertPath(to, 'to');
  const left = resolve(from).split('/').filter(Boolean);
  const right = resolve(to).split('/').filter(Boolean);
  let same = 0;
  while (same < left.length && same < right.length && left[same] === right[same]) same++;
  return [...left.slice(same).map(() => '..'), ...right.slice(same)].join('/');
}

export function parse(path: string): ParsedPath {
  assertPath(path);
  return parsePath(path, path.startsWith('/') ? 1 : 0, POSIX);
}

export function format(parts: Partial<ParsedPath>): string {
  return formatPath(parts, '/');
}

export function matchesGlob(path: string, pattern: string): boolean {
  assertPath(path);
  assertPath(pattern, 'pattern');
  return globPattern(pattern, POSIX).test(normalize(path));
}

export function toNamespacedPath(path: string): string {
  return path;
}

export const sep = '/';
export const delimiter = ':';
