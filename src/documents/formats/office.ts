/** Documents of office programs, and books: ZIP archives of XML. */
import { GrowingText } from '../limits';
import { Refusal, TOO_LARGE } from '../refusal';
import type { DocumentText } from '../types';
import { Archive } from './archive';
import { epubText } from './epub';
import { htmlText } from './html';
import { sheetText } from './sheet';
import { xmlText, type XmlReading } from './xml';

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
  if (archive.unpackedBytes > MOST_UNPACKED) throw new Refusal('too-large', TOO_LARGE);
  // Every part is looked at before the library unpacks them all: an archive may lie about its sizes.
  for (const name of archive.names) if (name.endsWith('.xml')) await archive.text(name);
  const { convertToHtml, images } = (await import('mammoth')).default;
  const convertImage = images.imgElement(() => Promise.resolve({ src: '' }));
  const html = await convertToHtml({ buffer: bytes }, { convertImage }).catch(() => {
    throw new Refusal('damaged', 'is a damaged document that cannot be read');
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
