import type { DocumentText } from '../../../documents';
import { RESULT_CHARS } from '../bounded';
import { shownPath } from '../directory/context';
import type { FileTool, FilesContext, FolderNames } from './context';
import { documentText } from './document-text';
import { entryOf, TreeWork, type FoundFolder, writtenHash } from './tree-work';
import { failedCall, type FileWords, fileWords } from './words';
import { compareNames } from '../../../machine/file-names';
import { Pace } from '../../../machine/pace';
import { joinPath } from '../../../domain/files/paths';
import type { TreeHash } from '../../../domain/ids';
import { wordsOf } from '../../../domain/goal/words';
import { sizeText } from '../../../domain/text';
import type { Language } from '../../../domain/run/input';
import type { TreeEntry, TreeFile } from '../../../store';
import { minuteText, timesOf } from './find';

/** Folders that are looked at, and names of each. */
const MOST_FOLDERS = 20_000;
const MOST_NAMES = 50;

/** Finds the folder that a description means; where several fit, the user is to say which. */
export const locateTool: FileTool<'locate'> = async (context, { what }) => {
  const work = new TreeWork(context);
  const { folders, more } = await foldersOf(context, work);
  const chosen = context.chooseFolder(what, folders, context.knownFolders);
  if ('path' in chosen)
    return work.outcome([{ path: chosen.path, ok: true }], `${what}: ${shownPath(chosen.path)}`);
  if ('ambiguous' in chosen) {
    const question = wordsOf(context.language).questions.whichFolder(what);
    const { ambiguous } = chosen;
    const text = work.words.several(ambiguous.length, what, ambiguous.map(shownPath).join(', '));
    return { ...(await work.outcome([], text)), ambiguous: { question, choices: ambiguous } };
  }
  const rest = more ? [work.words.onlyFirst(MOST_FOLDERS)] : [];
  return failedCall([what], [work.words.noFolder(what), ...rest].join(' '));
};

const MOST_ROWS = 200;
const MOST_ITEMS = 100_000;

/** Lists a folder, and the folders in it down to a depth: folders first, with sizes and times. */
export const listTool: FileTool<'list'> = async (context, { path: given, depth = 1 }) => {
  const work = new TreeWork(context);
  const spot = await work.folder(given);
  if ('problem' in spot) return failedCall([given], spot.problem);
  const entries: TreeFile[] = [];
  await gather(context, spot, depth, entries);
  const items = entries.slice(0, MOST_ITEMS).map(({ path }) => ({ path: work.shown(path), ok: true }));
  const rows: string[] = [];
  for (const entry of entries.slice(0, MOST_ROWS)) rows.push(await rowOf(context, entry, spot.path));
  const more = entries.length - rows.length;
  const rest = more > 0 ? [work.words.moreRows(more)] : [];
  const end = entries.length > 0 ? ':' : wordsOf(context.language).stop;
  const head = work.words.holds(shownPath(spot.shown), entries.length, depth) + end;
  return work.outcome(items, [head, ...rows, ...rest].join('\n'));
};

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

async function gather(
  context: FilesContext,
  { entry, path }: FoundFolder,
  depth: number,
  into: TreeFile[],
): Promise<void> {
  const pace = new Pace(context.signal);
  const down = async (hash: TreeHash, folder: string, left: number): Promise<void> => {
    if (pace.due) await pace.rest();
    for (const one of sorted(await context.trees.readDir(hash), context.language)) {
      const below = joinPath(folder, one.name);
      into.push({ ...one, path: below });
      if (one.type === 'dir' && left > 1) await down(one.hash, below, left - 1);
    }
  };
  await down(writtenHash(entry), path, depth);
}

/** Folders first, each kind by name as people count: 2 before 10. */
function sorted(entries: readonly TreeEntry[], language: Language): TreeEntry[] {
  const byName = new Intl.Collator(language, { numeric: true }).compare;
  const rank = ({ type }: TreeEntry): number => (type === 'dir' ? 0 : 1);
  return [...entries].sort(
    (a, b) => rank(a) - rank(b) || byName(a.name, b.name) || compareNames(a.name, b.name),
  );
}

async function rowOf(context: FilesContext, entry: TreeFile, top: string): Promise<string> {
  const words = fileWords(context);
  const shown = shownPath(entry.path.slice(top.length + 1));
  if (entry.type === 'dir') {
    const held = (await context.trees.readDir(entry.hash)).length;
    const changed = await context.folderTimeMs?.(entry.path);
    const time = changed === undefined ? '' : `  ${minuteText(changed)}`;
    return `${shown}/  ${words.entries(held)}${time}`;
  }
  if (entry.type === 'link')
    return `${shown}  ${words.linkTo(shownPath((await context.blobs.load(entry.hash)).toString('utf8')))}`;
  const { changedMs } = timesOf(entry, context.now);
  return `${shown}  ${sizeText(entry.size)}${changedMs === undefined ? '' : `  ${minuteText(changedMs)}`}`;
}

/** Folders of the tree, those above before those below, with the names in each. */
async function foldersOf(
  { trees, tree, signal }: FilesContext,
  work: TreeWork,
): Promise<{ folders: FolderNames[]; more: boolean }> {
  const pace = new Pace(signal);
  const folders: FolderNames[] = [];
  let level: { path: string; hash: TreeHash }[] = [{ path: '', hash: tree }];
  for (; level.length > 0 && folders.length < MOST_FOLDERS;) {
    const next: typeof level = [];
    for (const { path, hash } of level) {
      if (pace.due) await pace.rest();
      const entries = await trees.readDir(hash);
      const names = entries.slice(0, MOST_NAMES).map(({ name }) => name);
      if (path !== '' && folders.length < MOST_FOLDERS) folders.push({ path: work.shown(path), names });
      for (const entry of entries)
        if (entry.type === 'dir') next.push({ path: joinPath(path, entry.name), hash: entry.hash });
    }
    level = next;
  }
  return { folders, more: level.length > 0 };
}
