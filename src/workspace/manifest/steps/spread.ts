import { joinPath } from '../../../domain/files/paths';
import type { TreeEntry, TreeStore } from '../../../store';
import type { CheckedPlan } from '../check/check-plan';
import type { Move, TreePlan } from '../plan/tree-plan';

/**
 * The plan with moves from one volume to another as copies, whose originals are put aside: no rename leads there.
 * `isOne` tells if both ends of a move are on one volume.
 */
export async function spreadMoves(
  trees: TreeStore,
  { todo }: CheckedPlan,
  isOne: (move: Move) => boolean,
): Promise<TreePlan> {
  const plan: TreePlan = {
    ...todo,
    moves: todo.moves.filter(isOne),
    makes: [...todo.makes],
    copies: [...todo.copies],
    writes: [...todo.writes],
    removals: [...todo.removals],
  };
  const copy = async (source: string, to: string, entry: TreeEntry): Promise<void> => {
    if (entry.type === 'identity') plan.copies.push({ source, to, entry });
    else if (entry.type === 'dir') {
      plan.makes.push({ path: to, entry, source });
      for (const child of await trees.readDir(entry.hash))
        await copy(joinPath(source, child.name), joinPath(to, child.name), child);
    } else plan.writes.push({ path: to, entry });
  };
  for (const move of todo.moves) {
    if (isOne(move)) continue;
    await copy(move.from, move.to, move.after);
    plan.removals.push({ path: move.from, entry: move.before });
  }
  return plan;
}
