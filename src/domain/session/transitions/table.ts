import { followsByItself, holds, type Transition } from './transition';
import type { ModeContext } from '../context';
import { AgentMode, askingLevels, type WorkingMode } from '../modes';
import { ADDED_TRANSITIONS, DONE, INTENT_TRIGGERS, REJECTED, SEED_TRANSITIONS } from './added';

const INTENT_PRIORITY = 10;
const REJECTED_PRIORITY = 10;
const DONE_PRIORITY = 1;

const isWorking = (mode: AgentMode): mode is WorkingMode => mode !== 'idle';
const WORKING = AgentMode.options.filter(isWorking);

/** True if the seed's table has a transition of this mode and trigger. */
const isInSeed = (from: AgentMode, trigger: string) =>
  SEED_TRANSITIONS.some((one) => one.from === from && one.trigger === trigger);

const ENTRIES: readonly Transition[] = WORKING.map((to) => ({
  from: 'idle' as const,
  to,
  trigger: INTENT_TRIGGERS[to],
  priority: INTENT_PRIORITY,
  reason: 'The task asks for the work of this mode.',
})).filter(({ trigger }) => !isInSeed('idle', trigger));

/** A rejected act is looked at anew, in every mode that asks. */
const REJECTIONS: readonly Transition[] = WORKING.filter(
  (from) => askingLevels(from).length > 0 && !isInSeed(from, REJECTED),
).map((from) => ({
  from,
  to: 'context_navigation' as const,
  trigger: REJECTED,
  priority: REJECTED_PRIORITY,
  reason: 'People said no: the code is looked at anew, with their reason.',
}));

/** Every mode can be left for idle. */
const EXITS: readonly Transition[] = WORKING.map((from) => ({
  from,
  to: 'idle' as const,
  trigger: DONE,
  priority: DONE_PRIORITY,
  reason: 'The task is done, or people turn to another.',
}));

export const TRANSITIONS: readonly Transition[] = [
  ...SEED_TRANSITIONS,
  ...ENTRIES,
  ...ADDED_TRANSITIONS,
  ...REJECTIONS,
  ...EXITS,
];

/** Transitions indexed by mode and trigger, each list with the one to be preferred first. */
export type TransitionIndex = Readonly<
  Partial<Record<AgentMode, Readonly<Record<string, readonly Transition[]>>>>
>;

export function indexOf(transitions: readonly Transition[]): TransitionIndex {
  const index: Partial<Record<AgentMode, Record<string, Transition[]>>> = {};
  for (const one of [...transitions].sort(byPreference)) {
    // Without a prototype: a trigger may be called `constructor`.
    const triggers = (index[one.from] ??= Object.create(null) as Record<string, Transition[]>);
    (triggers[one.trigger] ??= []).push(one);
  }
  return index;
}

/** The higher priority first; at equal priority one with a condition. */
function byPreference(one: Transition, other: Transition): number {
  return (
    other.priority - one.priority ||
    Number(other.condition !== undefined) - Number(one.condition !== undefined)
  );
}

const INDEX = indexOf(TRANSITIONS);

/** The transition that a trigger of people, or of a handler, brings; undefined where none is valid. */
export function bestTransition(
  mode: AgentMode,
  trigger: string,
  context: ModeContext,
  index: TransitionIndex = INDEX,
  by: 'people' | 'handler' = 'people',
): Transition | undefined {
  return index[mode]?.[trigger]?.find(
    ({ condition, to }) => holds(condition, context) && (by === 'people' || followsByItself(to, context)),
  );
}

/** Transitions that leave a mode, the highest priority first. With a context: only those whose condition holds. */
export function availableTransitions(
  mode: AgentMode,
  context?: ModeContext,
  index: TransitionIndex = INDEX,
): readonly Transition[] {
  return Object.values(index[mode] ?? {})
    .flat()
    .filter(({ condition }) => context === undefined || holds(condition, context))
    .sort(byPreference);
}

/** Triggers that are legal in a mode, the highest priority first. */
export function legalTriggers(
  mode: AgentMode,
  context?: ModeContext,
  index: TransitionIndex = INDEX,
): readonly string[] {
  return [...new Set(availableTransitions(mode, context, index).map(({ trigger }) => trigger))];
}

/** Triggers that take a session from a mode to the one that a task asks for; none where it is there already. */
export function routeTo(from: AgentMode, to: AgentMode): readonly string[] {
  if (from === to || !isWorking(to)) return from === to ? [] : [DONE];
  return [...(isWorking(from) ? [DONE] : []), INTENT_TRIGGERS[to]];
}
