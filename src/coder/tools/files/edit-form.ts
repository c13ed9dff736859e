import { decodeText, isDocument } from '../../../documents';

/** A text file as edits work on it. */
export interface EditForm {
  text: string;
  /** A passage as it would stand in `text`; undefined where the file's encoding has no such characters. */
  given(passage: string): string | undefined;
  /** Part of `text` as people read it. */
  shown(text: string): string;
  bytes(text: string): Buffer;
}

/** The form in which a file is edited, so that all else stays byte for byte; or the end of a sentence on why it is not. */
export function editForm(bytes: Buffer): EditForm | { problem: string } {
  const encoding = isDocument(bytes) ? undefined : decodeText(bytes)?.encoding;
  switch (encoding) {
    case 'utf-8':
      return {
        ...BYTES,
        text: bytes.toString('latin1'),
        given: (passage) => Buffer.from(passage).toString('latin1'),
        shown: (text) => Buffer.from(text, 'latin1').toString('utf8'),
      };
    case 'windows-1252':
      return {
        ...BYTES,
        text: bytes.toString('latin1'),
        given: (passage) => (/^[\u0000-\u007f\u00a0-\u00ff]*$/.test(passage) ? passage : undefined),
        shown: (text) => text,
      };
    case 'utf-16le':
    case 'utf-16be':
      return wideForm(bytes, encoding === 'utf-16be');
    case undefined:
      return { problem: 'is no plain text: only text files can be edited' };
    default:
      return { problem: `is written in ${encoding}: save it as UTF-8 to have it edited` };
  }
}

/** One character a byte. */
const BYTES = { bytes: (text: string): Buffer => Buffer.from(text, 'latin1') };

function wideForm(bytes: Buffer, isBig: boolean): EditForm {
  // A byte too many at the end is no character, and stays.
  const even = Buffer.from(bytes.subarray(0, bytes.length & ~1));
  const rest = bytes.subarray(even.length);
  const swapped = (part: Buffer): Buffer => (isBig ? part.swap16() : part);
  return {
    text: swapped(even).toString('utf16le'),
    given: (passage) => passage,
    shown: (text) => text,
    bytes: (text) => Buffer.concat([swapped(Buffer.from(text, 'utf16le')), rest]),
  };
}
