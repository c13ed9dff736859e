import type { BlobHash } from '../../domain/ids';
import type { BlobSink, BlobStore } from '../../store';

/** Most characters of a tool's result that a model gets at once. */
export const RESULT_CHARS = 10_000;
const HEAD_CHARS = 6_000;
const TAIL_CHARS = 3_000;

/** Begins the blob of a kept result: by its hash alone nothing else of the store can be read. */
const MARK = 'kintsugi result 1\n';
const PREFIX = 'result:';

/** A result as a model gets it. `stored`: the blob that holds all of it, where it was too long. */
export interface BoundedText {
  text: string;
  stored?: BlobHash;
}

/** The text, or its head and tail with what was left out and how to read that. */
export async function bounded(blobs: BlobSink, text: string): Promise<BoundedText> {
  if (text.length <= RESULT_CHARS) return { text };
  const stored = await keepResult(blobs, text);
  return { text: cut(text, `${PREFIX}${stored}`), stored };
}

/** Keeps a result, so that a model can read it by its path. */
export function keepResult(blobs: BlobSink, text: string): Promise<BlobHash> {
  return blobs.put(Buffer.from(MARK + text));
}

/** Hash of the kept result that a path names; undefined for other paths. */
export function resultHash(path: string): BlobHash | undefined {
  return /^result:([0-9a-f]{64})$/.exec(path)?.[1] as BlobHash | undefined;
}

export function resultPath(hash: BlobHash): string {
  return PREFIX + hash;
}

/** The whole of a kept result; undefined where the hash names none. */
export async function readResult(blobs: BlobStore, hash: BlobHash): Promise<string | undefined> {
  if (!(await blobs.has(hash))) return undefined;
  const text = (await blobs.load(hash)).toString('utf8');
  return text.startsWith(MARK) ? text.slice(MARK.length) : undefined;
}

/** Head and tail of a text, cut at line ends where there are some, with the way to the rest. */
function cut(text: string, path: string): string {
  const head = headOf(text);
  const tail = tailOf(text);
  const from = lineCount(head) + (head.endsWith('\n') ? 1 : 0);
  const to =
    lineCount(text) - lineCount(tail) + (text.charAt(text.length - tail.length - 1) === '\n' ? 0 : 1);
  const left = text.length - head.length - tail.length;
  const call = JSON.stringify({ path, from, to: Math.max(from, to) });
  const note = `… ${left} characters in lines ${from} to ${Math.max(from, to)} of ${lineCount(text)} are left out. Read them with read ${call} …`;
  return `${head}${head.endsWith('\n') ? '' : '\n'}${note}\n${tail}`;
}

function headOf(text: string): string {
  const head = text.slice(0, HEAD_CHARS);
  const end = head.lastIndexOf('\n');
  return end >= 0 ? head.slice(0, end + 1) : withoutHalf(head);
}

function tailOf(text: string): string {
  const tail = text.slice(-TAIL_CHARS);
  const start = tail.indexOf('\n');
  return start >= 0 && start < tail.length - 1 ? tail.slice(start + 1) : tail.replace(/^[\udc00-\udfff]/, '');
}

/** A cut must not leave half of a character. */
function withoutHalf(text: string): string {
  return text.replace(/[\ud800-\udbff]$/, '');
}

/** Lines of a text; the end of the last one begins no other. */
function lineCount(text: string): number {
  let count = text.endsWith('\n') || text === '' ? 0 : 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
