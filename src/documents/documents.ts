import { MOST_TEXT, type DocumentProblem, type Documents, type DocumentText } from './types';
import { decodeText, encodingOf } from '../machine/text/guess-encoding';
import { DocumentReader, type ReaderOptions } from './reader';

/** Kind of a file by its first bytes: its name may say anything. */
type Format = 'pdf' | 'zip' | 'html' | 'rtf' | 'ole' | 'other';

/** Bytes before which a PDF may begin, as its readers have it. */
const PDF_WITHIN = 1_024;
const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex');

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

export function formatOf(bytes: Buffer, name: string): Format {
  if (bytes.subarray(0, PDF_WITHIN).includes('%PDF-')) return 'pdf';
  const start = bytes.subarray(0, 4).toString('latin1');
  if (start === 'PK\u0003\u0004' || start === 'PK\u0005\u0006') return 'zip';
  if (bytes.subarray(0, OLE.length).equals(OLE)) return 'ole';
  if (start === '{\\rt') return 'rtf';
  return isHtml(bytes, name) ? 'html' : 'other';
}

/** True for a file of a format that has no text of its own: it is not edited as one. */
export function isDocument(bytes: Buffer): boolean {
  return ['pdf', 'zip', 'ole'].includes(formatOf(bytes, ''));
}

function isHtml(bytes: Buffer, name: string): boolean {
  const head = bytes.subarray(0, 1_024).toString('latin1').replaceAll('\0', '').trimStart().toLowerCase();
  const body = head.replace(/^(\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/, '').trimStart();
  if (body.startsWith('<!doctype html') || body.startsWith('<html')) return true;
  return /\.x?html?$/i.test(name) && body.startsWith('<');
}
