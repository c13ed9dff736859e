import type { BlobHash } from './ids';

/** A hash in a text: 64 hex digits, a blob's or not. */
export interface NamedHash {
  hash: BlobHash;
  /** JSON field with the hash, or with the list that holds it, if there is one. */
  field?: string;
}

/** A reference to a large value is `blob:` and its hash. */
const NAMED = /(?:"(\w+)":\s*(\[?)"|^(blob):)?(?<![0-9a-f])([0-9a-f]{64})(?![0-9a-f])/g;
/** Between two texts of a list. */
const NEXT = '","';

/** Every hash in a text, each once for each field. It need not be a blob's. */
export function namedHashes(text: string): NamedHash[] {
  const found = new Map<string, NamedHash>();
  let list: { field: string; end: number } | undefined;
  for (const match of text.matchAll(NAMED)) {
    const [whole, own, bracket, reference, digits] = match;
    const isNext = list && text.startsWith(NEXT, list.end) && match.index === list.end + NEXT.length;
    const field = own ?? reference ?? (isNext ? list?.field : undefined);
    const isListed = field !== undefined && (bracket === '[' || isNext);
    list = isListed ? { field, end: match.index + whole.length } : undefined;
    const hash = digits as BlobHash;
    found.set(`${field ?? ''} ${hash}`, field === undefined ? { hash } : { hash, field });
  }
  return [...found.values()];
}

/**
 * Fields that name a blob or a tree wherever they stand; other hashes may be of anything. The compiler holds them
 * against the types of all that is stored: test/quick/store/retention/blob-fields.test.ts.
 */
const FIELDS = [
  'after',
  'analysis',
  'args',
  'base',
  'baseTimes',
  'baseTree',
  'baseline',
  'baselineReport',
  'before',
  'blob',
  'check',
  'code',
  'contentRef',
  'detail',
  'details',
  'diff',
  'diskTimes',
  'events',
  'from',
  'graphDoc',
  'head',
  'json',
  'keep',
  'known',
  'markdown',
  'material',
  'onDisk',
  'ours',
  'outcome',
  'output',
  'pastResults',
  'pastRounds',
  'plan',
  'present',
  'previous',
  'published',
  'record',
  'recordRef',
  'report',
  'result',
  'run',
  'saved',
  'states',
  'suggestionRef',
  'summary',
  'task',
  'theirs',
  'times',
  'transcript',
  'tree',
  'turn',
  'undone',
  'winner',
] as const;

export type BlobField = (typeof FIELDS)[number];

export const BLOB_FIELDS: ReadonlySet<string> = new Set(FIELDS);
