import { itemsFor, type ToolOutcome } from '../../domain/goal/outcome';
import type { PlanStep } from '../../domain/goal/plan';
import type { Mention } from '../../domain/goal/conversation';
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

/** Most paths of one step that a conversation remembers. */
const MOST_MENTIONS = 20;

/** Paths of a step that later requests may speak of. */
export function mentionsOf(step: PlanStep, outcome: ToolOutcome | undefined, at: string): Mention[] {
  const how = HOW[step.tool];
  if (how === undefined || !outcome) return [];
  const isFolder = step.tool === 'make_folder' || step.tool === 'locate' || step.tool === 'list';
  const items = itemsFor(outcome.items)
    .slice(0, MOST_MENTIONS)
    .map((path): Mention => ({ path, type: isFolder ? 'folder' : 'file', how, at }));
  const named = [step.args['to'], step.tool === 'list' ? step.args['path'] : undefined]
    .filter((path): path is string => typeof path === 'string')
    .map((path): Mention => ({ path, type: 'folder', how: 'named', at }));
  return step.tool === 'list' ? named : [...named, ...items];
}
