import type { HostDirectory, PathConflict, TreeDiff } from '../files/workspace';
import type { BlobHash } from '../ids';
import type { BudgetReport } from '../run/budget-report';
import type { Checkpoint, SnapshotRef } from '../run/checkpoints';
import type { RunTotals } from '../run/machine';
import { addUsage, type Usage } from '../run/usage';
import { plural } from '../text';
import { countSteps, type StepCounts } from './evaluate';
import type { GoalReportRefs, GoalState, GoalStatus, ResolvedReference } from './state';
import type { StepResult } from './step';

/** Steps that a result lists: the newest. */
const LISTED_STEPS = 50;

/** Result of a run of a goal. */
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
  /** What the folders held when the run ended. */
  onDisk?: SnapshotRef;
  /** The run's own last tree. */
  tree?: string;
  diff?: TreeDiff;
  conflicts: readonly PathConflict[];
  checkpoints: readonly Checkpoint[];
  report?: GoalReportRefs;
  usage: Usage;
  budget?: BudgetReport;
  events?: BlobHash;
  timings: { workMs: number; waitingMs: number };
}

/** Result of a run that has ended. */
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
  const { ending, published, diff, unchecked } = state;
  const total = steps.done + steps.failed + steps.open;
  const why = ending?.why;
  if (ending?.status === 'failed') return sentence(why ?? 'the run could not begin');
  const done = `${steps.done} of ${plural(total, 'step')} ${steps.done === 1 ? 'is' : 'are'} done`;
  return [
    sentence(`${done}${folders(ending?.status, published, diff)}`),
    why === undefined ? '' : sentence(why),
    unchecked === undefined ? '' : sentence(`nobody has checked that the goal is reached: ${unchecked}`),
  ]
    .filter(Boolean)
    .join(' ');
}

function folders(status: GoalStatus | undefined, published: boolean, diff: TreeDiff | undefined): string {
  if (published) return ', and your folders are changed';
  if (status === 'rolled-back') return ', and your folders are as they were before the run';
  if (status === 'planned') return ', as a dry run: your folders are unchanged';
  if (diff !== undefined && diff.fileCount === 0) return ', and there was nothing to change';
  return '; your folders are unchanged';
}

function sentence(text: string): string {
  const whole = text.slice(0, 1).toUpperCase() + text.slice(1);
  return /[.!?。]$/.test(whole) ? whole : `${whole}.`;
}
