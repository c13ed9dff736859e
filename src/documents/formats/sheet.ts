import { GrowingText } from '../limits';
import type { Archive } from './archive';
import { readXml } from './xml';

/** The text of a workbook: a line for each row, with tabs between its cells. */
export async function sheetText(archive: Archive): Promise<GrowingText> {
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
