import { AgentMode, askingLevels } from '../../src/domain/session/modes';
import { REJECTED, type Transition } from '../../src/domain/session/transitions/index';

/** Defects of a table of transitions, a sentence each; none in a sound table. */
export function tableProblems(transitions: readonly Transition[]): readonly string[] {
  return [
    ...clashes(transitions),
    ...withoutWay(transitions, 'idle', 'Nothing leads from idle to', (one) => [one.from, one.to]),
    ...withoutWay(transitions, 'idle', 'Nothing leads to idle from', (one) => [one.to, one.from]),
    ...withoutRejection(transitions),
  ];
}

/** Ties that no condition decides, and transitions that another of the same trigger always wins over. */
function clashes(transitions: readonly Transition[]): string[] {
  return transitions.flatMap((one, index) =>
    transitions.slice(index + 1).flatMap((other) => {
      if (one.from !== other.from || one.trigger !== other.trigger) return [];
      const problem = clash(one, other);
      return problem ? [`${problem}: ${textOf(one)} and ${textOf(other)}.`] : [];
    }),
  );
}

function clash(one: Transition, other: Transition): string | undefined {
  const [high, low] = one.priority >= other.priority ? [one, other] : [other, one];
  if (high.priority === low.priority)
    return (high.condition === undefined) === (low.condition === undefined) ? 'A tie' : undefined;
  return high.condition === undefined || high.condition === low.condition
    ? `${textOf(low)} is never taken`
    : undefined;
}

/** Modes that no chain of transitions joins with `start`. */
function withoutWay(
  transitions: readonly Transition[],
  start: AgentMode,
  words: string,
  ends: (one: Transition) => readonly [AgentMode, AgentMode],
): string[] {
  const met = new Set<AgentMode>([start]);
  for (let size = 0; size < met.size;) {
    size = met.size;
    for (const one of transitions) {
      const [from, to] = ends(one);
      // A way that depends on a condition is no way for every context.
      if (met.has(from) && one.condition === undefined) met.add(to);
    }
  }
  return AgentMode.options.filter((mode) => !met.has(mode)).map((mode) => `${words} ${mode}.`);
}

function withoutRejection(transitions: readonly Transition[]): string[] {
  return AgentMode.options
    .filter((mode) => askingLevels(mode).length > 0)
    .filter(
      (mode) =>
        !transitions.some(
          ({ from, to, trigger, condition }) =>
            from === mode && to === 'context_navigation' && trigger === REJECTED && condition === undefined,
        ),
    )
    .map((mode) => `${mode} asks, but "${REJECTED}" does not lead to context_navigation.`);
}

function textOf({ from, to, trigger, priority, condition }: Transition): string {
  return `${from} → ${to} (${trigger}, ${priority}${condition ? `, ${condition}` : ''})`;
}
