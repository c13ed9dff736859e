import { posix } from 'node:path';
import { GrowingText } from '../limits';
import { Refusal } from '../refusal';
import type { Archive } from './archive';
import { htmlText } from './html';
import { readXml } from './xml';

/** The text of a book, chapter by chapter in reading order. */
export async function epubText(archive: Archive): Promise<GrowingText> {
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
  if (value === undefined) throw new Refusal('damaged', 'is a damaged book that cannot be read');
  return value;
}

/** Names of the parts that the package lists to be read. */
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
