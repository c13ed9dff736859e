/** Documents that are ZIP archives: what they hold is read into memory, up to a limit. */

import { posix } from 'node:path';
import { GrowingText, Refusal, type DocumentText } from '../types';
import { htmlText, Lines } from './html';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { decodeText } from '../../machine/text/guess-encoding';

/** Most bytes of all parts that are read of one document, unpacked. */
const MOST_BYTES = 128 * 1024 * 1024;
const MOST_ENTRIES = 20_000;

class Archive {
  private left = MOST_BYTES;

  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
  ) {}

  static async open(bytes: Buffer): Promise<Archive> {
    try {
      const zip = await fromBufferPromise(bytes);
      const entries = new Map<string, Entry>();
      for await (const entry of zip.eachEntry()) {
        entries.set(entry.fileName, entry);
        if (entries.size > MOST_ENTRIES) throw new Refusal('too-large');
      }
      return new Archive(zip, entries);
    } catch (error) {
      throw damaged(error);
    }
  }

  get names(): string[] {
    return [...this.entries.keys()];
  }

  /** Bytes that the whole archive says it unpacks to. */
  get unpackedBytes(): number {
    return [...this.entries.values()].reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  }

  has(name: string): boolean {
    return this.entries.has(name);
  }

  /** Parts with a number in their names, which the pattern gives, in its order. */
  numbered(pattern: RegExp): string[] {
    return this.names
      .flatMap((name) => {
        const number = pattern.exec(name)?.[1];
        return number === undefined ? [] : [{ name, number: Number(number) }];
      })
      .sort((a, b) => a.number - b.number)
      .map(({ name }) => name);
  }

  /** The text of a part; undefined where it has none of this name. */
  async text(name: string): Promise<string | undefined> {
    const entry = this.entries.get(name);
    if (!entry) return undefined;
    if (entry.isEncrypted()) throw new Refusal('encrypted');
    try {
      return decodeText(await this.read(entry))?.text;
    } catch (error) {
      throw damaged(error);
    }
  }

  private async read(entry: Entry): Promise<Buffer> {
    const parts: Buffer[] = [];
    const stream = await this.zip.openReadStreamPromise(entry);
    for await (const part of stream as AsyncIterable<Buffer>) {
      this.left -= part.length;
      if (this.left < 0) throw new Refusal('too-large');
      parts.push(part);
    }
    return Buffer.concat(parts);
  }
}

/** How the text of an XML vocabulary is read; names with their prefixes. */
interface XmlReading {
  /** Elements whose text counts, with what is in them. */
  texts: readonly string[];
  /** Elements that end a line. */
  lines: readonly string[];
  /** Elements that stand for characters. */
  marks?: Readonly<Record<string, string>>;
}

/** Parts of an XML document, in their order. */
interface XmlHandler {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** Most bytes that a document read by a library as a whole may unpack to. */
const MOST_UNPACKED = 256 * 1024 * 1024;

const OPEN_DOCUMENT: XmlReading = {
  texts: ['office:body'],
  lines: ['text:p', 'text:h', 'table:table-row'],
  marks: { 'text:tab': '\t', 'text:s': ' ', 'text:line-break': ' ', 'table:table-cell': '\t' },
};
const SLIDE: XmlReading = { texts: ['a:t'], lines: ['a:p'], marks: { 'a:br': ' ', 'a:tab': '\t' } };
const HANGUL: XmlReading = { texts: ['hp:t'], lines: ['hp:p'], marks: { 'hp:tab': '\t' } };

/** The text of a document that is a ZIP archive; undefined for an archive of other things. */
export async function officeText(bytes: Buffer): Promise<DocumentText | undefined> {
  const archive = await Archive.open(bytes);
  if (archive.has('word/document.xml')) return wordText(bytes, archive);
  if (
    archive.has('META-INF/container.xml') &&
    (await archive.text('mimetype'))?.trim() === 'application/epub+zip'
  )
    return asText(await epubText(archive));
  if (archive.has('xl/workbook.xml')) return asText(await sheetText(archive));
  const slides = archive.numbered(/^ppt\/slides\/slide(\d+)\.xml$/);
  if (slides.length > 0) return partsText(archive, slides, SLIDE, true);
  const sections = archive.numbered(/^Contents\/section(\d+)\.xml$/);
  if (sections.length > 0) return partsText(archive, sections, HANGUL, false);
  if ((await archive.text('mimetype'))?.startsWith('application/vnd.oasis.opendocument'))
    return partsText(archive, ['content.xml'], OPEN_DOCUMENT, false);
  return undefined;
}

async function wordText(bytes: Buffer, archive: Archive): Promise<DocumentText> {
  if (archive.unpackedBytes > MOST_UNPACKED) throw new Refusal('too-large');
  // Every part is looked at before the library unpacks them all: an archive may lie about its sizes.
  for (const name of archive.names) if (name.endsWith('.xml')) await archive.text(name);
  const { convertToHtml, images } = (await import('mammoth')).default;
  const convertImage = images.imgElement(() => Promise.resolve({ src: '' }));
  const html = await convertToHtml({ buffer: bytes }, { convertImage }).catch(() => {
    throw new Refusal('damaged');
  });
  return asText(await htmlText(html.value));
}

async function partsText(
  archive: Archive,
  names: readonly string[],
  reading: XmlReading,
  arePages: boolean,
): Promise<DocumentText> {
  const text = new GrowingText();
  const pages: number[] = [];
  for (const name of names) {
    if (text.isFull) text.truncated = true;
    else {
      pages.push(text.size);
      await xmlText((await archive.text(name)) ?? '', reading, text);
    }
  }
  return { ...asText(text), ...(arePages ? { pages } : {}) };
}

function asText(text: GrowingText): DocumentText {
  return { text: text.text(), truncated: text.truncated };
}

/** The text of a workbook: a line for each row, with tabs between its cells. */
async function sheetText(archive: Archive): Promise<GrowingText> {
  const shared = await sharedTexts(archive);
  const text = new GrowingText();
  for (const name of archive.numbered(/^xl\/worksheets\/sheet(\d+)\.xml$/)) {
    if (text.isFull) text.truncated = true;
    else await rowsOf((await archive.text(name)) ?? '', shared, text);
  }
  return text;
}

async function sharedTexts(archive: Archive): Promise<string[]> {
  const texts: string[] = [];
  let parts: string[] = [];
  let inText = false;
  await readXml((await archive.text('xl/sharedStrings.xml')) ?? '', {
    open: (name) => {
      if (name === 'si') parts = [];
      inText = name === 't';
    },
    text: (text) => {
      if (inText) parts.push(text);
    },
    close: (name) => {
      if (name === 't') inText = false;
      if (name === 'si') texts.push(parts.join(''));
    },
  });
  return texts;
}

async function rowsOf(xml: string, shared: readonly string[], into: GrowingText): Promise<void> {
  let cells: string[] = [];
  let value: string[] = [];
  let isShared = false;
  let inValue = false;
  await readXml(xml, {
    open: (name, { t }) => {
      if (name === 'row') cells = [];
      if (name === 'c') {
        value = [];
        isShared = t === 's';
      }
      inValue = name === 'v' || name === 't';
    },
    text: (text) => {
      if (inValue) value.push(text);
    },
    close: (name) => {
      if (name === 'v' || name === 't') inValue = false;
      if (name === 'c') cells.push(isShared ? (shared[Number(value.join(''))] ?? '') : value.join(''));
      if (name === 'row' && cells.length > 0 && !into.isFull) into.add(`${cells.join('\t')}\n`);
    },
  });
  if (into.isFull) into.truncated = true;
}

/** The text of a book, chapter by chapter in reading order. */
async function epubText(archive: Archive): Promise<GrowingText> {
  const packageName = await attributeOf(archive, 'META-INF/container.xml', 'rootfile', 'full-path');
  const text = new GrowingText();
  for (const name of await chaptersOf(archive, packageName)) {
    if (text.isFull) text.truncated = true;
    else await htmlText((await archive.text(name)) ?? '', text);
  }
  return text;
}

async function attributeOf(
  archive: Archive,
  part: string,
  element: string,
  attribute: string,
): Promise<string> {
  let value: string | undefined;
  await readXml((await archive.text(part)) ?? '', {
    open: (name, attributes) => {
      if (name === element) value ??= attributes[attribute];
    },
  });
  if (value === undefined) throw new Refusal('damaged');
  return value;
}

async function chaptersOf(archive: Archive, packageName: string): Promise<string[]> {
  const parts = new Map<string, string>();
  const order: string[] = [];
  await readXml((await archive.text(packageName)) ?? '', {
    open: (name, { id, href, idref }) => {
      if (plain(name) === 'item' && id !== undefined && href !== undefined) parts.set(id, href);
      if (plain(name) === 'itemref' && idref !== undefined) order.push(idref);
    },
  });
  const folder = posix.dirname(packageName);
  return order.flatMap((id) => {
    const href = parts.get(id);
    return href === undefined ? [] : [posix.normalize(posix.join(folder, decoded(href)))];
  });
}

/** Name without its prefix. */
function plain(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function decoded(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}

async function xmlText(
  xml: string,
  { texts, lines: ends, marks = {} }: XmlReading,
  into = new GrowingText(),
): Promise<GrowingText> {
  const lines = new Lines(into);
  let inside = 0;
  await readXml(xml, {
    open: (name) => {
      if (texts.includes(name)) inside += 1;
      if (Object.hasOwn(marks, name)) lines.add(marks[name] ?? '', true);
    },
    text: (text) => {
      if (inside > 0) lines.add(text);
    },
    close: (name) => {
      if (texts.includes(name)) inside -= 1;
      if (ends.includes(name)) lines.end();
    },
  });
  lines.end();
  return into;
}

/** Reads an XML document. Entities that it declares itself are not expanded. */
async function readXml(xml: string, { open, text, close }: XmlHandler): Promise<void> {
  const { Parser } = await import('htmlparser2');
  const parser = new Parser({ onopentag: open, ontext: text, onclosetag: close }, { xmlMode: true });
  parser.end(xml);
}

function damaged(error: unknown): unknown {
  return error instanceof Refusal || error instanceof RangeError ? error : new Refusal('damaged');
}
