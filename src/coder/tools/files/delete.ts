import type { TreeHash } from '../../../domain/ids';
import type { ItemOutcome } from '../../../domain/goal/outcome';
import { ancestorPaths } from '../../../domain/files/paths';
import { shownPath } from '../directory/answers';
import type { FileTool } from './context';
import { isRoot, TreeWork } from './tree-work';
import { summaryOf } from './words';

/** Deletes files, and folders with all that is in them. */
export const deleteTool: FileTool<'delete'> = async (context, { items }) => {
  const work = new TreeWork(context);
  const gone = new Map<string, string>();
  const outcomes: ItemOutcome[] = [];
  for (const given of new Set(items)) {
    const spot = await work.spot(given);
    if (!('problem' in spot)) {
      if (gone.has(spot.path)) continue;
      // In the order of the items a folder may go before what is in it.
      const above = ancestorPaths(spot.path).find((path) => gone.has(path));
      if (above !== undefined && (await isInBase(context, spot.path))) {
        const reason = work.words.wentWith(shownPath(gone.get(above) ?? ''));
        outcomes.push({ path: spot.shown, ok: true, reason });
        continue;
      }
    }
    outcomes.push(await deleted(work, given, gone));
  }
  return work.outcome(outcomes, summaryOf(work.words, 'delete', outcomes));
};

async function deleted(work: TreeWork, given: string, gone: Map<string, string>): Promise<ItemOutcome> {
  const spot = await work.found(given);
  if ('problem' in spot) return { path: given, ok: false, reason: spot.problem };
  const path = spot.shown;
  if (isRoot(spot)) return { path, ok: false, reason: work.words.isRoot(shownPath(path)) };
  await work.draft.remove(spot.path);
  gone.set(spot.path, path);
  return { path, ok: true };
}

async function isInBase(
  { trees, tree }: { trees: TreeWork['context']['trees']; tree: TreeHash },
  path: string,
): Promise<boolean> {
  return (await trees.find(tree, path)) !== undefined;
}
