import { withRefutation } from '../domain/heal/confirm';
import { STATE_WORDS } from '../domain/session/state-words';
import type { SessionInput } from '../domain/session/input';
import type { SessionEffect, SessionEvent } from '../domain/session/state';
import type { Verification } from '../domain/verification/verification';
import { EDITS_ROW, STORE } from './activity-options';
import { judgeAgainst, verifyBefore } from './judge';
import type { Kit } from './run/kit';

type EditEffect = Extract<SessionEffect, { type: 'edit' }>;

/** Takes over what people edited while they approved, and judges it by the checks of the files before the change. */
export async function takeOverEdit(kit: Kit<SessionInput>, effect: EditEffect): Promise<SessionEvent> {
  const { directory, heavyFolders } = kit.input;
  const { label, base, tree, edits } = effect;
  const edited = await kit.call('take over the edits', STORE, (activities) =>
    activities.editTree({ key: kit.key(label), tree, edits, heavyFolders }),
  );
  if ('refusals' in edited)
    return {
      type: 'broken',
      reason: STATE_WORDS[kit.input.language].misfit(edited.refusals[0]?.message ?? ''),
    };
  const change = await kit.quietly('compare the change with the files before it', (activities) =>
    activities.compareTrees({
      key: kit.key(`${label}/diff`),
      ...{ base, tree: edited.tree, directory: directory.realpath },
    }),
  );
  return { type: 'edited', change, verification: await judge(kit, { ...effect, tree: edited.tree }) };
}

/** Verdict on a change as a run of `heal` comes to it: the files before it say which checks there are, and its own command has a word. */
async function judge(
  kit: Kit<SessionInput>,
  { label, base, tree, detect: rights }: EditEffect,
): Promise<Verification> {
  const baseline = await verifyBefore(kit, { label: `${label}/verify-before`, tree: base, rights });
  const { verification, confirmation } = await judgeAgainst(kit, {
    ...{ label, row: EDITS_ROW, base, tree, baseline },
  });
  return confirmation?.status === 'disagrees'
    ? withRefutation(verification, confirmation, kit.input.language)
    : verification;
}
