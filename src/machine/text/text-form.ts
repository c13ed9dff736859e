import { isAscii, isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import { encodingOf } from './guess-encoding';

/** New bytes of an edited text, or the reason why there are none, the end of a sentence on the file. */
export type WrittenText = { bytes: Buffer } | { problem: string };

/** A file as people and models read and edit it. */
export interface TextForm {
  /** The whole file; a byte-order mark is its first character. */
  text: string;
  encoding: string;
  /** False for what is no text by its bytes: then `text` has a character a byte. */
  isText: boolean;
  /** Bytes of the edited text. All that the edit left as it was has the bytes that it had. */
  write(text: string): WrittenText;
}

/** A coding line, as Python, Ruby, Emacs and Vim read it in the first two lines; and the declaration of XML. */
const CODING_LINE = /^[ \t\f]*(?:#|\/\/|\/\*|--|;|%|<!--).*?coding[:=][ \t]*([-\w.]+)/;
const PYTHON_LINE = /^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)/;
const XML_LINE = /^<\?xml[^>]{0,200}?encoding=["']([-\w.]+)["']/;
const HEAD = 1_000;

const EVERYBODYS = 'utf8';

/**
 * How a file is read and written: as it declares (byte-order mark, coding line, `charset` of `.editorconfig`), else as UTF-8 where it
 * is that, else by the likeliest older encoding. Who did not declare an encoding gets ASCII put in only. `charset` of a text that is
 * plain UTF-8 counts for new characters alone.
 */
export function textForm(bytes: Buffer, charset?: string): TextForm {
  const isPlain = isUtf8(bytes);
  const declared = declaredIn(bytes) ?? (isPlain && !isAscii(bytes) ? undefined : known(charset));
  const guess = isPlain ? undefined : encodingOf(bytes);
  const form =
    (declared !== undefined && declared !== EVERYBODYS && formIn(bytes, declared, true)) ||
    (isPlain && { text: bytes.toString('utf8'), encoding: EVERYBODYS, write: asUtf8 }) ||
    (guess !== undefined && formIn(bytes, guess, false)) ||
    bytewise(bytes);
  const { text, encoding } = form;
  const isText = (isPlain || declared !== undefined || guess !== undefined) && !text.includes('\0');
  return { ...form, isText: isText && (encoding === EVERYBODYS || text.isWellFormed()) };
}

/** A character a byte, which any file can be read and written in. */
function bytewise(bytes: Buffer): Omit<TextForm, 'isText'> {
  const form = formIn(bytes, 'latin1', false);
  if (!form) throw new Error('Latin-1 has all bytes');
  return form;
}

/** The bytes of a new file: in the encoding that its coding line or `.editorconfig` declares, else in UTF-8. */
export function newFile(text: string, charset?: string): WrittenText {
  const encoding = declaredBy(text.slice(0, HEAD), CODING_LINE) ?? known(charset) ?? EVERYBODYS;
  const isMarked = /^utf-(?:8-bom|16)/.test(charset ?? '') && !text.startsWith('\ufeff');
  const whole = isMarked ? `\ufeff${text}` : text;
  return encoding === EVERYBODYS ? asUtf8(whole) : inEncoding(whole, encoding);
}

/** The text of a file as people read it; undefined for bytes that are no text. */
export function readableText(bytes: Buffer, charset?: string): string | undefined {
  const { text, isText } = textForm(bytes, charset);
  return isText ? text : undefined;
}

/**
 * Two states of a file as people read them: in the encoding of both, else a character a byte, so that no change is hidden. Undefined where
 * one is no text.
 */
export function readableTexts(
  [before, after]: readonly [Buffer, Buffer],
  charset?: string,
): readonly [string, string] | undefined {
  const [old, fresh] = [textForm(before, charset), textForm(after, charset)];
  if (!old.isText || !fresh.isText) return undefined;
  const isAlike = old.encoding === fresh.encoding || before.length === 0 || after.length === 0;
  return isAlike ? [old.text, fresh.text] : [bytewise(before).text, bytewise(after).text];
}

/** True where `.editorconfig` has a say in what this file reads like, or in how these texts are put into it. */
export function asksCharset(bytes: Buffer, texts: readonly string[] = []): boolean {
  return !isUtf8(bytes) || (isAscii(bytes) && texts.some((text) => NOT_ASCII.test(text)));
}

/** Encoding that Python and Ruby read a source in by its coding line; undefined where there is none. */
export function codingOf(head: string): string | undefined {
  return declaredBy(head.slice(0, HEAD), PYTHON_LINE);
}

/** The bytes in an encoding as text; undefined where going back would give other bytes. */
export function decodedIn(bytes: Buffer, encoding: string): string | undefined {
  const text = iconv.decode(bytes, encoding, { stripBOM: false });
  return iconv.encode(text, encoding).equals(bytes) ? text : undefined;
}

/** A text's bytes in an encoding; undefined where it has characters that are not in it. */
export function encodedIn(text: string, encoding: string): Buffer | undefined {
  const bytes = iconv.encode(text, encoding);
  return iconv.decode(bytes, encoding, { stripBOM: false }) === text ? bytes : undefined;
}

const NOT_ASCII = /[^\x00-\x7f]/;
const LONE_SURROGATE = /[\ud800-\udfff]/u;

function asUtf8(text: string): WrittenText {
  return LONE_SURROGATE.test(text)
    ? { problem: 'would get half a character, which has no bytes' }
    : { bytes: Buffer.from(text, 'utf8') };
}

function inEncoding(text: string, encoding: string): WrittenText {
  const bytes = encodedIn(text, encoding);
  return bytes
    ? { bytes }
    : {
        problem: `is written in ${encoding}, which has no ${misfit(text, encoding)}: save it as UTF-8 first, or do without`,
      };
}

function misfit(text: string, encoding: string): string {
  const found = [...new Set(text)].find((char) => encodedIn(char, encoding) === undefined);
  return found === undefined || LONE_SURROGATE.test(found) ? 'such characters' : JSON.stringify(found);
}

/** A file in an encoding; undefined where it would not come back as it was. */
function formIn(bytes: Buffer, encoding: string, isDeclared: boolean): Omit<TextForm, 'isText'> | undefined {
  const text = decodedIn(bytes, encoding);
  if (text === undefined) return undefined;
  const write = (edited: string): WrittenText =>
    isDeclared || !hasMore(text, edited)
      ? inEncoding(edited, encoding)
      : {
          problem:
            'is no UTF-8 and does not say what it is written in, so only ASCII can be put in: declare its charset in .editorconfig, or save it as UTF-8',
        };
  return { text, encoding, write };
}

/** True if a text has more of any character beyond ASCII than the one before. */
export function hasMore(before: string, after: string): boolean {
  const left = new Map<string, number>();
  for (const [char] of before.matchAll(/[^\x00-\x7f]/gu)) left.set(char, (left.get(char) ?? 0) + 1);
  for (const [char] of after.matchAll(/[^\x00-\x7f]/gu)) {
    const count = left.get(char) ?? 0;
    if (count === 0) return true;
    left.set(char, count - 1);
  }
  return false;
}

function declaredIn(bytes: Buffer): string | undefined {
  if (bytes.length >= 2 && bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes.length >= 2 && bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return declaredBy(bytes.toString('latin1', 0, HEAD), CODING_LINE);
}

/** Encoding that the head of a text declares; undefined for none, and for one that the head itself is not written in. */
function declaredBy(head: string, line: RegExp): string | undefined {
  const [first = '', second = ''] = head.split(/\r\n?|\n/, 2);
  const [, name] = line.exec(first) ?? XML_LINE.exec(first) ?? line.exec(second) ?? [];
  const encoding = known(name);
  return encoding !== undefined && decodedIn(Buffer.from(encoding), encoding) === encoding
    ? encoding
    : undefined;
}

/** Name by which the encoder knows an encoding. */
function known(name: string | undefined): string | undefined {
  const plain = name?.toLowerCase().replace(/[-_](unix|dos|mac|bom|sig)$/, '');
  if (plain === undefined || /^(?:base64|hex|binary|utf-?7|cesu)/.test(plain) || !iconv.encodingExists(plain))
    return undefined;
  return /^utf-?8$/.test(plain) ? EVERYBODYS : plain;
}
