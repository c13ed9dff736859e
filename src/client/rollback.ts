import type { GateResult } from '../domain/gate/state';
import type { HealResult } from '../domain/heal/result';
import type { GoalInput } from '../domain/goal/input';
import type { GoalResult } from '../domain/goal/result';
import {
  checkpointsOfRollback,
  RollbackResult,
  type FolderRoots,
  type RollbackInput,
} from '../domain/run/rollback';
import {
  checkpointOf,
  findCheckpoint,
  noCheckpoint,
  type Checkpoint,
  type SnapshotRef,
} from '../domain/run/checkpoints';
import type { HeavyRules } from '../domain/files/heavy-rules';
import { HOST_WORDS } from '../domain/run/host-words';
import type { HostDirectory } from '../domain/files/workspace';
import type { BlobHash } from '../domain/ids';
import { badInput } from '../domain/kintsugi-error';
import { said } from '../domain/run/said';

/** Extent of a rollback: everything since a state (`to`), or one change alone. Without either: all that the run published. */
export interface RollbackRequest {
  /** Number of a state, or the first digits of its tree. */
  to?: string;
  /** The one whose change alone is taken back. */
  only?: string;
  /** Says what would change, with the difference, and writes nothing. */
  dryRun?: boolean;
  /** If some paths are in conflict, rolls back the others. */
  partial?: boolean;
  /** Checkpoints that the run has no longer at hand, and its events tell of. */
  earlier?: readonly Checkpoint[];
}

/** A run with the checkpoints that it has so far. */
export interface RunCheckpoints {
  id: string;
  checkpoints: readonly Checkpoint[];
  /** Newest chunk of the events of a run that has ended. */
  events?: BlobHash;
}

/** An ended run that changed, or could have changed, a directory. */
export interface EndedRun extends RunCheckpoints {
  directory: HostDirectory;
  /** Folders of a goal; absent: a project. */
  folders?: FolderRoots;
  /** Rules by which its trees were captured. */
  heavyFolders?: HeavyRules;
  /** True if it left its last state in the directory. */
  published: boolean;
  /** Target of a rollback that names no state, and the snapshot whose times it restores. Absent: state 0. */
  before?: { snapshot: SnapshotRef; restore?: SnapshotRef };
}

export function endedHeal(id: string, result: HealResult): EndedRun {
  const { directory, heavyFolders, delivery } = result;
  const published = delivery.status === 'published' || delivery.status === 'partial';
  // The user made some of the changes too: the base of a partial delivery holds these, and a rollback keeps them.
  const before =
    delivery.status === 'partial'
      ? { snapshot: { tree: delivery.base }, restore: delivery.before }
      : undefined;
  const { checkpoints } = result;
  return { id, directory, heavyFolders, checkpoints, published, before };
}

/** A goal: its folders hold what it published, whatever its last tree was called. */
export function endedGoal(id: string, result: GoalResult): EndedRun {
  const { directory, roots, published, checkpoints, tree, onDisk, events } = result;
  const made = checkpoints.map(({ snapshot }) => snapshot.tree);
  const states = tree === undefined ? made : [...made, tree];
  const folders = onDisk && { roots: [...roots], published: onDisk.tree, states };
  return { id, directory, folders, checkpoints, events, published };
}

/** A goal that was cancelled or broke off: what it had published after each step can still be rolled back. */
export function brokenGoal(id: string, input: GoalInput, checkpoints: readonly Checkpoint[]): EndedRun {
  const { directory, roots, publish, dryRun } = input;
  const states = checkpoints.map(({ snapshot }) => snapshot.tree);
  const last = states.at(-1);
  const folders = last === undefined ? undefined : { roots, published: last, states };
  const published = publish === 'each-step' && !dryRun && states.length > 1;
  return { id, directory, folders, checkpoints, published };
}

/** A gate: only one with a checkout has checkpoints, and publishes. */
export function endedGate(id: string, result: GateResult): EndedRun {
  const { directory, heavyFolders, checkpoints, events, status } = result;
  return {
    ...{ id, directory, heavyFolders, checkpoints, events },
    published: status === 'published',
  };
}

export function endedRollback(id: string, given: unknown): EndedRun {
  const result = RollbackResult.parse(given);
  const published = result.status === 'published' || result.status === 'partial';
  return {
    id,
    directory: result.directory,
    folders: result.folders,
    heavyFolders: result.heavyFolders,
    checkpoints: checkpointsOfRollback(result),
    published,
  };
}

/** The checkpoint of a run that is meant, or a sentence saying which there are. */
export function checkpointNamed(run: RunCheckpoints, name: string): Checkpoint {
  const checkpoint = findCheckpoint(run.checkpoints, name);
  if (checkpoint) return checkpoint;
  throw badInput(noCheckpoint(run.id, run.checkpoints, name));
}

/** Ends of goals whose change is whole, and was only not published. */
const OPEN: ReadonlySet<GoalResult['status']> = new Set([
  'planned',
  'rejected',
  'expired',
  'conflict',
  'unpublished',
]);

/** Ends of guards whose change is whole, and was only not published. */
const OPEN_GATES: ReadonlySet<GateResult['status']> = new Set([
  'unproven',
  'conflict',
  'rejected',
  'expired',
  'unpublished',
]);

/** Trees that the publish of an ended guard goes from and to. Throws a sentence where there is nothing to publish. */
export function publishGateInput(
  { id, directory, heavyFolders, status, diff }: GateResult,
  { dryRun = false, partial = false }: Pick<RollbackRequest, 'dryRun' | 'partial'>,
): Omit<RollbackInput, 'indexed' | 'version' | 'language'> {
  if (status === 'published')
    throw badInput(said`The change of ${id} is published already. Undo it with: kintsugi rollback ${id}`);
  if (!diff || !OPEN_GATES.has(status))
    throw badInput(said`The run ${id} has no change that waits to be published.`);
  const { base, tree } = diff;
  return { directory, heavyFolders, of: id, way: 'forth', from: base, to: { tree }, dryRun, partial };
}

/** Trees that the publish of an ended goal goes from and to. Throws a sentence where there is nothing to publish. */
export function publishGoalInput(
  { taskId, directory, roots, published, status, diff }: GoalResult,
  { dryRun = false, partial = false }: Pick<RollbackRequest, 'dryRun' | 'partial'>,
): Omit<RollbackInput, 'indexed' | 'version' | 'language'> {
  if (published)
    throw badInput(
      said`The change of ${taskId} is published already. Undo it with: kintsugi rollback ${taskId}`,
    );
  if (!diff || diff.fileCount === 0 || !OPEN.has(status))
    throw badInput(said`The run ${taskId} has no change that waits to be published.`);
  const { base, tree } = diff;
  const folders = { roots: [...roots], published: base, states: [] };
  return { directory, folders, of: taskId, way: 'forth', from: base, to: { tree }, dryRun, partial };
}

/** Trees that a rollback goes from and to. Throws a sentence if there is nothing to undo. */
export function rollbackInput(
  ended: EndedRun,
  request: RollbackRequest,
): Omit<RollbackInput, 'indexed' | 'version' | 'language'> {
  const run = { ...ended, checkpoints: withEarlier(ended.checkpoints, request.earlier) };
  const last = run.checkpoints.at(-1);
  if (!run.published || !last || run.checkpoints.length < 2) {
    throw badInput(said`The run ${run.id} published nothing, so there is nothing to roll back.`);
  }
  if (request.to !== undefined && request.only !== undefined) throw badInput(EITHER);
  const { dryRun = false, partial = false } = request;
  const { directory, folders, heavyFolders } = run;
  // What a goal wrote has another name in its own tree than on disk.
  const present = folders?.published ?? last.snapshot.tree;
  const common = { directory, folders, heavyFolders, of: run.id, way: 'back' as const, dryRun, partial };
  const first = run.checkpoints[0] ?? last;
  if (request.only === undefined) {
    if (request.to !== undefined)
      return { ...common, from: present, to: checkpointNamed(run, request.to).snapshot };
    const { snapshot, restore }: NonNullable<EndedRun['before']> = run.before ?? first;
    return { ...common, from: present, to: snapshot, restore };
  }
  const taken = checkpointNamed(run, request.only);
  const before = checkpointOf(run.checkpoints, taken.number - 1);
  const words = HOST_WORDS.en.messages;
  if (!before) throw badInput(taken.number === 0 ? words.firstCheckpoint : words.noStateBefore(taken.number));
  // Only the change that led to the checkpoint goes, whatever the folders hold now.
  const own = folders && { ...folders, states: [] };
  return { ...common, folders: own, from: taken.snapshot.tree, to: before.snapshot };
}

function withEarlier(
  known: readonly Checkpoint[],
  earlier: readonly Checkpoint[] = [],
): readonly Checkpoint[] {
  const numbers = new Set(known.map(({ number }) => number));
  return [...known, ...earlier.filter(({ number }) => !numbers.has(number))].sort(
    (a, b) => a.number - b.number,
  );
}

const EITHER = said`Use either --to, to go back to a checkpoint, or --only, to take back one change alone.`;

/** Rollback of a run that has not ended. Throws a sentence for a request that names nothing, or too much. */
export function runningRollback(
  id: string,
  { to, only, dryRun, partial }: RollbackRequest,
): { kind: 'to' | 'only'; name: string; partial?: boolean } {
  if (dryRun)
    throw badInput(
      said`The run ${id} has not ended, so rolling it back leaves your directory alone: leave out --dry-run.`,
    );
  if (to !== undefined && only !== undefined) throw badInput(EITHER);
  if (to !== undefined) return { kind: 'to', name: to, partial };
  if (only !== undefined) return { kind: 'only', name: only, partial };
  throw badInput(
    said`The run ${id} has not ended: name a checkpoint with --to or --only (kintsugi checkpoints ${id} lists them), or reject or cancel the run.`,
  );
}
