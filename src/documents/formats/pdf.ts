import type * as Pdfjs from 'pdfjs-dist';
import { registerHooks } from 'node:module';
import { dirname, join } from 'node:path';
import { GrowingText, Refusal, type DocumentText } from '../types';

/** Blank pages of a long document that are looked at before it counts as pictures of text. */
const MOST_BLANK = 300;

type Library = typeof Pdfjs;
let library: Promise<Library> | undefined;

/** The library, without the canvas that it would draw pages on: that is megabytes of native code, and no text needs it. */
function load(): Promise<Library> {
  library ??= (async () => {
    const hooks = registerHooks({
      resolve: (name, context, next) => {
        if (name === '@napi-rs/canvas') throw new Error('texts need no canvas');
        return next(name, context);
      },
    });
    try {
      return await import('pdfjs-dist/legacy/build/pdf.mjs');
    } finally {
      hooks.deregister();
    }
  })();
  return library;
}

export async function pdfText(bytes: Buffer): Promise<DocumentText> {
  const { getDocument } = await load();
  const home = dirname(require.resolve('pdfjs-dist/package.json'));
  const task = getDocument({
    data: new Uint8Array(bytes),
    // Fonts of East Asia often name a table of the standard instead of bringing their own.
    cMapUrl: `${join(home, 'cmaps')}/`,
    cMapPacked: true,
    standardFontDataUrl: `${join(home, 'standard_fonts')}/`,
    useSystemFonts: false,
    disableFontFace: true,
    verbosity: 0,
  });
  try {
    return await pagesOf(await task.promise);
  } catch (error) {
    throw refusalOf(error);
  } finally {
    await task.destroy();
  }
}

type PdfDocument = Awaited<ReturnType<Library['getDocument']>['promise']>;

async function pagesOf(document: PdfDocument): Promise<DocumentText> {
  const text = new GrowingText();
  const pages: number[] = [];
  let isBlank = true;
  for (let number = 1; number <= document.numPages && !text.isFull; number += 1) {
    pages.push(text.size);
    const page = await pageText(document, number);
    if (page.trim() !== '') isBlank = false;
    text.add(page);
    if (isBlank && number >= MOST_BLANK) break;
  }
  if (isBlank) throw new Refusal('scan');
  return { text: text.text(), pages, truncated: text.truncated || pages.length < document.numPages };
}

/** A page that is broken has no text: the others have. */
async function pageText(document: PdfDocument, number: number): Promise<string> {
  try {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    page.cleanup();
    return `${items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')}\n`;
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return '\n';
  }
}

function refusalOf(error: unknown): unknown {
  if (error instanceof Refusal || error instanceof RangeError) return error;
  const name = error instanceof Error ? error.name : '';
  return new Refusal(name === 'PasswordException' ? 'encrypted' : 'damaged');
}
