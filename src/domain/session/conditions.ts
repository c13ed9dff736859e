import { toDict, type ModeContext } from './context';
import type { AgentMode } from './modes';

/** Conditions of transitions, by name: pure predicates over the context. */
export const CONDITIONS = {
  'large-change': (context: ModeContext) => toDict(context).is_large_change,
  'pending-changes': (context: ModeContext) => toDict(context).has_pending_changes,
  errors: (context: ModeContext) => toDict(context).has_errors,
  'tests-passed': (context: ModeContext) => toDict(context).test_passed,
  /** The user lets the session commit by itself, and there is something to commit. */
  'commits-by-itself': (context: ModeContext) => context.autoCommit && toDict(context).has_pending_changes,
} as const satisfies Readonly<Record<string, (context: ModeContext) => boolean>>;

/** True if a handler's own result may lead to the mode: a commit by itself is for people to allow. */
export function followsByItself(to: AgentMode, { autoCommit }: ModeContext): boolean {
  return to !== 'git_workflow' || autoCommit;
}

/** Name of a condition. */
export type ConditionName = keyof typeof CONDITIONS;

/** True if the condition holds; no condition always does. */
export function holds(condition: ConditionName | undefined, context: ModeContext): boolean {
  return condition === undefined || CONDITIONS[condition](context);
}
