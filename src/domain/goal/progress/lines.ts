import type { GoalTool, ToolArgs } from '../tool-args';

/** Work of a goal between its steps. */
export type GoalPhase =
  'planning' | 'checking-plan' | 'rethinking' | 'final-check' | 'publishing' | 'rolling-back';

/** Progress lines of one language. */
export interface ProgressLines {
  tools: { [T in GoalTool]: (args: ToolArgs<T>) => string };
  phases: Record<GoalPhase, string>;
}
