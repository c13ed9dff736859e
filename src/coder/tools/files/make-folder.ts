import { baseName, parentPath } from '../../../domain/files/paths';
import { shownPath } from '../directory/answers';
import type { FileTool } from './context';
import { TreeWork } from './tree-work';
import { nameProblem } from './transfer';
import { failedItem } from './words';

/** Makes a folder, with those on the way to it. One that is there is fine. */
export const makeFolderTool: FileTool<'make_folder'> = async (context, { path: given }) => {
  const work = new TreeWork(context);
  const spot = await work.spot(given);
  if ('problem' in spot) return failedItem(given, spot.problem);
  const path = spot.shown;
  const shown = shownPath(path);
  if (spot.blockedBy !== undefined) return failedItem(path, work.blockedText(spot));
  if (spot.entry?.type === 'dir') {
    const reason = work.words.wasThere(shown);
    return work.outcome([{ path, ok: true, reason }], reason);
  }
  if (spot.entry) return failedItem(path, work.words.taken(shown));
  const problem = nameProblem(work, parentPath(path) || '.', baseName(path));
  if (problem !== undefined) return failedItem(path, problem);
  const made = (await work.draft.makeFolder(spot.path)).map((each) => shownPath(work.shown(each)));
  return work.outcome([{ path, ok: true }], work.words.made(made));
};
