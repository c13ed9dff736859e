import type { ConditionName } from '../conditions';
import type { AgentMode } from '../modes';

/** A change of mode that a trigger brings. */
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

/** Transitions of a table by the mode that they leave. */
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
