import { compareNames } from '../../../machine/file-names';
import { Pace } from '../../../machine/pace';
import { joinPath } from '../../../domain/files/paths';
import type { TreeHash } from '../../../domain/ids';
import { wordsOf } from '../../../domain/goal/words';
import { sizeText } from '../../../domain/text';
import type { Language } from '../../../domain/run/input';
import type { TreeEntry, TreeFile } from '../../../store';
import { shownPath } from '../directory/answers';
import type { FilesContext, FileTool } from './context';
import { minuteText, timesOf } from './times';
import { type FoundFolder, TreeWork, writtenHash } from './tree-work';
import { failedCall, fileWords } from './words';

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
