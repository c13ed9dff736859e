import type { GoalTool, ToolArgs } from '../tool-args';

/** Work of a goal between its steps. */
export type GoalPhase =
  | 'looking'
  | 'planning'
  | 'checking-plan'
  | 'rethinking'
  | 'comparing'
  | 'final-check'
  | 'publishing'
  | 'rolling-back'
  | 'reporting';

export interface ProgressLines {
  tools: { [T in GoalTool]: (args: ToolArgs<T>) => string };
  phases: Record<GoalPhase, string>;
  /** `line` is that of a tool or a phase. */
  step(number: number, of: number, line: string): string;
}
