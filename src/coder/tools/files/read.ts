import { plural } from '../../../domain/text';
import type { DocumentText } from '../../../documents';
import { RESULT_CHARS } from '../bounded';
import { shownPath } from '../directory/answers';
import type { FileTool } from './context';
import { documentText } from './document-text';
import { entryOf, TreeWork } from './tree-work';
import { failedCall } from './words';

/** Shows the text of a file or a document, page by page, as far as it fits. */
export const readTool: FileTool<'read'> = async (context, { path: given }) => {
  const work = new TreeWork(context);
  const spot = await work.found(given);
  if ('problem' in spot) return failedCall([given], spot.problem);
  const shown = shownPath(spot.shown);
  if (spot.entry.type === 'dir')
    return failedCall([spot.shown], `${shown} is a folder: see what is in it with list.`);
  if (spot.entry.type === 'link')
    return failedCall([spot.shown], `${shown} is a link, which is not followed: read the file itself.`);
  const document = await documentText(context, entryOf(spot));
  if ('problem' in document) return failedCall([spot.shown], document.problem);
  return work.outcome([{ path: spot.shown, ok: true }], shownText(shown, document));
};

/** Name, number of pages, and the text with its page marks: at most 10,000 characters in all. */
function shownText(name: string, document: DocumentText): string {
  const { text, pages, truncated } = document;
  if (text.trim() === '') return `${name} is empty.`;
  const marked = withMarks(document);
  const size = pages ? plural(pages.length, 'page') : `${text.length} characters`;
  const head = `${name} (${size})\n`;
  const room = RESULT_CHARS - head.length - 200;
  if (marked.length <= room && !truncated) return head + marked;
  const cut = marked.slice(0, room).replace(/[\ud800-\udbff]$/, '');
  const left = marked.length - cut.length;
  const more = truncated ? 'and more than the 2 MB of text that are read ' : '';
  return `${head}${cut}\n… ${left} characters ${more}are left out: look for words in it with find.`;
}

function withMarks({ text, pages }: DocumentText): string {
  if (!pages || pages.length < 2) return text.trim();
  return pages
    .map((start, index) => `--- page ${index + 1} ---\n${text.slice(start, pages[index + 1]).trim()}`)
    .join('\n');
}
