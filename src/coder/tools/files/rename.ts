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
  if (isRoot(spot)) return failedItem(path, `${shownPath(path)} is a root of the run: its name stays.`);
  const to = joinPath(parentPath(spot.path), name);
  const problem = nameProblem(context, work.shown(parentPath(spot.path)), name);
  if (problem !== undefined) return failedItem(path, problem);
  const shown = work.shown(to);
  if (to === spot.path) {
    const reason = 'It has this name already.';
    return work.outcome([{ path, ok: true, to: path, reason }], `${shownPath(path)} has this name already.`);
  }
  if (await work.draft.find(to))
    return failedItem(path, `There is already ${shownPath(shown)}: give another name.`);
  await work.draft.move(spot.path, to);
  return work.outcome(
    [{ path, ok: true, to: shown, ...folderMark(spot.entry) }],
    `Renamed ${shownPath(path)} to ${shownPath(shown)}.`,
  );
};
