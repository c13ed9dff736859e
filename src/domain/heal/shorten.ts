import { excerpt } from '../text';

/** Most characters of a text and items of a list. */
export interface Allowance {
  chars: number;
  items: number;
}

/** Keys that other commands read: never cut. */
const KEPT = new Set(['directory', 'heavyFolders', 'taskId', 'of']);
/** One entry for each round or part of the run: their texts are cut, their number tells something. */
const WHOLE_LISTS = new Set([
  'repairHistory',
  'codeHistory',
  'checkpoints',
  'choices',
  'repairs',
  'targets',
  'repairMs',
]);
/** Keys of the texts that people read first: never cut below `TOLD_CHARS`. */
const TOLD = new Set(['failureReport', 'finalError', 'work', 'message', 'badInput']);
const TOLD_CHARS = 500;
const HASH = /^[0-9a-f]{64}$/;

/** The same shape with shorter texts and lists. */
export function shorten(value: unknown, key: string, allowance: Allowance): unknown {
  if (KEPT.has(key)) return value;
  if (typeof value === 'string') {
    if (HASH.test(value)) return value;
    return excerpt(value, TOLD.has(key) ? Math.max(TOLD_CHARS, allowance.chars) : allowance.chars);
  }
  if (Array.isArray(value)) {
    const items: unknown[] = WHOLE_LISTS.has(key) ? value : value.slice(0, allowance.items);
    return items.map((item) => shorten(item, '', allowance));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, shorten(part, name, allowance)]),
  );
}
