import { isAscii, isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import { charsetOf } from '../../domain/files/editorconfig';
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

/** A coding line of Python and Ruby, and what it may stand below. */
const CODING_LINE = /^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)/;
const BEFORE_CODING = /^(?:\ufeff|\u00ef\u00bb\u00bf)?[ \t\f]*(?:#.*)?$/;
/** Coding lines of Emacs and Vim, in a comment of any language, and the declaration of XML. */
const EDITOR_LINE = /(?:-\*-.{0,200}?coding:|\bvim?:.{0,200}?f(?:ile)?enc(?:oding)?=)[ \t]*([-\w.]+)/;
const XML_LINE = /^<\?xml[^>]{0,200}?encoding=["']([-\w.]+)["']/;
const HEAD = 1_000;

const UTF8 = 'utf8';

/**
 * How a file is read and written: as it declares (byte-order mark, coding line, `charset` of `.editorconfig`), else as UTF-8 where it
 * is that, else by the likeliest older encoding. Without a declaration only ASCII can be put in. A file that is UTF-8, with more than
 * ASCII, stays UTF-8 whatever `charset` and editors' lines say.
 */
export function textForm(bytes: Buffer, charset?: string): TextForm {
  const isPlain = isUtf8(bytes) && !bytes.includes(0);
  const head = bytes.toString('latin1', 0, HEAD);
  const declared =
    markOf(bytes) ?? codingOf(head) ?? (isPlain && !isAscii(bytes) ? UTF8 : editorsWord(head, charset));
  const guess = isPlain ? undefined : encodingOf(bytes);
  const form =
    (declared !== undefined && declared !== UTF8 && formIn(bytes, declared, true)) ||
    (isPlain && { text: bytes.toString('utf8'), encoding: UTF8, write: asUtf8 }) ||
    (guess !== undefined && formIn(bytes, guess, false)) ||
    bytewise(bytes);
  const { text, encoding } = form;
  const isRead = encoding !== BYTEWISE || declared === BYTEWISE || guess !== undefined;
  return { ...form, isText: isRead && !text.includes('\0') && (encoding === UTF8 || text.isWellFormed()) };
}

const BYTEWISE = 'latin1';

/** The same of a file of a project; `read` gives the bytes of its other files, undefined for what is no file. */
export async function textFormIn(
  path: string,
  bytes: Buffer,
  read: (path: string) => Promise<Buffer | undefined>,
): Promise<TextForm> {
  if (!asksCharset(bytes)) return textForm(bytes);
  return textForm(bytes, await charsetOf(path, async (each) => (await read(each))?.toString('utf8')));
}

/** A character a byte, which any file can be read and written in. */
function bytewise(bytes: Buffer): Omit<TextForm, 'isText'> {
  const form = formIn(bytes, BYTEWISE, false);
  if (!form) throw new Error('Latin-1 has all bytes');
  return form;
}

/** The bytes of a new file: in the encoding that its coding line or `.editorconfig` declares, else in UTF-8. */
export function newFile(text: string, charset?: string): WrittenText {
  const head = text.slice(0, HEAD);
  const encoding = codingOf(head) ?? editorsWord(head, charset) ?? known(charset) ?? UTF8;
  const isMarked = /^utf-(?:8-bom|16)/.test(charset ?? '') && !text.startsWith('\ufeff');
  const whole = isMarked ? `\ufeff${text}` : text;
  return encoding === UTF8 ? asUtf8(whole) : inEncoding(whole, encoding);
}

/** The text of a file as people read it; undefined for bytes that are no text. */
export function readableText(bytes: Buffer): string | undefined {
  const { text, isText } = textForm(bytes);
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
  return (
    !isUtf8(bytes) || bytes.includes(0) || (isAscii(bytes) && texts.some((text) => NOT_ASCII.test(text)))
  );
}

/** Encoding that Python and Ruby read a source in by its coding line; undefined where there is none. */
export function codingOf(head: string): string | undefined {
  const [first = '', second = ''] = head.split(/\r\n?|\n/, 2);
  const [, name] =
    CODING_LINE.exec(first) ?? (BEFORE_CODING.test(first) ? CODING_LINE.exec(second) : null) ?? [];
  return likeAscii(name);
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

/** Encoding that a byte-order mark tells, of those that are no UTF-8. */
function markOf(bytes: Buffer): string | undefined {
  if (bytes.length >= 2 && bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes.length >= 2 && bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined;
}

/** Encoding by a line for editors, an XML declaration, or `.editorconfig`; the last may be a wide one where the file holds zeros. */
function editorsWord(head: string, charset: string | undefined): string | undefined {
  const [first = '', second = ''] = head.split(/\r\n?|\n/, 2);
  const [, name] = EDITOR_LINE.exec(first) ?? XML_LINE.exec(first) ?? EDITOR_LINE.exec(second) ?? [];
  return likeAscii(name) ?? (head.includes('\0') ? known(charset) : likeAscii(charset));
}

/** An encoding in which ASCII is ASCII: what declares another one in ASCII is wrong. */
function likeAscii(name: string | undefined): string | undefined {
  const encoding = known(name);
  return encoding !== undefined && decodedIn(Buffer.from(encoding), encoding) === encoding
    ? encoding
    : undefined;
}

function known(name: string | undefined): string | undefined {
  const plain = name?.toLowerCase().replace(/[-_](unix|dos|mac|bom|sig)$/, '');
  if (plain === undefined || /^(?:base64|hex|binary|utf-?7|cesu)/.test(plain) || !iconv.encodingExists(plain))
    return undefined;
  return /^utf-?8$/.test(plain) ? UTF8 : plain;
}
