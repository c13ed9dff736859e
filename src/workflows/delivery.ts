import { ActivityFailure, isCancellation } from '@temporalio/workflow';
import { isGreen } from '../domain/heal/choose';
import { plannedDelivery, publishedDelivery } from '../domain/heal/delivery';
import type { Delivery } from '../domain/heal/result';
import type { HealState } from '../domain/heal/state';
import type { TreeHash } from '../domain/ids';
import { firstLine, plural } from '../domain/text';
import type { Verification } from '../domain/verification';
import type { EditRefusal, FileEdit, TreeDiff } from '../domain/workspace';
import type { ApprovalGate } from './approval-gate';
import type { Progress } from './progress';
import type { Published } from './publish-tree';

export interface DeliveryEffects {
  compare(tree: TreeHash, label: string): Promise<TreeDiff>;
  edit(
    tree: TreeHash,
    edits: readonly FileEdit[],
    label: string,
  ): Promise<{ tree: TreeHash } | { refusals: EditRefusal[] }>;
  verify(tree: TreeHash, label: string): Promise<Verification>;
  publish(tree: TreeHash): Promise<Published>;
}

export interface Delivered {
  state: HealState;
  diff?: TreeDiff;
  delivery: Delivery;
}

/** Asks for the change of a healed run and publishes it: the only way to the user's files. */
export async function deliver(
  state: HealState,
  gate: ApprovalGate,
  progress: Progress,
  effects: DeliveryEffects,
): Promise<Delivered> {
  if (state.fork?.status === 'conflict')
    return { state, delivery: { status: 'conflict', conflicts: state.fork.conflicts } };
  if (state.tree === state.baseTree) return { state, delivery: { status: 'nothing-to-publish' } };
  let diff = await effects.compare(state.tree, 'diff/final');
  progress.status.diff = diff;
  if (state.status !== 'completed' && state.status !== 'recovered') {
    return { state, diff, delivery: { status: 'nothing-to-publish' } };
  }
  if (state.input.dryRun) {
    progress.enter('publishing', 'looking at what publishing would do');
    return { state, diff, delivery: await delivered(() => effects.publish(state.tree), plannedDelivery) };
  }
  for (let question = 1; ; question += 1) {
    const answer = await gate.ask(
      {
        kind: 'publish',
        hash: diff.hash,
        summary: questionText(state, diff),
        files: diff.files,
        diffExcerpt: diff.excerpt,
      },
      question > 1,
    );
    if (answer.status !== 'granted') return { state, diff, delivery: answer };
    if (answer.edits.length > 0) {
      const edited = await judgeEdits(state, answer.edits, question, progress, effects);
      if (edited) {
        state = edited;
        diff = await effects.compare(state.tree, `diff/edited-${question}`);
        progress.status.diff = diff;
      }
      if (!edited || !state.verification || !isGreen(state.verification)) continue;
    }
    progress.enter('publishing', 'writing the change to the directory');
    const { by } = answer;
    const delivery = await delivered(
      () => effects.publish(state.tree),
      (outcome) => publishedDelivery(outcome, by),
    );
    return { state, diff, delivery };
  }
}

function questionText(state: HealState, diff: TreeDiff): string {
  const failing = state.verification?.failed ?? 0;
  const verdict = failing === 0 ? 'all checks pass' : `${plural(failing, 'check')} fail`;
  return `publish ${plural(diff.fileCount, 'changed file')} to ${state.input.directory.realpath} (${verdict})`;
}

/** An edit made while approving is a candidate: it is verified, and asked about again unless green. */
async function judgeEdits(
  state: HealState,
  edits: readonly FileEdit[],
  question: number,
  progress: Progress,
  effects: DeliveryEffects,
): Promise<HealState | undefined> {
  progress.enter('verifying', 'verifying the edits made while approving');
  const edited = await effects.edit(state.tree, edits, `edit/approval-${question}`);
  if ('refusals' in edited) {
    progress.refuse(edited.refusals.map((refusal) => refusal.message).join('; '));
    return undefined;
  }
  const verification = await effects.verify(edited.tree, `verify/approval-${question}`);
  const green = isGreen(verification);
  if (!green) progress.refuse(`With the edits ${plural(verification.failed, 'check')} fail: answer again.`);
  return {
    ...state,
    tree: edited.tree,
    verification,
    // Whoever approves a change that is not green gets it, but it is never called a success.
    status: green ? (state.rounds > 0 ? 'recovered' : 'completed') : 'failed_after_repair',
    finalError: green
      ? undefined
      : (verification.failures[0]?.failure.message ?? 'the edited change is not green'),
  };
}

/** A directory that cannot be written must not cost the result of the run. */
async function delivered(
  publish: () => Promise<Published>,
  deliveryOf: (outcome: Published) => Delivery,
): Promise<Delivery> {
  try {
    return deliveryOf(await publish());
  } catch (error) {
    if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
    return { status: 'failed', reason: firstLine(error.cause?.message ?? error.message) };
  }
}
