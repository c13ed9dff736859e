import { formatOf, type Format } from './format';
import { MOST_TEXT } from './limits';
import { decodeText, encodingOf } from '../machine/text/guess-encoding';
import { DocumentReader, type ReaderOptions } from './reader';
import type { DocumentProblem, Documents, DocumentText } from './types';

const DEFAULTS: ReaderOptions = { deadlineMs: 60_000, idleMs: 60_000, memoryMb: 1_024 };
/** Bytes of a plain text that are decoded: no character takes more than four. */
const MOST_BYTES = 4 * MOST_TEXT;

/** Formats of Word, Excel, PowerPoint and Hangul that are not read. */
const OLD: ReadonlySet<Format> = new Set<Format>(['ole', 'rtf']);

/** Reads the text of files. Nothing is started before the first document that is no plain text. */
export function createDocuments(options: Partial<ReaderOptions> = {}): Documents {
  let reader: DocumentReader | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  const parsed = async (
    bytes: Buffer,
    name: string,
    signal?: AbortSignal,
  ): Promise<DocumentText | DocumentProblem> => {
    signal?.throwIfAborted();
    if (!reader?.isAlive) reader = new DocumentReader({ ...DEFAULTS, ...options });
    return reader.read(bytes, name, signal);
  };

  return {
    textOf: (bytes, name, signal) => {
      const format = formatOf(bytes, name);
      if (OLD.has(format)) return Promise.resolve({ reason: 'old' });
      if (format === 'other') return Promise.resolve(plainText(bytes));
      const text = turn.then(() => parsed(bytes, name, signal));
      turn = text.catch(() => undefined);
      return text;
    },
    close: () => reader?.stop(),
  };
}

function plainText(bytes: Buffer): DocumentText | DocumentProblem {
  const head = bytes.subarray(0, wholeEnd(bytes));
  const encoding = encodingOf(head);
  if (encoding === undefined) return { reason: 'no-text' };
  const whole = head.length === bytes.length ? decodeText(head)?.text : undefined;
  // A character that is cut at the end is left out.
  const text = whole ?? new TextDecoder(encoding).decode(head, { stream: true });
  if (text.length <= MOST_TEXT) return { text, truncated: head.length < bytes.length };
  return { text: text.slice(0, MOST_TEXT).replace(/[\ud800-\udbff]$/, ''), truncated: true };
}

/** Where to cut bytes, so that no character of UTF-8 is cut. */
function wholeEnd(bytes: Buffer): number {
  if (bytes.length <= MOST_BYTES) return bytes.length;
  let end = MOST_BYTES;
  while (end > MOST_BYTES - 4 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return end;
}
