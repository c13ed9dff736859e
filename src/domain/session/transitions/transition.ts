import type { AgentMode } from '../modes';
import { toDict, type ModeContext } from '../context';

/** Conditions of transitions, by name: pure predicates over the context. */
export const CONDITIONS = {
  'large-change': (context: ModeContext) => toDict(context).is_large_change,
  'pending-changes': (context: ModeContext) => toDict(context).has_pending_changes,
  errors: (context: ModeContext) => toDict(context).has_errors,
  'tests-passed': (context: ModeContext) => toDict(context).test_passed,
  /** The user lets the session commit by itself, and there is something to commit. */
  'commits-by-itself': (context: ModeContext) => context.autoCommit && toDict(context).has_pending_changes,
} as const satisfies Readonly<Record<string, (context: ModeContext) => boolean>>;

export type ConditionName = keyof typeof CONDITIONS;

export interface Transition {
  readonly from: AgentMode;
  readonly to: AgentMode;
  readonly trigger: string;
  /** Of several transitions of one trigger the highest is taken; people are offered the highest first. */
  readonly priority: number;
  /** Absent: always. */
  readonly condition?: ConditionName;
  /** One line: why the transition is there. */
  readonly reason: string;
}

/** A row of a table: trigger, mode that it leads to, priority, reason, condition. */
export type TransitionRow = readonly [
  trigger: string,
  to: AgentMode,
  priority: number,
  reason: string,
  condition?: ConditionName,
];

export function transitionsOf(
  table: Readonly<Partial<Record<AgentMode, readonly TransitionRow[]>>>,
): readonly Transition[] {
  return Object.entries(table).flatMap(([from, rows]) =>
    rows.map(([trigger, to, priority, reason, condition]) => ({
      from: from as AgentMode,
      to,
      trigger,
      priority,
      ...(condition && { condition }),
      reason,
    })),
  );
}

/** True if a handler's own result may lead to the mode: a commit by itself is for people to allow. */
export function followsByItself(to: AgentMode, { autoCommit }: ModeContext): boolean {
  return to !== 'git_workflow' || autoCommit;
}

/** True if the condition holds; no condition always does. */
export function holds(condition: ConditionName | undefined, context: ModeContext): boolean {
  return condition === undefined || CONDITIONS[condition](context);
}
