import type { DocumentText } from '../../../documents';
import { RESULT_CHARS } from '../bounded';
import { shownPath } from '../directory/answers';
import type { FileTool } from './context';
import { documentText } from './document-text';
import { entryOf, TreeWork } from './tree-work';
import { failedCall, type FileWords } from './words';

/** Shows the text of a file or a document, page by page, as far as it fits. */
export const readTool: FileTool<'read'> = async (context, { path: given }) => {
  const work = new TreeWork(context);
  const spot = await work.found(given);
  if ('problem' in spot) return failedCall([given], spot.problem);
  const shown = shownPath(spot.shown);
  if (spot.entry.type === 'dir') return failedCall([spot.shown], work.words.isFolder(shown));
  if (spot.entry.type === 'link') return failedCall([spot.shown], work.words.isLink(shown));
  const document = await documentText(context, entryOf(spot));
  if ('problem' in document) return failedCall([spot.shown], document.problem);
  return work.outcome([{ path: spot.shown, ok: true }], shownText(work.words, shown, document));
};

/** Name, number of pages, and the text with its page marks: at most 10,000 characters in all. */
function shownText(words: FileWords, name: string, document: DocumentText): string {
  const { text, pages, truncated } = document;
  if (text.trim() === '') return words.empty(name);
  const marked = withMarks(words, document);
  const size = pages ? words.pages(pages.length) : words.characters(text.length);
  const head = `${name} (${size})\n`;
  const room = RESULT_CHARS - head.length - 200;
  if (marked.length <= room && !truncated) return head + marked;
  const cut = marked.slice(0, room).replace(/[\ud800-\udbff]$/, '');
  const left = marked.length - cut.length;
  return `${head}${cut}\n${words.leftOut(left, truncated)}`;
}

function withMarks(words: FileWords, { text, pages }: DocumentText): string {
  if (!pages || pages.length < 2) return text.trim();
  return pages
    .map((start, index) => `${words.pageMark(index + 1)}\n${text.slice(start, pages[index + 1]).trim()}`)
    .join('\n');
}
