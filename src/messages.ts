import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';
import type { ApprovalDecision } from './domain/run/approval';
import type { TopUp } from './domain/run/budget';
import type { BudgetReport } from './domain/run/budget-report';
import type { HealStatus } from './domain/heal/result';
import type { RunRollback, RunRollbackRequest } from './domain/run/run-rollback';

/** Task queue of everything that needs only the blob store. */
export const MAIN_TASK_QUEUE = 'kintsugi';

/** Task queue of what touches directories of one machine: polled by that machine's worker only. */
export function hostTaskQueue(hostId: string): string {
  return `kintsugi-host-${hostId}`;
}

/** How a run stands; needs a live worker. */
export const statusQuery = defineQuery<HealStatus>('status');

/** Receipt of an answer: what was answered, and whether it stands. */
export interface ApprovalReceipt {
  hash: string;
  decision: ApprovalDecision['decision'];
}

/** Answers the pending approval; refused by its validator where nothing fits the hash. */
export const answerApprovalUpdate = defineUpdate<ApprovalReceipt, [ApprovalDecision]>('answerApproval');

/** The same from the Web UI, which can send signals of one JSON object. A stale one is recorded and shown. */
export const answerApprovalSignal = defineSignal<[ApprovalDecision]>('answerApprovalSignal');

/** Raises the budget of a run; refused by its validator where the run has none, or not of that kind. */
export const topUpUpdate = defineUpdate<BudgetReport, [TopUp]>('topUp');

/** The same from the Web UI. What is refused is recorded and shown. */
export const topUpSignal = defineSignal<[TopUp]>('topUpSignal');

/** Rolls back the tree that a run works on; refused by its validator where there is no such state. */
export const rollBackRunUpdate = defineUpdate<RunRollback, [RunRollbackRequest]>('rollBackRun');

/** Search attributes of every run: what the list view filters on. */
export const searchAttributes = {
  kind: defineSearchAttributeKey('KintsugiKind', SearchAttributeType.KEYWORD),
  phase: defineSearchAttributeKey('KintsugiPhase', SearchAttributeType.KEYWORD),
  attempt: defineSearchAttributeKey('KintsugiAttempt', SearchAttributeType.INT),
  awaitingApproval: defineSearchAttributeKey('KintsugiAwaitingApproval', SearchAttributeType.BOOL),
  outcome: defineSearchAttributeKey('KintsugiOutcome', SearchAttributeType.KEYWORD),
  mode: defineSearchAttributeKey('KintsugiMode', SearchAttributeType.KEYWORD),
  repo: defineSearchAttributeKey('KintsugiRepo', SearchAttributeType.KEYWORD),
} as const;
