import type { EffectTraits, KitEffect } from '../run/machine';
import type { NewQuestion } from '../run/questions';
import { attemptOf } from './attempts';
import { DOING_WORDS } from './doing-words';
import type { Delivery } from './result';
import type { DeliveryState, HealEffect, HealState, HealTransition } from './state';
import { logOf, next, tellOf } from './transitions';
import { warningsOf } from './warnings';

/** Ends the delivery, and with it the run. */
export function end(state: HealState, outcome: Delivery): HealTransition {
  const words = DOING_WORDS[state.input.language];
  const ended = deliver(state, { stage: 'ended', outcome });
  const part =
    outcome.status === 'partial' ? [{ snapshot: { tree: outcome.tree }, reason: words.published }] : [];
  const result = { snapshot: { tree: state.tree }, reason: words.result };
  const told = outcome.status === 'nothing-to-publish' ? [] : [tellOf(state).delivered(outcome, state.tree)];
  // Told last: until it is published, or turned down, nobody knows how the run ends.
  // An answer runs no loop, so its log has none of the loop's lines.
  const { status = 'failed', input } = state;
  if (input.taskType !== 'chat_reply')
    told.push(logOf(state).final({ status, delivery: outcome, request: input.request }, attemptOf(state)));
  return { ...next(ended, { type: 'finish' }, told), checkpoints: [result, ...part] };
}

/** Goes on to another stage. */
export function proceed(
  state: HealState,
  change: Partial<DeliveryState>,
  effect: (HealEffect | KitEffect) & EffectTraits,
): HealTransition {
  return next(deliver(state, change), { ...effect, untimed: true });
}

/** The state with other facts of its delivery. */
export function deliver(state: HealState, change: Partial<DeliveryState>): HealState {
  return { ...state, delivery: { ...deliveryOf(state), ...change } };
}

/** The delivery under way. */
export function deliveryOf({ delivery }: HealState): DeliveryState {
  if (!delivery) throw new Error('nothing is delivered yet');
  return delivery;
}

/** Said with the question: who answers it may not see the result before. */
export function toLookAt(state: HealState): Pick<NewQuestion, 'warnings'> {
  const warnings = warningsOf(state);
  return warnings.length === 0 ? {} : { warnings: warnings.slice(0, 10) };
}
