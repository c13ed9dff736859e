import type { GoalTool } from './tool-args';

/** Tools that look at nothing but the run's tree: any worker can run them, in a few milliseconds. */
const ON_TREE_ALONE: ReadonlySet<GoalTool> = new Set(['make_folder', 'move', 'rename', 'write', 'delete']);

/** Quick calls in a row: after so many, people are heard, and history is looked at. */
const IN_A_ROW = 7;

/** True for a call that is made within the workflow task, without the server's round for an activity. `call`: its number in the run. */
export function isQuickCall(tool: GoalTool, call: number): boolean {
  return ON_TREE_ALONE.has(tool) && call % (IN_A_ROW + 1) !== 0;
}
