import { z } from 'zod';
import { TreeDiff } from '../files/workspace';
import { TreeHash } from '../ids';
import { BudgetReport, reportBudget, topUpQuestion, type BudgetReport as Report } from './budget-report';
import { HOST_WORDS } from './host-words';
import type { Language } from './input';
import { missingFor, Usage } from './budget';
import { Checkpoint } from './checkpoints';
import { ApprovalLevel } from './input';
import type { LimitWait } from './model-waits';
import type { RunView } from './machine';
import { Grant, Question, type OpenQuestion } from './questions';
import { RunRollback } from './run-rollback';
import type { RunState } from './state';
import { isoOf, preciseMoment } from './times';

/** Answer of the `status` query of every run. */
export const RunStatus = z.object({
  /** Name of the workflow. */
  kind: z.string(),
  phase: z.string(),
  detail: z.string(),
  attempt: z.number().int().optional(),
  maxAttempts: z.number().int().optional(),
  /** Mode of a run that has modes, and the level that it asks at. */
  mode: z.string().optional(),
  approvalLevel: ApprovalLevel.optional(),
  /** Turns of a conversation, the one under way included. */
  turns: z.number().int().optional(),
  /** Messages that wait until what is under way is done. */
  waiting: z.number().int().optional(),
  /** Question that the run waits for people to answer. */
  pending: Question.optional(),
  /** How the run's budget stands, and what it waits for where it does not allow what is next. */
  budget: BudgetReport.optional(),
  /** The last answer that did not fit the question, with the reason. */
  refusedAnswer: z.string().optional(),
  /** Kinds of action that need no more approval. */
  grants: z.array(Grant),
  baseTree: TreeHash.optional(),
  tree: TreeHash.optional(),
  diff: TreeDiff.optional(),
  /** Tokens and cost so far; absent where the kind asks no models. */
  usage: Usage.optional(),
  /** The states of the files so far. */
  checkpoints: z.array(Checkpoint),
  /** How it ended. */
  outcome: z.string().optional(),
  findings: z
    .object({
      message: z.string(),
      cause: z.string(),
      tests: z.string(),
      approver: z.string(),
      undoable: z.boolean(),
    })
    .partial()
    .optional(),
  rollbacks: z.array(RunRollback),
  /** The newest 100 lines. */
  log: z.array(z.string()),
  /** How many lines there are in all. */
  logCount: z.number().int(),
});
export type RunStatus = z.infer<typeof RunStatus>;

const LOG_LINES = 100;

/** Phase and detail of a run that waits, or the outcome of one that was cancelled: the host knows them, its machine does not. */
export type Waiting = Pick<RunView, 'phase' | 'detail' | 'outcome'>;

/** Cause of a wait for the run's model; undefined where it does not wait. */
export function waitingForModel(
  { limits, lacking }: RunState['model'],
  language: Language,
): Waiting | undefined {
  const words = HOST_WORDS[language].waits;
  if (lacking > 0) return { phase: 'waiting-for-model', detail: words.model };
  const last = limits.reduce<LimitWait | undefined>(
    (latest, one) => (latest && latest.untilMs >= one.untilMs ? latest : one),
    undefined,
  );
  return (
    last && {
      phase: 'waiting-for-limit',
      detail: words.limit(preciseMoment(isoOf(last.untilMs)), last.why),
    }
  );
}

/** How a run stands. */
export function statusOf(kind: string, run: RunState, view: RunView, waiting?: Waiting): RunStatus {
  const { question, refusedAnswer, grants, approver, checkpoints, rollbacks, events, inbox } = run;
  const { findings, outcome } = { ...view, ...waiting };
  // A session can be rolled back while it goes on only, and the host ends one that is cancelled or broken off.
  const isOver = kind === 'session' && outcome !== undefined;
  return {
    kind,
    ...view,
    ...waiting,
    ...(findings && { findings: { approver, ...findings, ...(isOver && { undoable: false }) } }),
    waiting: inbox.waiting.length || undefined,
    pending: question,
    budget: budgetReport(run),
    refusedAnswer,
    grants: [...grants],
    checkpoints: [...checkpoints],
    rollbacks: [...rollbacks],
    log: events.recent.slice(-LOG_LINES).map(({ text }) => text),
    logCount: events.count,
  };
}

/** The question that a run waits for people with, of whatever form. */
export function openQuestion(
  { pending, budget }: Pick<RunStatus, 'pending' | 'budget'>,
  language?: Language,
): OpenQuestion | undefined {
  return pending ?? (budget?.waiting && topUpQuestion(budget.waiting, language));
}

/** How a run's budget stands; undefined where it has none. */
export function budgetReport({ budget }: Pick<RunState, 'budget'>): Report | undefined {
  const { ledger, toppedUp, skipped, waits } = budget;
  if (!ledger) return undefined;
  const [first] = waits;
  const waiting = first && {
    ...{
      what: first.what,
      takes: first.estimate,
      hash: first.hash,
      delegate: first.delegate,
      told: first.told,
    },
    missing: missingFor(ledger, first.key, first.estimate) ?? { tokens: 0, microUsd: 0 },
    since: first.since,
    deadline: first.deadline,
  };
  return reportBudget(ledger, { toppedUp, skipped: [...skipped], waiting });
}
