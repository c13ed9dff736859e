import { setCurrentDetails, upsertSearchAttributes, workflowInfo } from '@temporalio/workflow';
import { currentDetails } from '../../domain/run/current-details';
import { outcomeText } from '../../domain/run/outcomes';
import type { RunStatus } from '../../domain/run/status';
import { searchAttributes } from '../../messages';

type Shown = Pick<RunStatus, 'phase' | 'attempt' | 'mode'> & { asks: boolean };

/** Display of a run under way, besides its queries: search attributes and current details. */
export class Progress {
  private shown: Partial<Shown> = {};

  /** `indexed`: false where the namespace lacks the attributes, of which an unknown one would fail the workflow task. */
  constructor(private readonly indexed: boolean) {}

  /** Shows a run. */
  show(status: RunStatus): void {
    this.index(status);
    setCurrentDetails(currentDetails(workflowInfo().workflowId, status));
  }

  /** The outcome in words, for the list view. */
  end(outcome: string): void {
    const value = outcomeText(workflowInfo().workflowType, outcome);
    if (this.indexed) upsertSearchAttributes([{ key: searchAttributes.outcome, value }]);
  }

  private index({ phase, turns, attempt = turns, mode, pending }: RunStatus): void {
    const next = { phase, attempt, mode, asks: pending !== undefined };
    const { shown } = this;
    this.shown = next;
    if (!this.indexed) return;
    const changes = [
      ...(shown.phase === phase ? [] : [{ key: searchAttributes.phase, value: phase }]),
      ...(shown.attempt === attempt ? [] : [{ key: searchAttributes.attempt, value: attempt ?? null }]),
      ...(shown.mode === mode ? [] : [{ key: searchAttributes.mode, value: mode ?? null }]),
      ...((shown.asks ?? false) === next.asks
        ? []
        : [{ key: searchAttributes.awaitingApproval, value: next.asks }]),
    ];
    if (changes.length > 0) upsertSearchAttributes(changes);
  }
}
