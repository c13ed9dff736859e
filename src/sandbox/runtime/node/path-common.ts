/** Common parts of POSIX and Windows paths. */
import { invalidArgType } from './errors';

export interface ParsedPath {
  root: string;
  dir: string;
  base: string;
  ext: string;
  name: string;
}

/** How one of the systems writes paths. */
export interface Style {
  sep: string;
  isSeparator(character: string | undefined): boolean;
}

export function assertPath(value: unknown, name = 'path'): asserts value is string {
  if (typeof value !== 'string') throw invalidArgType(name, 'string', value);
}

/** Resolves `.` and `..` in the parts of a path; one that is not rooted may keep leading `..`. */
export function squeeze(path: string, rooted: boolean, style: Style): string {
  const parts: string[] = [];
  for (const part of splitParts(path, style)) {
    if (part === '' || part === '.') continue;
    const last = parts[parts.length - 1];
    if (part !== '..') parts.push(part);
    else if (last !== undefined && last !== '..') parts.pop();
    else if (!rooted) parts.push(part);
  }
  return parts.join(style.sep);
}

function splitParts(path: string, style: Style): string[] {
  return style.isSeparator('\\') ? path.split(/[\\/]/) : path.split('/');
}

/** Start and end of the last part of a path, whose own separators at the end do not count. */
export function lastPart(path: string, start: number, style: Style): [from: number, to: number] {
  let to = path.length;
  while (to > start && style.isSeparator(path[to - 1])) to--;
  let from = to;
  while (from > start && !style.isSeparator(path[from - 1])) from--;
  return [from, to];
}

/** Node leaves a last part that is all suffix, but not a path that is, nor separators without any part. */
export function withoutSuffix(path: string, base: string, suffix: string | undefined): string {
  if (suffix === undefined || suffix === '' || suffix.length > path.length) return base;
  if (suffix === path) return '';
  if (base === '') return path;
  return base !== suffix && base.endsWith(suffix) ? base.slice(0, -suffix.length) : base;
}

export function extensionOf(base: string): string {
  const dot = base.lastIndexOf('.');
  return dot <= 0 || base === '..' ? '' : base.slice(dot);
}

/** Parts of a path. `rootLength`: the length of its root. */
export function parsePath(path: string, rootLength: number, style: Style): ParsedPath {
  const root = path.slice(0, rootLength);
  const [from, to] = lastPart(path, rootLength, style);
  const base = path.slice(from, to);
  const ext = extensionOf(base);
  const dir = from > rootLength ? path.slice(0, from - 1) : root;
  return { root, dir, base, ext, name: ext === '' ? base : base.slice(0, -ext.length) };
}

export function formatPath(parts: unknown, sep: string): string {
  if (typeof parts !== 'object' || parts === null) throw invalidArgType('pathObject', 'Object', parts);
  const { dir, root, base, name, ext } = parts as Partial<ParsedPath>;
  const folder = dir || root;
  const dot = ext && !ext.startsWith('.') ? '.' : '';
  const file = base || `${name ?? ''}${ext ? dot + ext : ''}`;
  if (!folder) return file;
  return folder === root ? folder + file : folder + sep + file;
}

/** Converts a glob to a pattern of whole paths; `*` stays within a part, `**` does not. */
export function globPattern(glob: string, style: Style): RegExp {
  const separator = style.sep === '\\' ? '[\\\\/]' : '/';
  const other = style.sep === '\\' ? '[^\\\\/]' : '[^/]';
  let source = '';
  for (let index = 0; index < glob.length; index++) {
    const character = glob[index] ?? '';
    if (character === '*' && glob[index + 1] === '*') {
      const slash = style.isSeparator(glob[index + 2]);
      source += slash ? `(?:.*${separator})?` : '.*';
      index += slash ? 2 : 1;
    } else if (character === '*') source += `${other}*`;
    else if (character === '?') source += other;
    else if (character === '[') {
      const end = glob.indexOf(']', index + 2);
      if (end < 0) source += '\\[';
      else {
        source += `[${glob
          .slice(index + 1, end)
          .replace(/^!/, '^')
          .replace(/\\/g, '\\\\')}]`;
        index = end;
      }
    } else if (character === '{') {
      const end = glob.indexOf('}', index);
      if (end < 0) source += '\\{';
      else {
        const choices = glob.slice(index + 1, end).split(',');
        source += `(?:${choices.map((choice) => globPattern(choice, style).source.slice(1, -1)).join('|')})`;
        index = end;
      }
    } else if (style.isSeparator(character)) source += separator;
    else source += character.replace(/[.+^$()|[\]{}\\]/g, '\\$&');
  }
  return new RegExp(`^${source}$`);
}
