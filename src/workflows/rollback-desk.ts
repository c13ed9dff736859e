import {
  ApplicationFailure,
  CancellationScope,
  condition,
  isCancellation,
  setHandler,
} from '@temporalio/workflow';
import type { HealEvent, HealState } from '../domain/heal/state';
import type { TreeHash } from '../domain/ids';
import { readMessage } from '../domain/message';
import { stepsOfState } from '../domain/heal/steps';
import { listedConflicts, type RunStep } from '../domain/run/rollback';
import {
  refuseRunRollback,
  rollbackReason,
  RunRollbackRequest,
  type RunRollback,
} from '../domain/run/run-rollback';
import type { MergeOutcome } from '../domain/files/workspace';
import { rollBackRunUpdate } from '../messages';
import type { Progress } from './progress';

type RolledBack = Extract<HealEvent, { type: 'rolled-back' }>;
type Merge = (
  id: number,
  trees: { base: TreeHash; ours: TreeHash; theirs: TreeHash; partial: boolean },
) => Promise<MergeOutcome>;

const IMPORTING = 'The run has no state to go back to yet: it is importing the directory.';
const PUBLISHING =
  'The run is publishing or has ended: roll back what it published when it has ended, with kintsugi rollback.';

/**
 * Takes rollbacks of a run that goes on: they change the tree that it works on, never the user's directory. Its handler
 * only validates, notes and returns a receipt.
 */
export class RollbackDesk {
  private refusal: string | undefined = IMPORTING;
  private state: HealState | undefined;
  private pending: { request: RunRollbackRequest; rollback: RunRollback } | undefined;
  private wake: () => void = () => undefined;
  private asked = this.nextRequest();

  constructor(
    private readonly progress: Progress,
    private readonly merge: Merge,
  ) {
    progress.status.rollbacks = [];
    setHandler(rollBackRunUpdate, (request) => this.accept(RunRollbackRequest.parse(request)), {
      validator: (request) => this.validate(request),
    });
  }

  /**
   * Does what is next in this state. Where a rollback comes before it is done, it is given up, and the event says what
   * the run goes on from; where the rollback can't be made, the work just goes on.
   */
  async during<T>(
    state: HealState,
    work: () => Promise<T>,
  ): Promise<{ value: T; event?: undefined } | { event: RolledBack }> {
    this.open(state);
    const scope = new CancellationScope();
    const ended = scope.run(work).then((value) => ({ value }));
    ended.catch(() => undefined);
    for (;;) {
      const first = await Promise.race([ended, this.asked]);
      if (first && !this.pending) return first;
      const event = await this.carryOut(state);
      if (event) {
        scope.cancel();
        await ended.catch((error: unknown) => {
          if (!isCancellation(error)) throw error;
        });
      }
      this.pending = undefined;
      this.asked = this.nextRequest();
      if (event) return { event };
    }
  }

  /** From now on the directory is being written. Waits for a rollback that is being made; cancelled where it was. */
  async close(): Promise<void> {
    if (this.pending) await condition(() => this.pending === undefined);
    this.refusal = PUBLISHING;
  }

  private open(state: HealState): void {
    this.state = state;
    this.refusal = undefined;
    this.progress.status.steps = stepsOfState(state);
  }

  private nextRequest(): Promise<undefined> {
    return new Promise((resolve) => {
      this.wake = () => resolve(undefined);
    });
  }

  private validate(given: unknown): void {
    const read = readMessage(RunRollbackRequest, given, 'The rollback');
    const reason = read.refusal ?? this.refuse(read.value);
    if (reason) throw ApplicationFailure.nonRetryable(reason, 'RollbackRefused');
  }

  private refuse(request: RunRollbackRequest): string | undefined {
    if (this.refusal !== undefined) return this.refusal;
    if (this.pending)
      return 'Another rollback of the run is being made: look with kintsugi steps and try again.';
    return this.state && refuseRunRollback(request, stepsOfState(this.state), this.state.tree);
  }

  private accept(request: RunRollbackRequest): RunRollback {
    const { kind, number, by } = request;
    const id = (this.progress.status.rollbacks?.length ?? 0) + 1;
    const rollback: RunRollback = { id, kind, number, by, status: 'pending', conflicts: [] };
    this.note(rollback);
    this.pending = { request, rollback };
    this.wake();
    return rollback;
  }

  /** Resolves to the event, or to nothing where later steps changed the same. */
  private async carryOut(state: HealState): Promise<RolledBack | undefined> {
    if (!this.pending) return undefined;
    const { request, rollback } = this.pending;
    const reason = rollbackReason(rollback);
    if (request.kind === 'to') {
      this.note({ ...rollback, status: 'done', tree: request.tree });
      return { type: 'rolled-back', tree: request.tree, reason };
    }
    const before = treeBefore(stepsOfState(state), request.number);
    const trees = { base: request.tree, ours: state.tree, theirs: before, partial: request.partial };
    const merged = await this.merge(rollback.id, trees);
    if (merged.status === 'merged' && merged.tree !== state.tree) {
      const { tree, left: conflicts = [] } = merged;
      this.note({ ...rollback, status: 'done', tree, conflicts });
      return { type: 'rolled-back', tree, reason, undone: request.tree };
    }
    const conflicts = merged.status === 'conflict' ? listedConflicts(merged.conflicts) : [NOTHING_LEFT];
    this.note({ ...rollback, status: 'conflict', conflicts });
    this.progress.refuse(`Not ${reason}: ${conflicts.map(({ path }) => path).join(', ')} changed since.`);
    return undefined;
  }

  private note(rollback: RunRollback): void {
    const others = (this.progress.status.rollbacks ?? []).filter(({ id }) => id !== rollback.id);
    this.progress.status.rollbacks = [...others, rollback];
  }
}

const NOTHING_LEFT = { path: '.', reason: 'nothing of this step is in the present files' };

function treeBefore(steps: readonly RunStep[], number: number): TreeHash {
  const before = steps[number - 1];
  if (!before) throw new Error('the validator lets only steps pass that have a state before them');
  return before.snapshot.tree;
}
