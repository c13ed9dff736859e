/** Reads a `.snap` file: a list of ``exports[`name`] = `value`;``. It is parsed, never evaluated. */
import { parseExpressionAt } from 'acorn';
import { Lru } from '../../machine/lru';
import type { SnapshotEntry } from '../runtime-protocol';
import { textOf } from './compile/modules';

const ENTRY = 'exports[`';

const CACHE_CHARACTERS = 4 * 1024 * 1024;
/** A program and its variants have the same file. */
const cache = new Lru<string, SnapshotEntry[]>(CACHE_CHARACTERS);

function entryAt(text: string, at: number): { entry: SnapshotEntry; end: number } | undefined {
  try {
    const node = parseExpressionAt(text, at, { ecmaVersion: 'latest' });
    if (node.type !== 'AssignmentExpression' || node.left.type !== 'MemberExpression') return undefined;
    const [name, value] = [textOf(node.left.property), textOf(node.right)];
    return name === undefined || value === undefined ? undefined : { entry: [name, value], end: node.end };
  } catch {
    return undefined;
  }
}

/** Snapshots of a file by name. A broken rest of the file is left out, so its snapshots count as missing. */
export function snapshotsIn(text: string): SnapshotEntry[] {
  const known = cache.get(text);
  if (known) return known;
  const found: SnapshotEntry[] = [];
  for (let at = text.indexOf(ENTRY); at !== -1; at = text.indexOf(ENTRY, at)) {
    const read = entryAt(text, at);
    if (!read) break;
    found.push(read.entry);
    at = read.end;
  }
  cache.set(text, found, text.length);
  return found;
}
