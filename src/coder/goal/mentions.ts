import type { ToolOutcome } from '../../domain/goal/outcome';
import type { PlanStep } from '../../domain/goal/plan';
import { MOST_MENTIONS, type ConversationTurn, type Mention } from '../../domain/goal/conversation';
import { findPlace, type RootPath, shownPlace, treePath } from '../../domain/goal/places';
import type { TreeHash } from '../../domain/ids';
import type { TreeStore } from '../../store';
import type { GoalTool } from '../../domain/goal/tool-args';

const HOW: Readonly<Partial<Record<GoalTool, Mention['how']>>> = {
  locate: 'found',
  find: 'found',
  list: 'named',
  read: 'read',
  make_folder: 'made',
  move: 'moved',
  copy: 'made',
  rename: 'moved',
  write: 'written',
  edit: 'written',
};

/** Tools whose paths are on disk only once the run is published. */
const CHANGING: ReadonlySet<GoalTool> = new Set(['make_folder', 'move', 'copy', 'rename', 'write', 'edit']);

/** True for a step that would be remembered for what never happened. */
export function isUnpublished({ tool }: PlanStep, published: boolean): boolean {
  return CHANGING.has(tool) && !published;
}

/** Mentions with absolute paths: another run of the conversation may have other roots. */
export function absolute(roots: readonly string[], mentions: readonly Mention[]): Mention[] {
  return mentions.flatMap((mention) => {
    const place = findPlace(roots, mention.path);
    return 'problem' in place ? [] : [{ ...mention, path: absolutePath(roots, place) }];
  });
}

function absolutePath(roots: readonly string[], { root, path }: RootPath): string {
  const top = roots[root] ?? '';
  return path === '' ? top : `${top === '/' ? '' : top}/${path}`;
}

/** Turns as a run with these roots sees them: without what is in none of them, or not there any more. */
export async function recalled(
  trees: Pick<TreeStore, 'find'>,
  { roots, tree }: { roots: readonly string[]; tree: TreeHash },
  turns: readonly ConversationTurn[],
): Promise<ConversationTurn[]> {
  const known = new Map<string, string | undefined>();
  const shownNow = async (path: string): Promise<string | undefined> => {
    const place = findPlace(roots, path);
    if ('problem' in place || !(await trees.find(tree, treePath(place)))) return undefined;
    return shownPlace(roots, place);
  };
  const seen: ConversationTurn[] = [];
  for (const turn of turns) {
    const mentions: Mention[] = [];
    for (const mention of turn.mentions) {
      if (!known.has(mention.path)) known.set(mention.path, await shownNow(mention.path));
      const path = known.get(mention.path);
      if (path !== undefined) mentions.push({ ...mention, path });
    }
    seen.push({ ...turn, mentions });
  }
  return seen;
}

/** Paths of a step that later requests may speak of. */
export function mentionsOf(step: PlanStep, outcome: ToolOutcome | undefined, at: string): Mention[] {
  const how = HOW[step.tool];
  if (how === undefined || !outcome) return [];
  const isFolder = step.tool === 'make_folder' || step.tool === 'locate' || step.tool === 'list';
  const good = outcome.items.filter(({ ok }) => ok);
  // A part of them would be taken for all.
  const items = (good.length > MOST_MENTIONS ? [] : good).map(({ path, to = path, folder }): Mention => {
    return { path: to, type: isFolder || folder ? 'folder' : 'file', how, at };
  });
  const named = [step.args['to'], step.tool === 'list' ? step.args['path'] : undefined]
    .filter((path): path is string => typeof path === 'string')
    .map((path): Mention => ({ path, type: 'folder', how: 'named', at }));
  return step.tool === 'list' ? named : [...named, ...items];
}
