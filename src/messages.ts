import {
  defineSearchAttributeKey,
  SearchAttributeType,
  TypedSearchAttributes,
  type SearchAttributePair,
} from '@temporalio/common';
import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';
import type { Answer, Grant, Revocation } from './domain/run/questions';
import type { EventPage } from './domain/run/events';
import type { RunStatus } from './domain/run/status';
import type { TopUp } from './domain/run/budget';
import type { BudgetReport } from './domain/run/budget-report';
import { kindText } from './domain/run/outcomes';
import type { RunRollback, RunRollbackRequest } from './domain/run/run-rollback';

/** Task queue of everything that needs only the blob store. */
export const MAIN_TASK_QUEUE = 'kintsugi';

/** Task queue of what touches directories of one machine: polled by that machine's worker only. */
export function hostTaskQueue(hostId: string): string {
  return `kintsugi-host-${hostId}`;
}

/** How a run stands; needs a live worker. */
export const statusQuery = defineQuery<RunStatus>('status');

/** Events of a run after a sequence number (0: all that it has at hand). */
export const eventsQuery = defineQuery<EventPage, [number]>('events');

/** Receipt of an answer: what was answered, and how. */
export interface AnswerReceipt {
  hash: string;
  decision?: Answer['decision'];
}

/** Answers the pending question; refused by its validator where nothing fits the hash. */
export const answerUpdate = defineUpdate<AnswerReceipt, [Answer]>('answer');

/** The same from the Web UI, which can send signals of one JSON object. A stale one is recorded and shown. */
export const answerSignal = defineSignal<[Answer]>('answerSignal');

/** Takes grants of a kind back; resolves to those that are left. */
export const revokeUpdate = defineUpdate<Grant[], [Revocation]>('revoke');

/** Raises the budget of a run; refused by its validator where the run has none, or not of that kind. */
export const topUpUpdate = defineUpdate<BudgetReport, [TopUp]>('topUp');

/** The same from the Web UI. What is refused is recorded and shown. */
export const topUpSignal = defineSignal<[TopUp]>('topUpSignal');

/** Rolls back the tree that a run works on; refused by its validator where there is no such checkpoint. */
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
  /** Of a run that has ended and asked models that have a price; its parts are counted in. */
  costUsd: defineSearchAttributeKey('KintsugiCostUsd', SearchAttributeType.DOUBLE),
} as const;

/** Search attributes that a run begins with, whoever starts it. `kind`: name of its workflow; `directory`: real path of its folder. */
export function startAttributes({
  kind,
  input,
  mode,
  directory,
}: {
  kind: string;
  input: object;
  mode?: string;
  directory?: string;
}): TypedSearchAttributes {
  const { kind: kindKey, mode: modeKey, repo: repoKey } = searchAttributes;
  const repo = directory?.split('/').at(-1) ?? '';
  const attributes: SearchAttributePair[] = [{ key: kindKey, value: kindText(kind, input) }];
  if (mode !== undefined) attributes.push({ key: modeKey, value: mode });
  if (repo !== '') attributes.push({ key: repoKey, value: repo });
  return new TypedSearchAttributes(attributes);
}
