/** Calls of tools as learning compares them: bounded, and by the pattern of their arguments. */
import { isFromStep } from './plan';

/** Arguments as a plan gives them. */
export type CallArgs = Readonly<Record<string, unknown>>;

const MOST_CHARS = 200;
const MOST_PARTS = 12;
const KEPT_CHARS = 100;
const KEPT_PARTS = 8;
const CUT = '…';

/** Arguments of bounded size: what is too long keeps its beginning, its length and a hash, so that equal ones stay equal. */
export function boundedArgs(args: CallArgs): Record<string, unknown> {
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, bounded(value)]));
}

function bounded(value: unknown): unknown {
  if (typeof value === 'string') return boundedText(value);
  if (Array.isArray(value)) {
    const parts: unknown[] = value.map(bounded);
    if (parts.length <= MOST_PARTS) return parts;
    const rest = parts.slice(KEPT_PARTS);
    return [...parts.slice(0, KEPT_PARTS), `${CUT} ${rest.length} more, ${fnv(JSON.stringify(rest))}`];
  }
  return typeof value === 'object' && value !== null ? boundedArgs(value as CallArgs) : value;
}

function boundedText(text: string): string {
  if (text.length <= MOST_CHARS) return text;
  return `${text.slice(0, KEPT_CHARS)}${CUT} ${text.length - KEPT_CHARS} more characters, ${fnv(text)}`;
}

/** FNV-1a, 32 bits of UTF-16, in hex: tells apart long texts that begin alike. */
function fnv(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** Text that equal calls share: the same tool with the same arguments, in whatever order they are given. */
export function callText(tool: string, args: CallArgs): string {
  return `${tool} ${canonical(boundedArgs(args), '')}`;
}

/** JSON with sorted names; paths that mean the same are written alike. */
function canonical(value: unknown, name: string): string {
  if (typeof value === 'string') return JSON.stringify(PATHS.has(name) ? tidyPath(value) : value);
  if (Array.isArray(value)) return `[${value.map((part) => canonical(part, name)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([, part]) => part !== undefined);
  const sorted = entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([key, part]) => `${JSON.stringify(key)}:${canonical(part, key)}`).join(',')}}`;
}

/** True if a call works on what another step gives: it is another call each time. */
export function takesItems(args: CallArgs): boolean {
  return Object.values(args).flat().some(isFromStep);
}

const PATHS: ReadonlySet<string> = new Set(['path', 'items', 'to', 'data', 'out']);
/** Tools whose `path` is a folder. */
const ON_FOLDERS: ReadonlySet<string> = new Set(['list', 'find', 'run', 'heal', 'agent']);

/** Way in which a tool was called: names and kinds of its arguments, and the folder that it worked in. */
export interface CallPattern {
  /** `content=words name=*.pdf path=folder` */
  pattern: string;
  /** `papers`; empty where no folder is named. */
  path: string;
}

export function patternOf(tool: string, args: CallArgs): CallPattern {
  const kinds = Object.entries(args)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${kindOf(tool, name, value)}`);
  return { pattern: kinds.sort().join(' '), path: folderOf(tool, args) };
}

function kindOf(tool: string, name: string, value: unknown): string {
  if (isFromStep(value)) return 'step';
  if (Array.isArray(value)) return listKind(tool, name, value);
  if (typeof value !== 'string') return typeof value;
  if (isFolderArg(tool, name)) return 'folder';
  if (PATHS.has(name) && !isTime(tool, name)) return extensionOf(value) ?? 'file';
  if (name === 'name') return isGlob(value) ? value.slice(0, MOST_GLOB) : (extensionOf(value) ?? 'name');
  if (name === 'command') return value.trimStart().split(' ', 1)[0]?.slice(0, MOST_GLOB) ?? '';
  return isTime(tool, name) ? 'time' : 'words';
}

const MOST_GLOB = 40;
const MOST_KINDS = 3;

function listKind(tool: string, name: string, values: readonly unknown[]): string {
  const known = values.filter((value) => typeof value !== 'string' || !value.startsWith(CUT));
  const kinds = [...new Set(known.map((value) => kindOf(tool, name, value)))].sort();
  const shown = kinds.length > MOST_KINDS ? [...kinds.slice(0, MOST_KINDS), CUT] : kinds;
  return shown.join(',') || 'none';
}

function isFolderArg(tool: string, name: string): boolean {
  if (name === 'path') return ON_FOLDERS.has(tool) || tool === 'make_folder';
  return name === 'to' && tool !== 'find';
}

function isTime(tool: string, name: string): boolean {
  return name === 'when' || (tool === 'find' && (name === 'from' || name === 'to'));
}

function isGlob(name: string): boolean {
  return ['*', '?', '[', '{'].some((mark) => name.includes(mark));
}

/** `.pdf`, in lower case; undefined for a name without one. */
function extensionOf(path: string): string | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  const extension = name.slice(dot).toLowerCase();
  return dot > 0 && extension.length > 1 && extension.length <= 10 ? extension : undefined;
}

function folderOf(tool: string, { path, to, items, out }: CallArgs): string {
  if (typeof path === 'string') return ON_FOLDERS.has(tool) ? tidyPath(path) : parentOf(tidyPath(path));
  if (typeof to === 'string') return tidyPath(to);
  const first: unknown = Array.isArray(items) ? items[0] : out;
  return typeof first === 'string' ? parentOf(tidyPath(first)) : '';
}

/** The path without `.`, double slashes, or a slash at its end; `.` is the first root. */
function tidyPath(path: string): string {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  const tidy = parts.join('/');
  if (path.startsWith('/')) return `/${tidy}`;
  return tidy === '' ? '.' : tidy;
}

function parentOf(path: string): string {
  const slash = path.lastIndexOf('/');
  if (slash === 0) return '/';
  return slash < 0 ? '.' : path.slice(0, slash);
}
