/** `path.win32`: Windows paths. The working directory is `C:\`, of other drives their root. */
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

const WIN32: Style = { sep: '\\', isSeparator: (character) => character === '/' || character === '\\' };
const isSeparator = (character: string | undefined): boolean => WIN32.isSeparator(character);

interface Root {
  /** `C:` or `\\server\share`. */
  device: string;
  absolute: boolean;
  /** Offset of the rest. */
  end: number;
}

const DEVICE = /^[a-zA-Z]:/;
const UNC = /^[\\/]{2}([^\\/]+)[\\/]+([^\\/]+)/;

function rootOf(path: string): Root {
  if (isSeparator(path[0])) {
    const match = UNC.exec(path);
    if (!match) return { device: '', absolute: true, end: 1 };
    const [whole, server = '', share = ''] = match;
    // `\\.\` and `\\?\` are not followed by a share.
    if (server === '.' || server === '?') return { device: `\\\\${server}`, absolute: true, end: 4 };
    return { device: `\\\\${server}\\${share}`, absolute: true, end: whole.length };
  }
  if (!DEVICE.test(path)) return { device: '', absolute: false, end: 0 };
  const absolute = isSeparator(path[2]);
  return { device: path.slice(0, 2), absolute, end: absolute ? 3 : 2 };
}

export function isAbsolute(path: string): boolean {
  assertPath(path);
  return isSeparator(path[0]) || (DEVICE.test(path) && isSeparator(path[2]));
}

export function normalize(path: string): string {
  assertPath(path);
  if (path === '') return '.';
  const { device, absolute, end } = rootOf(path);
  if (device.startsWith('\\\\') && end === path.length) return `${device}\\`;
  let tail = squeeze(path.slice(end), absolute, WIN32);
  if (tail === '' && !absolute) tail = '.';
  if (tail !== '' && isSeparator(path[path.length - 1]) && path.length > end) tail += '\\';
  // What only looks like a drive is none.
  if (!absolute && device === '' && (DEVICE.test(tail) || /:(?:[\\/]|$)/.test(path))) tail = `.\\${tail}`;
  return absolute ? `${device}\\${tail}` : device + tail;
}

export function join(...paths: string[]): string {
  for (const path of paths) assertPath(path);
  const parts = paths.filter((path) => path !== '');
  const [first] = parts;
  if (first === undefined) return '.';
  let joined = parts.join('\\');
  // Leading separators make a network path only if the first part alone says so.
  const slashes = /^[\\/]*/.exec(joined)?.[0].length ?? 0;
  const network = /^[\\/]{2}[^\\/]/.test(first) || (/^[\\/]{2}$/.test(first) && slashes === 2);
  if (slashes >= 2 && !network) joined = `\\${joined.slice(slashes)}`;
  return normalize(joined);
}

export function resolve(...paths: string[]): string {
  let device = '';
  let tail = '';
  let absolute = false;
  for (let index = paths.length - 1; index >= -1; index--) {
    let path = device === '' || device.startsWith('\\\\') ? 'C:\\' : `${device}\\`;
    if (index >= 0) {
      const given = paths[index];
      assertPath(given, `paths[${index}]`);
      if (given === '') continue;
      path = given;
    }
    const root = rootOf(path);
    if (root.device !== '') {
      if (device === '') device = root.device;
      else if (device.toLowerCase() !== root.device.toLowerCase()) continue;
    }
    if (absolute) {
      if (device !== '') break;
      continue;
    }
    tail = `${path.slice(root.end)}\\${tail}`;
    absolute = root.absolute;
    if (absolute && device !== '') break;
  }
  const body = squeeze(tail, absolute, WIN32);
  return absolute ? `${device}\\${body}` : device + body || '.';
}

/** Length of the part of the path that `dirname` and `parse` never take away. */
function rootLength(path: string): number {
  if (isSeparator(path[0])) {
    const match = UNC.exec(path);
    if (!match) return 1;
    return Math.min(path.length, match[0].length + 1);
  }
  if (!DEVICE.test(path)) return 0;
  return isSeparator(path[2]) ? 3 : 2;
}

export function dirname(path: string): string {
  assertPath(path);
  if (path === '') return '.';
  const root = rootLength(path);
  const [from, to] = lastPart(path, root, WIN32);
  if (from === to) return root === 0 ? '.' : path.slice(0, root);
  if (from - 1 > root) return path.slice(0, from - 1);
  return root === 0 && from === 0 ? '.' : path.slice(0, Math.max(root, from - 1));
}

/** The path without its drive, which is no part of a name. */
function withoutDrive(path: string): string {
  return DEVICE.test(path) ? path.slice(2) : path;
}

function baseOf(path: string): string {
  const rest = withoutDrive(path);
  return rest.slice(...lastPart(rest, 0, WIN32));
}

export function basename(path: string, suffix?: string): string {
  if (suffix !== undefined) assertPath(suffix, 'suffix');
  assertPath(path);
  return withoutSuffix(withoutDrive(path), baseOf(path), suffix);
}

export function extname(path: string): string {
  assertPath(path);
  return extensionOf(baseOf(path));
}

export function relative(from: string, to: string): string {
  assertPath(from, 'from');
  assertPath(to, 'to');
  if (from === to) return '';
  const [left, right] = [resolve(from), resolve(to)];
  if (left.toLowerCase() === right.toLowerCase()) return '';
  const [start, end] = [rootOf(left), rootOf(right)];
  if (start.device.toLowerCase() !== end.device.toLowerCase()) return right;
  const parts = (path: string, root: Root): string[] => path.slice(root.end).split('\\').filter(Boolean);
  const [one, other] = [parts(left, start), parts(right, end)];
  let same = 0;
  while (same < one.length && same < other.length && one[same]?.toLowerCase() === other[same]?.toLowerCase())
    same++;
  return [...one.slice(same).map(() => '..'), ...other.slice(same)].join('\\');
}

export function parse(path: string): ParsedPath {
  assertPath(path);
  return parsePath(path, rootLength(path), WIN32);
}

export function format(parts: Partial<ParsedPath>): string {
  return formatPath(parts, '\\');
}

export function matchesGlob(path: string, pattern: string): boolean {
  assertPath(path);
  assertPath(pattern, 'pattern');
  return globPattern(pattern, WIN32).test(path);
}

export function toNamespacedPath(path: string): string {
  if (typeof path !== 'string' || path === '') return path;
  const resolved = resolve(path);
  if (resolved.length <= 2) return path;
  if (/^\\\\[^?.]/.test(resolved)) return `\\\\?\\UNC\\${resolved.slice(2)}`;
  return /^[a-zA-Z]:\\/.test(resolved) ? `\\\\?\\${resolved}` : resolved;
}

export const sep = '\\';
export const delimiter = ';';
