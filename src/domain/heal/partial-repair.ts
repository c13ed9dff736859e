import { plural } from '../text';
import type { Verification } from '../verification/verification';
import type { RepairChoice } from './ambiguity';
import { isGreen } from './choose';
import { deliveryOf, end } from './delivery-transitions';
import { repairsInEffect } from './roll-back';
import type { HealState, HealTransition } from './state';

/** The verification of a repair that mends some of the tests that failed and breaks none, while others fail as before; undefined: the run has no such repair. */
export function partialRepair(state: HealState): Verification | undefined {
  const { input, verification, tree } = state;
  if (input.request !== undefined || verification?.tree !== tree || isGreen(verification)) return undefined;
  const { fixed = 0, broken = 0 } = verification.comparison ?? {};
  const mends = fixed > 0 && broken === 0 && !verification.onlyGenerated;
  return mends && repairsInEffect(state).length > 0 ? verification : undefined;
}

/** Ends the run with a partial repair as a suggestion: what it mends need not wait for what only people can mend. */
export function suggestPartialRepair(state: HealState, { comparison, failed }: Verification): HealTransition {
  const { diff } = deliveryOf(state);
  if (!diff) throw new Error('a repair is suggested before its change is known');
  const summary = repairsInEffect(state)
    .map((repair) => repair.summary)
    .join('; ');
  const choice: RepairChoice = { letter: 'A', tree: state.tree, diff: diff.hash, summary };
  const mended = plural(comparison?.fixed ?? 0, 'test');
  const left = `${plural(failed, 'check')} still ${failed === 1 ? 'fails' : 'fail'}`;
  const question = `The repair mends ${mended} and breaks none, but ${left}. Publish it as it is?`;
  return end(state, { status: 'suggested', question, choices: [choice] });
}

/** True for a run that publishes a partial repair, where no more checks fail than people were told. */
export function isAsPromised({ input, verification }: HealState): boolean {
  const { mayFail } = input;
  return mayFail !== undefined && verification !== undefined && verification.failed <= mayFail;
}

/** Why a partial repair is not published: one sentence with the way out. */
export function brokenPromise(mayFail: number, { failed }: Verification, directory: string): string {
  return `With the repair ${plural(failed, 'check')} of your files as they are now ${failed === 1 ? 'fails' : 'fail'}, ${mayFail} did when it was suggested: start again with kintsugi heal ${directory}.`;
}
