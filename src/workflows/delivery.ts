import { ActivityFailure, isCancellation } from '@temporalio/workflow';
import type { ApprovalRequest } from '../domain/run/approval';
import { isGreen } from '../domain/heal/choose';
import { confirmedBy } from '../domain/heal/confirm';
import { plannedDelivery, publishedDelivery } from '../domain/heal/delivery';
import { warningsOf } from '../domain/heal/outcome';
import type { Delivery } from '../domain/heal/result';
import type { HealState } from '../domain/heal/state';
import type { TreeHash } from '../domain/ids';
import { failingGenerated } from '../domain/heal/generated-tests';
import { unverifiedError, verdictText } from '../domain/heal/verdict';
import { firstLine, plural } from '../domain/text';
import type { Verification } from '../domain/verification/verification';
import type { EditRefusal, FileEdit, TreeDiff } from '../domain/files/workspace';
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
  /** Leaves these generated tests out of the tree; undefined where it stays as it is. */
  leaveOut(tree: TreeHash, tests: readonly string[], label: string): Promise<TreeHash | undefined>;
  publish(tree: TreeHash): Promise<Published>;
}

export interface Delivered {
  state: HealState;
  diff?: TreeDiff;
  delivery: Delivery;
  /** Generated tests that edits made while approving fail; without edits none. */
  leftOut: readonly string[];
}

/** A change that may be published. */
interface Offer {
  state: HealState;
  diff: TreeDiff;
  leftOut: readonly string[];
}

/** Asks for the change of a healed run and publishes it: the only way to the user's files. */
export async function deliver(
  state: HealState,
  gate: Pick<ApprovalGate, 'ask'>,
  progress: Pick<Progress, 'enter' | 'refuse' | 'status'>,
  effects: DeliveryEffects,
): Promise<Delivered> {
  const leftOut: readonly string[] = [];
  if (state.fork?.status === 'conflict')
    return { state, leftOut, delivery: { status: 'conflict', conflicts: state.fork.conflicts } };
  if (state.tree === state.baseTree) return { state, leftOut, delivery: { status: 'nothing-to-publish' } };
  const diff = await effects.compare(state.tree, 'diff/final');
  progress.status.diff = diff;
  if (state.status !== 'completed' && state.status !== 'recovered') {
    return { state, diff, leftOut, delivery: { status: 'nothing-to-publish' } };
  }
  if (state.input.dryRun) {
    progress.enter('publishing', 'looking at what publishing would do');
    const delivery = await delivered(() => effects.publish(state.tree), plannedDelivery);
    return { state, diff, leftOut, delivery };
  }
  return askAndPublish({ state, diff, leftOut }, gate, progress, effects);
}

/** Edits that are not green are only offered: until someone approves them, the green change stays the run's own. */
async function askAndPublish(
  healed: Offer,
  gate: Pick<ApprovalGate, 'ask'>,
  progress: Pick<Progress, 'enter' | 'refuse' | 'status'>,
  effects: DeliveryEffects,
): Promise<Delivered> {
  let offer = healed;
  for (let question = 1; ; question += 1) {
    const { diff } = offer;
    progress.status.diff = diff;
    const answer = await gate.ask(
      {
        kind: 'publish',
        hash: diff.hash,
        summary: questionText(offer),
        files: diff.files,
        diffExcerpt: diff.excerpt,
        ...toLookAt(offer.state),
      },
      question > 1,
    );
    if (answer.status !== 'granted') {
      progress.status.diff = healed.diff;
      return { ...healed, delivery: answer };
    }
    if (answer.edits.length > 0) {
      const edited = await judgeEdits(offer, answer.edits, question, progress, effects);
      if (edited) offer = edited;
      if (!edited || !isOfferedGreen(edited)) continue;
      progress.status.diff = edited.diff;
    }
    progress.enter('publishing', 'writing the change to the directory');
    const { by } = answer;
    const { state } = offer;
    const delivery = await delivered(
      () => effects.publish(state.tree),
      (outcome) => publishedDelivery(outcome, by),
    );
    return { ...offer, delivery };
  }
}

function isOfferedGreen({ state: { verification } }: Offer): boolean {
  return verification !== undefined && isGreen(verification);
}

/** Said with the question: who answers it may not see the result before. */
function toLookAt(state: HealState): Pick<ApprovalRequest, 'warnings'> {
  const warnings = warningsOf(state);
  return warnings.length === 0 ? {} : { warnings: warnings.slice(0, 10) };
}

function questionText({ state, diff }: Offer): string {
  const { verification, input } = state;
  const verdict = verification ? verdictText(verification, confirmedBy(state)) : 'not verified';
  return `publish ${plural(diff.fileCount, 'changed file')} to ${input.directory.realpath} (${verdict})`;
}

/** An edit made while approving is a candidate: it is verified, and asked about again unless green. */
async function judgeEdits(
  { state, leftOut }: Offer,
  edits: readonly FileEdit[],
  question: number,
  progress: Pick<Progress, 'enter' | 'refuse'>,
  effects: DeliveryEffects,
): Promise<Offer | undefined> {
  progress.enter('verifying', 'verifying the edits made while approving');
  const edited = await effects.edit(state.tree, edits, `edit/approval-${question}`);
  if ('refusals' in edited) {
    progress.refuse(edited.refusals.map((refusal) => refusal.message).join('; '));
    return undefined;
  }
  const verification = await effects.verify(edited.tree, `verify/approval-${question}`);
  const green = isGreen(verification);
  if (!green) progress.refuse(`With the edits ${verdictText(verification)}: answer again.`);
  const failing = failingGenerated(verification, edits);
  const without =
    failing.length > 0
      ? await effects.leaveOut(edited.tree, failing, `quarantine/approval-${question}`)
      : undefined;
  const tree = without ?? edited.tree;
  return {
    diff: await effects.compare(tree, `diff/edited-${question}`),
    leftOut: without ? [...leftOut, ...failing] : leftOut,
    state: {
      ...state,
      tree,
      verification,
      confirmation: undefined,
      // Whoever approves a change that is not green gets it, but it is never called a success.
      status: green ? (state.rounds > 0 ? 'recovered' : 'completed') : 'failed_after_repair',
      finalError: green
        ? undefined
        : (verification.failures[0]?.failure.message ?? unverifiedError(verification)),
    },
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
