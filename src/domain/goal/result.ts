import type { HostDirectory, PathConflict, TreeDiff } from '../files/workspace';
import type { BlobHash, TreeHash } from '../ids';
import type { BudgetReport } from '../run/budget-report';
import type { Checkpoint, SnapshotRef } from '../run/checkpoints';
import type { RunTotals } from '../run/machine';
import { addUsage, type Usage } from '../run/budget';
import { countSteps, type StepCounts } from './evaluate';
import type { GoalReportRefs, GoalState, GoalStatus, ResolvedReference } from './state';
import type { StepResult } from './step';
import { sentence, wordsOf } from './words';
import type { FoldersLeft } from './words';

/** Steps that a result lists: the newest. */
const LISTED_STEPS = 50;

export interface GoalResult {
  version: 1;
  taskId: string;
  /** The first root. */
  directory: HostDirectory;
  /** Real paths of all. */
  roots: readonly string[];
  request?: string;
  status: GoalStatus;
  /** One sentence. */
  message: string;
  steps: StepCounts;
  /** Tries of steps, the newest 50; the report has them all. */
  results: readonly StepResult[];
  references: readonly ResolvedReference[];
  goalCheck?: { readonly holds: boolean; readonly reason: string };
  /** True if the folders changed, and hold `onDisk`. */
  published: boolean;
  /** Snapshot of the folders when the run ended. */
  onDisk?: SnapshotRef;
  /** The run's own last tree. */
  tree?: TreeHash;
  diff?: TreeDiff;
  conflicts: readonly PathConflict[];
  checkpoints: readonly Checkpoint[];
  report?: GoalReportRefs;
  usage: Usage;
  budget?: BudgetReport;
  events?: BlobHash;
  timings: { workMs: number; waitingMs: number };
}

export function resultOf(state: GoalState, totals: RunTotals): GoalResult {
  const {
    id,
    directory,
    roots,
    request,
    ending,
    results,
    references,
    goalCheck,
    published,
    onDisk,
    tree,
    diff,
    report,
  } = state;
  const steps = countSteps(state.statuses);
  return {
    version: 1,
    taskId: id,
    directory,
    roots,
    request,
    status: ending?.status ?? 'failed',
    message: messageOf(state, steps),
    steps,
    results: results.slice(-LISTED_STEPS),
    ...{ references, goalCheck, published, onDisk, tree, diff },
    conflicts: ending?.conflicts ?? [],
    checkpoints: totals.checkpoints,
    report,
    usage: addUsage(state.usage, totals.givenUp),
    budget: totals.budget,
    events: totals.events,
    timings: { workMs: totals.workMs, waitingMs: totals.waitingMs },
  };
}

/** The end of a run in one sentence: `8 of 10 steps are done, and your folders are changed.` */
export function messageOf(state: GoalState, steps: StepCounts = countSteps(state.statuses)): string {
  const { ending, unchecked, language } = state;
  const { results } = wordsOf(language);
  const why = ending?.why;
  if (ending?.status === 'failed') return sentence(why ?? results.notBegun, language);
  const total = steps.done + steps.failed + steps.open;
  return [
    results.steps(steps.done, total, foldersOf(state)),
    why ?? '',
    unchecked === undefined ? '' : results.unchecked(unchecked),
  ]
    .filter(Boolean)
    .map((text) => sentence(text, language))
    .join(' ');
}

function foldersOf({ ending, published, diff }: GoalState): FoldersLeft {
  if (published) return 'changed';
  if (ending?.status === 'rolled-back') return 'restored';
  if (ending?.status === 'planned') return 'dry-run';
  return diff?.fileCount === 0 ? 'nothing' : 'unchanged';
}
