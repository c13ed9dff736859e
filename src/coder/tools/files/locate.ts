import type { TreeHash } from '../../../domain/ids';
import { joinPath } from '../../../domain/files/paths';
import { wordsOf } from '../../../domain/goal/words';
import { Pace } from '../../../machine/pace';
import { shownPath } from '../directory/answers';
import type { FilesContext, FileTool, FolderNames } from './context';
import { TreeWork } from './tree-work';
import { failedCall } from './words';

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
