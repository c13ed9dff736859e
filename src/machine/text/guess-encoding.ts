import { isUtf8 } from 'node:buffer';

/** Encodings that a text file is read in. */
export type Encoding =
  'utf-8' | 'utf-16le' | 'utf-16be' | 'euc-kr' | 'gb18030' | 'shift_jis' | 'windows-1252';

/** A text and how its bytes are to be read. */
export interface DecodedText {
  text: string;
  encoding: Encoding;
}

/** Bytes that tell text from other files, and one encoding from another. */
const LOOKED_AT = 64 * 1024;
/** Share of characters that a script must have in what is not ASCII. */
const MOST = 0.9;
const MUCH = 0.7;
const SOME = 0.2;
/** Share of bytes that may stand alone in a text of two bytes a character. */
const FEW = 0.1;

/** The text of a file without a format of its own; undefined for bytes that are no text. The byte-order mark is left out. */
export function decodeText(bytes: Buffer): DecodedText | undefined {
  const encoding = encodingOf(bytes);
  if (encoding === undefined) return undefined;
  return { text: new TextDecoder(encoding).decode(bytes), encoding };
}

/** Encoding of a file that is text; undefined where it is none. */
export function encodingOf(bytes: Buffer): Encoding | undefined {
  if (bytes.length >= 2 && bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes.length >= 2 && bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const head = bytes.subarray(0, LOOKED_AT);
  if (head.includes(0)) return wideEncoding(head);
  if (isUtf8(bytes)) return isWritten(head) ? 'utf-8' : undefined;
  return isWritten(head) ? legacyEncoding(head) : undefined;
}

/** UTF-16 without a mark: blanks and digits have a zero byte on the same side each. */
function wideEncoding(head: Buffer): Encoding | undefined {
  let even = 0;
  let odd = 0;
  head.forEach((byte, index) => {
    if (byte !== 0) return;
    if (index % 2 === 0) even += 1;
    else odd += 1;
  });
  const [encoding, zeros, other]: [Encoding, number, number] =
    odd >= even ? ['utf-16le', odd, even] : ['utf-16be', even, odd];
  if (other > 0 || head.length % 2 !== 0 || zeros * 10 < head.length / 2) return undefined;
  const text = new TextDecoder(encoding).decode(head);
  return /[\u0000-\u0006\u000e-\u001a\u001c-\u001f\ufffd\ufffe\uffff]/.test(text) ? undefined : encoding;
}

/** Control characters are in programs and pictures, and hardly in texts. */
function isWritten(head: Buffer): boolean {
  let odd = 0;
  for (const byte of head) if (byte < 0x20 && !(byte >= 0x07 && byte <= 0x0d) && byte !== 0x1b) odd += 1;
  return odd * 200 <= head.length;
}

/** The encoding of East Asia whose script the text then has, else that of Western Europe. */
function legacyEncoding(head: Buffer): Encoding {
  const shares = (encoding: Encoding, script: RegExp): number => {
    const text = decodedWhole(head, encoding);
    const foreign = text?.match(/[^\x00-\x7f]/gu)?.length ?? 0;
    return text === undefined || foreign < 2 ? 0 : (text.match(script)?.length ?? 0) / foreign;
  };
  if (shares('shift_jis', /[\u3040-\u30ff]/gu) > SOME) return 'shift_jis';
  // Accents of Western Europe stand between letters of ASCII, and would each make a character with the next letter.
  if (loneShare(head) > FEW) return 'windows-1252';
  if (shares('euc-kr', /[\uac00-\ud7a3]/gu) >= MOST) return 'euc-kr';
  if (shares('gb18030', /[\u4e00-\u9fff\u3000-\u303f\uff00-\uff65]/gu) >= MUCH) return 'gb18030';
  return 'windows-1252';
}

/** Share of the bytes above ASCII that have none beside them. */
function loneShare(head: Buffer): number {
  const isHigh = (index: number): boolean => (head[index] ?? 0) >= 0x80;
  let high = 0;
  let lone = 0;
  for (let index = 0; index < head.length; index += 1) {
    if (!isHigh(index)) continue;
    high += 1;
    if (!isHigh(index - 1) && !isHigh(index + 1)) lone += 1;
  }
  return high === 0 ? 0 : lone / high;
}

/** Text of bytes whose last character may be cut; undefined where they are no text of the encoding. */
function decodedWhole(head: Buffer, encoding: Encoding): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true });
  } catch {
    return undefined;
  }
}
