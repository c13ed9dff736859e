import type { NewEvent } from '../run/events';
import type { EffectTraits, KitEffect } from '../run/machine';
import type { TreeHash } from '../ids';
import { healingLog, type HealingLog } from './healing-log';
import type { HealEffect, HealState, HealTransition, VerificationBasis, VerifyEffect } from './state';
import { isTestFile } from '../verification/protected-paths';
import { toldIn } from './told';

/** The state, and what to do next. */
export function next(
  state: HealState,
  effect: (HealEffect | KitEffect) & EffectTraits,
  events: readonly NewEvent[] = [],
): HealTransition {
  return { state, effect: { ...effect, clock: effect.clock ?? clockOf(effect, state) }, events };
}

/** The transition, with what happened before it. */
export function after(events: readonly NewEvent[], transition: HealTransition): HealTransition {
  return { ...transition, events: [...events, ...transition.events] };
}

/** The transition, with a state of the files that people can go back to. */
export function keeping(reason: string, transition: HealTransition): HealTransition {
  return keepingTree(transition.state.tree, reason, transition);
}

/** The same for a tree that the run may have left by now. */
export function keepingTree(tree: TreeHash, reason: string, transition: HealTransition): HealTransition {
  const { checkpoints = [] } = transition;
  return { ...transition, checkpoints: [{ snapshot: { tree }, reason }, ...checkpoints] };
}

/** Rounds that have a clock. */
const MOST_CLOCKS = 100;

/** The clock that an effect's time is counted on, for the result's timings. */
function clockOf(
  { type }: { type: string },
  { rounds, baseline, testsAsked = false }: HealState,
): string | undefined {
  switch (type) {
    case 'verify':
      return baseline ? undefined : 'baseline';
    case 'execute':
    case 'begin-work':
      return 'execute';
    case 'generate-tests':
      return testsAsked ? 'tests-2' : 'tests-1';
    case 'score-tests':
      return 'score-tests';
    case 'propose':
    case 'verify-candidates':
    case 'compare-candidates':
    case 'suggested-checks':
      return rounds < MOST_CLOCKS ? `repair-${rounds + 1}` : undefined;
    default:
      return undefined;
  }
}

/** Report and tests that a verification of this state is compared with. */
export function basisOf({ baseline, generatedTests, requestedFiles = [] }: HealState): VerificationBasis {
  const covers = requestedFiles.filter((path) => !isTestFile(path)).slice(0, MOST_COVERED);
  return { baseline: baseline?.report, generatedTests, ...(covers.length > 0 && { covers }) };
}

/** Files of a request that are looked at for tests: each is in the history of every verification. */
const MOST_COVERED = 50;

/** The verification of a changed tree. */
export function verifyOf(state: HealState, tree: TreeHash, label = 'verify/executed'): VerifyEffect {
  const { baseline, generatedTests } = state;
  // The sandbox runs generated tests by itself; for others the project's command is looked for, now that it has tests.
  const detects = baseline?.trust === 'none' && !generatedTests.every(isTestFile);
  return { type: 'verify', tree, label, ...(detects && { detects }), ...basisOf(state) };
}

export function logOf(state: Pick<HealState, 'input' | 'taskId'>): HealingLog {
  return healingLog(state.input.language, state.taskId, state.input.taskType);
}

/** Events of a run besides the seed's log. */
export function tellOf({ input }: Pick<HealState, 'input'>): ReturnType<typeof toldIn> {
  return toldIn(input.language);
}

/** The effect as an act that the policy is asked about first. */
export function guarded(
  state: HealState,
  tool: 'execute' | 'repair',
  summary: string,
  effect: HealEffect,
): HealTransition {
  return next(state, { ...effect, act: { tool, summary } });
}
