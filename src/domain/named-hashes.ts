import type { BlobHash } from './ids';

/** A hash in a text: 64 hex digits, a blob's or not. */
export interface NamedHash {
  hash: BlobHash;
  /** JSON field with the hash, if it is one. */
  field?: string;
}

const NAMED = /(?:"(\w+)":\s*")?(?<![0-9a-f])([0-9a-f]{64})(?![0-9a-f])/g;

/** Every hash in a text, each once for each field. It need not be a blob's. */
export function namedHashes(text: string): NamedHash[] {
  const found = new Map<string, NamedHash>();
  for (const [, field, digits] of text.matchAll(NAMED)) {
    const hash = digits as BlobHash;
    found.set(`${field ?? ''} ${hash}`, field === undefined ? { hash } : { hash, field });
  }
  return [...found.values()];
}

/** Fields that name a blob or a tree wherever they stand; other hashes may be of anything. */
export const BLOB_FIELDS: ReadonlySet<string> = new Set([
  'tree',
  'base',
  'baseTree',
  'times',
  'baseTimes',
  'from',
  'code',
  'ours',
  'theirs',
  'report',
  'baseline',
  'baselineReport',
  'output',
  'suggestionRef',
  'contentRef',
  'task',
  'pastRounds',
  'previous',
  'blob',
  'transcript',
  'recordRef',
  'known',
  'result',
]);
