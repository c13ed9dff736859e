import { learnedText } from '../../domain/goal/learning';
import type { BlobHash } from '../../domain/ids';
import type { PlanReason, Thinking } from '../../domain/goal/state';
import type { BlobStore } from '../../store';
import { clip } from '../material';
import { renderPrompt } from '../prompts';
import type { Question } from '../../model';
import { failuresText, referencesText, stepsText, toolsText } from './shown';
import { readArgs, readOutcome, readPlan } from './stored';
import { readGoalTask } from './task';
import { missingTools, type Abilities } from './abilities';

/** Stores that questions are made from. */
export interface GoalQuestionDeps extends Abilities {
  blobs: Pick<BlobStore, 'load' | 'put'>;
  redact(text: string): string;
}

/** Thinking call for a plan. */
export interface PlanThought extends Thinking {
  readonly reason: PlanReason;
  /** Steps that stay before the new ones. */
  readonly keep: number;
}

/** Thinking call for a step that failed. */
export interface StepThought extends Thinking {
  readonly index: number;
  /** Arguments in place of the plan's. */
  readonly args?: BlobHash;
}

/** Thinking call for the goal as a whole. */
export interface GoalThought extends Thinking {
  /** The change as people see it. */
  readonly change: string;
  /** Outcomes of steps that are worth a look. */
  readonly results: readonly { readonly step: number; readonly outcome: BlobHash }[];
}

const LEARNED_LINES = 40;

/** Asks for a plan. */
export async function planQuestion(deps: GoalQuestionDeps, thought: PlanThought): Promise<Question> {
  const [task, steps] = await Promise.all([readGoalTask(deps.blobs, thought.task), stepsOf(deps, thought)]);
  return {
    purpose: 'plan',
    messages: (budget) =>
      Promise.resolve(
        renderPrompt('goal.plan.v1', {
          tools: toolsText(missingTools(deps)),
          now: task.now,
          roots: task.roots.join('\n'),
          folders: deps.redact(clip(task.folders, budget / 4)),
          learned: deps.redact(clip(learnedText(task.learned, LEARNED_LINES) || '(nothing)', budget / 8)),
          conversation: deps.redact(clip(task.conversationText || '(nothing)', budget / 8)),
          references: deps.redact(referencesText(thought.references)),
          steps: deps.redact(clip(stepsText(steps.slice(0, thought.keep), thought.statuses), budget / 4)),
          failures: deps.redact(clip(failuresText(thought.failures), budget / 8)),
          problem: deps.redact(clip(problemText(thought.reason), budget / 8)),
          request: deps.redact(clip(task.request ?? '', budget / 4)),
        }),
      ),
  };
}

function problemText(reason: PlanReason): string {
  switch (reason.of) {
    case 'first':
      return 'There is none yet.';
    case 'malformed':
      return `Your last reply could not be used: ${reason.problem}`;
    case 'replan':
      return reason.problem;
    case 'edited':
      return '';
  }
}

/** Asks how a run goes on after a step that failed. */
export async function stepQuestion(deps: GoalQuestionDeps, thought: StepThought): Promise<Question> {
  const [task, steps] = await Promise.all([readGoalTask(deps.blobs, thought.task), stepsOf(deps, thought)]);
  const step = steps[thought.index];
  const args = thought.args === undefined ? step?.args : await readArgs(deps.blobs, thought.args);
  const shown = `${thought.index + 1}. ${step?.tool ?? ''} ${JSON.stringify(args)} ${step?.description ?? ''}`;
  return {
    purpose: 'plan',
    messages: (budget) =>
      Promise.resolve(
        renderPrompt('goal.rethink.v1', {
          tools: toolsText(missingTools(deps)),
          now: task.now,
          roots: task.roots.join('\n'),
          learned: deps.redact(clip(learnedText(task.learned, LEARNED_LINES) || '(nothing)', budget / 8)),
          references: deps.redact(referencesText(thought.references)),
          steps: deps.redact(clip(stepsText(steps, thought.statuses), budget / 4)),
          failures: deps.redact(clip(failuresText(thought.failures), budget / 8)),
          step: deps.redact(clip(shown, budget / 8)),
          request: deps.redact(clip(task.request ?? '', budget / 4)),
        }),
      ),
  };
}

const OUTCOME_CHARS = 1_500;

/** Asks whether the goal is reached. */
export async function goalQuestion(deps: GoalQuestionDeps, thought: GoalThought): Promise<Question> {
  const [task, steps] = await Promise.all([readGoalTask(deps.blobs, thought.task), stepsOf(deps, thought)]);
  const results = await Promise.all(
    thought.results.map(async ({ step, outcome }) => {
      const { text, items } = await readOutcome(deps.blobs, outcome);
      const failed = items.filter(({ ok }) => !ok).map(({ path, reason }) => `${path}: ${reason ?? ''}`);
      return `Step ${step}: ${clip([text, ...failed].join('\n'), OUTCOME_CHARS)}`;
    }),
  );
  return {
    purpose: 'plan',
    messages: (budget) =>
      Promise.resolve(
        renderPrompt('goal.check.v1', {
          steps: deps.redact(clip(stepsText(steps, thought.statuses), budget / 4)),
          results: deps.redact(clip(results.join('\n\n') || '(none)', budget / 4)),
          change: deps.redact(clip(thought.change, budget / 4)),
          request: deps.redact(clip(task.request ?? '', budget / 4)),
        }),
      ),
  };
}

async function stepsOf({ blobs }: GoalQuestionDeps, { plan }: Thinking) {
  return plan === undefined ? [] : (await readPlan(blobs, plan)).steps;
}
