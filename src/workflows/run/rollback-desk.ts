import { CancellationScope, isCancellation } from '@temporalio/workflow';
import type { MergeOutcome } from '../../domain/files/workspace';
import type { TreeHash } from '../../domain/ids';
import { checkpointOf } from '../../domain/run/checkpoints';
import type { KitEvent } from '../../domain/run/machine';
import { listedConflicts } from '../../domain/run/rollback';
import {
  refuseRunRollback,
  rollbackReason,
  RunRollbackRequest,
  type RunRollback,
} from '../../domain/run/run-rollback';
import { treeBefore } from '../../domain/run/state';
import { HOST_WORDS } from '../../domain/run/host-words';
import type { Language } from '../../domain/run/input';
import { runEvents } from '../../domain/run/words';
import { rollBackRunUpdate } from '../../messages';
import type { AnyRun } from './live-run';
import { receive } from './messages';

type RolledBack = Extract<KitEvent, { type: 'rolled-back' }>;

/** Functions of the host that the desk needs. */
export interface RollbackLinks {
  /** The tree that the run works on; undefined before there is one. */
  presentTree(): TreeHash | undefined;
  merge(
    id: number,
    trees: { base: TreeHash; ours: TreeHash; theirs: TreeHash; partial: boolean },
  ): Promise<MergeOutcome>;
}

const NOTHING_LEFT = { path: '.', reason: 'nothing of this change is in the present files' };

/**
 * Takes rollbacks of a run that goes on: they change the tree that it works on, never the user's directory. Its handler
 * only validates, notes and returns a receipt.
 */
export class RollbackDesk {
  private isOpen = false;
  private isClosed = false;
  private pending: { request: RunRollbackRequest; rollback: RunRollback } | undefined;
  private wake: () => void = () => undefined;
  private asked = this.nextRequest();

  constructor(
    private readonly run: AnyRun,
    private readonly language: Language,
    private readonly links: RollbackLinks,
  ) {
    receive(
      {
        update: rollBackRunUpdate,
        schema: RunRollbackRequest,
        what: 'The rollback',
        failure: 'RollbackRefused',
        refuse: (request) => this.refuse(request),
        accept: (request) => this.accept(request),
      },
      run,
    );
  }

  /** True while a rollback is being made. */
  get isBusy(): boolean {
    return this.pending !== undefined;
  }

  /**
   * Does what is next. Where a rollback comes before it is done, it is given up, and the event says what the run goes on
   * from; where the rollback can't be made, the work just goes on.
   */
  async during<T>(work: () => Promise<T>): Promise<{ value: T; event?: undefined } | { event: RolledBack }> {
    this.isOpen = true;
    const scope = new CancellationScope();
    const ended = scope.run(work).then((value) => ({ value }));
    ended.catch(() => undefined);
    for (;;) {
      const first = await Promise.race([ended, this.asked]);
      if (first && !this.pending) return first;
      const event = await this.carryOut();
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

  /** From now on the user's world is being changed. */
  close(): void {
    this.isClosed = true;
  }

  private nextRequest(): Promise<undefined> {
    return new Promise((resolve) => {
      this.wake = () => resolve(undefined);
    });
  }

  private refuse(request: RunRollbackRequest): string | undefined {
    const { checkpoints } = this.run.state;
    const present = this.links.presentTree();
    const words = HOST_WORDS[this.language].messages;
    if (this.isClosed) return words.publishing;
    if (!this.isOpen || checkpoints.length === 0 || present === undefined) return words.importing;
    if (this.pending) return words.rollingBack;
    return refuseRunRollback(request, checkpoints, present, this.language);
  }

  private accept(request: RunRollbackRequest): RunRollback {
    const { kind, number, by } = request;
    const id = this.run.state.rollbacks.length + 1;
    const rollback: RunRollback = { id, kind, number, by, status: 'pending', conflicts: [] };
    this.note(rollback);
    this.pending = { request, rollback };
    this.wake();
    return rollback;
  }

  /** Resolves to the event, or to nothing where later changes changed the same. */
  private async carryOut(): Promise<RolledBack | undefined> {
    const present = this.links.presentTree();
    if (!this.pending || present === undefined) return undefined;
    const { request, rollback } = this.pending;
    const reason = rollbackReason(rollback, this.language);
    if (request.kind === 'to') {
      this.done({ ...rollback, tree: request.tree }, reason);
      const mark = checkpointOf(this.run.state.checkpoints, request.number)?.mark;
      return { type: 'rolled-back', tree: request.tree, reason, ...(mark !== undefined && { mark }) };
    }
    const before = treeBefore(this.run.state.checkpoints, request.number);
    const trees = { base: request.tree, ours: present, theirs: before, partial: request.partial };
    const merged = await this.links.merge(rollback.id, trees);
    if (merged.status === 'merged' && merged.tree !== present) {
      const { tree, left: conflicts = [] } = merged;
      this.done({ ...rollback, tree, conflicts }, reason);
      return { type: 'rolled-back', tree, reason, undone: request.tree };
    }
    const conflicts = merged.status === 'conflict' ? listedConflicts(merged.conflicts) : [NOTHING_LEFT];
    this.note({ ...rollback, status: 'conflict', conflicts });
    const changed = conflicts.map(({ path }) => path).join(', ');
    this.run.update({ refusedAnswer: HOST_WORDS[this.language].messages.notRolledBack(reason, changed) });
    return undefined;
  }

  private done(rollback: RunRollback, reason: string): void {
    this.run.tell([runEvents(this.language).rolledBack(reason)]);
    this.note({ ...rollback, status: 'done' });
  }

  private note(rollback: RunRollback): void {
    const others = this.run.state.rollbacks.filter(({ id }) => id !== rollback.id);
    this.run.update({ rollbacks: [...others, rollback] });
  }
}
