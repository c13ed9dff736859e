import { joinPath, parentPath } from '../../../domain/files/paths';
import { shownPath } from '../directory/answers';
import type { FileTool } from './context';
import { folderMark, isRoot, TreeWork } from './tree-work';
import { nameProblem } from './transfer';
import { failedItem } from './words';

/** Gives a file or a folder another name in its folder. */
export const renameTool: FileTool<'rename'> = async (context, { path: given, name }) => {
  const work = new TreeWork(context);
  const spot = await work.found(given);
  if ('problem' in spot) return failedItem(given, spot.problem);
  const path = spot.shown;
  if (isRoot(spot)) return failedItem(path, work.words.isRoot(shownPath(path)));
  const to = joinPath(parentPath(spot.path), name);
  const problem = nameProblem(work, work.shown(parentPath(spot.path)), name);
  if (problem !== undefined) return failedItem(path, problem);
  const shown = work.shown(to);
  if (to === spot.path) {
    const reason = work.words.wasThere(shownPath(path));
    return work.outcome([{ path, ok: true, to: path, reason }], reason);
  }
  if (await work.draft.find(to)) return failedItem(path, work.words.taken(shownPath(shown)));
  await work.draft.move(spot.path, to);
  return work.outcome(
    [{ path, ok: true, to: shown, ...folderMark(spot.entry) }],
    work.words.renamed(shownPath(path), shownPath(shown)),
  );
};
