import { CONDITIONS, type ConditionName } from '../../src/domain/session/transitions/transition';
import { AgentMode } from '../../src/domain/session/modes';
import { TRANSITIONS, type Transition } from '../../src/domain/session/transitions/index';

export type Kind = 'removed' | 'retargeted' | 'priority' | 'condition';
export interface Mutant {
  kind: Kind;
  table: readonly Transition[];
  changed: Transition;
}

const CONDITION_NAMES = Object.keys(CONDITIONS) as ConditionName[];

/** Every table that differs from the real one in one transition. */
export function mutants(): Mutant[] {
  return TRANSITIONS.flatMap((one, at) => {
    const changed = (kind: Kind, change: Partial<Transition>): Mutant => ({
      kind,
      changed: one,
      table: TRANSITIONS.with(at, { ...one, ...change }),
    });
    return [
      { kind: 'removed' as const, changed: one, table: TRANSITIONS.filter((_, index) => index !== at) },
      ...AgentMode.options.filter((to) => to !== one.to).map((to) => changed('retargeted', { to })),
      ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 99]
        .filter((priority) => priority !== one.priority)
        .map((priority) => changed('priority', { priority })),
      ...[undefined, ...CONDITION_NAMES]
        .filter((condition) => condition !== one.condition)
        .map((condition) => changed('condition', { condition })),
    ];
  });
}
