import { ApplicationFailure, condition, setHandler } from '@temporalio/workflow';
import {
  ApprovalDecision,
  needsApproval,
  refuseDecision,
  type ApprovalKind,
  type ApprovalRequest,
} from '../domain/run/approval';
import type { HealingLog } from '../domain/heal/healing-log';
import type { ApprovalPolicy } from '../domain/heal/input';
import { readMessage } from '../domain/message';
import { answerApprovalSignal, answerApprovalUpdate } from '../messages';
import type { Progress } from './progress';
import { nowIso, nowMs } from './workflow-time';

/** What came of a question. */
export type ApprovalAnswer =
  | { status: 'granted'; by?: string; edits: NonNullable<ApprovalDecision['edits']> }
  | { status: 'rejected'; reason: string; by?: string }
  | { status: 'expired' };

const GRANTED: ApprovalAnswer = { status: 'granted', edits: [] };

/** Asks people and waits for them. Its handlers only validate, note and return a receipt. */
export class ApprovalGate {
  private pending: ApprovalRequest | undefined;
  private decision: ApprovalDecision | undefined;
  private readonly grantedKinds: ApprovalKind[] = [];
  /** Time spent waiting for people, ms: not part of a run's work. */
  waitedMs = 0;

  constructor(
    private readonly policy: ApprovalPolicy,
    private readonly progress: Progress,
    private readonly log: HealingLog,
  ) {
    setHandler(answerApprovalUpdate, (answer) => this.accept(ApprovalDecision.parse(answer)), {
      validator: (answer) => this.validate(answer),
    });
    setHandler(answerApprovalSignal, (answer) => this.receiveSignal(answer));
  }

  get isWaiting(): boolean {
    return this.pending !== undefined;
  }

  /**
   * Resolves at once where the level does not ask for this kind; else when answered or expired. `always` asks
   * whatever the level and what was granted, and takes no answer for a no.
   */
  async ask(
    question: Pick<ApprovalRequest, 'kind' | 'hash' | 'summary' | 'files' | 'diffExcerpt' | 'warnings'>,
    always = false,
  ): Promise<ApprovalAnswer> {
    if (!always && !needsApproval(this.policy.level, question.kind, this.grantedKinds)) return GRANTED;
    const startedMs = nowMs();
    this.decision = undefined;
    this.pending = { ...question, requestedAt: nowIso(), deadline: nowIso(this.policy.deadlineMs) };
    this.progress.enter('awaiting-approval', question.summary);
    this.progress.ask(this.pending);
    this.progress.write([this.log.approvalAsked(question.hash.slice(0, 12))]);
    try {
      const decision = await this.wait(startedMs + this.policy.deadlineMs);
      return this.settle(question.kind, decision, always);
    } finally {
      // Also when the run is cancelled while it asks.
      this.pending = undefined;
      this.progress.ask(undefined);
      this.waitedMs += nowMs() - startedMs;
    }
  }

  private async wait(deadlineMs: number): Promise<ApprovalDecision | undefined> {
    for (let left = deadlineMs - nowMs(); left > 0; left = deadlineMs - nowMs()) {
      await condition(() => this.decision !== undefined, Math.min(left, this.policy.remindEveryMs));
      if (this.decision) return this.decision;
      if (this.pending && nowMs() < deadlineMs)
        this.progress.write([this.log.approvalReminder(this.pending.hash.slice(0, 12))]);
    }
    return undefined;
  }

  private settle(
    kind: ApprovalKind,
    decision: ApprovalDecision | undefined,
    always: boolean,
  ): ApprovalAnswer {
    if (!decision) return this.policy.onExpiry === 'approve' && !always ? GRANTED : { status: 'expired' };
    const { by } = decision;
    if (decision.decision === 'reject')
      return { status: 'rejected', reason: decision.reason ?? 'no reason given', by };
    const edits = decision.edits ?? [];
    // A change that is edited while it is approved is not known yet, so it grants nothing beyond itself.
    if (decision.scope === 'kind' && edits.length === 0) this.grantedKinds.push(kind);
    return { status: 'granted', by, edits };
  }

  private validate(answer: unknown): void {
    const read = readMessage(ApprovalDecision, answer, 'The answer');
    const reason = read.refusal ?? refuseDecision(this.pending, read.value) ?? this.alreadyAnswered();
    if (reason) throw ApplicationFailure.nonRetryable(reason, 'ApprovalRefused');
  }

  private alreadyAnswered(): string | undefined {
    return this.decision ? 'The question has been answered already.' : undefined;
  }

  private accept(decision: ApprovalDecision): { hash: string; decision: ApprovalDecision['decision'] } {
    this.decision = decision;
    return { hash: this.pending?.hash ?? decision.hash, decision: decision.decision };
  }

  private receiveSignal(answer: unknown): void {
    const read = readMessage(ApprovalDecision, answer, 'The signal');
    if (read.refusal !== undefined) {
      this.progress.refuse(
        `A signal was not understood: it takes {"hash": "…", "decision": "approve" | "reject"}. ${read.refusal}`,
      );
      return;
    }
    const reason = refuseDecision(this.pending, read.value) ?? this.alreadyAnswered();
    if (reason) this.progress.refuse(reason);
    else this.accept(read.value);
  }
}
