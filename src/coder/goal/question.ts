import { z } from 'zod';
import { learnedText } from '../../domain/goal/learning';
import type { BlobHash } from '../../domain/ids';
import type { PlanReason, Thinking, ResolvedReference } from '../../domain/goal/state';
import type { BlobStore } from '../../store';
import { clip } from '../material';
import { renderPrompt } from '../prompts';
import type { Question } from '../../model';
import { readArgs, readOutcome, readPlan, readGoalTask, missingTools, type Abilities } from './task';
import { TOOL_ARGS, GoalTool } from '../../domain/goal/tool-args';
import type { PlanStep, StepStatus } from '../../domain/goal/plan';
import type { FailedTry } from '../../domain/goal/step';
import { excerpt } from '../../domain/text';

export interface GoalQuestionDeps extends Abilities {
  blobs: Pick<BlobStore, 'load' | 'put'>;
  redact(text: string): string;
}

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
  readonly results: readonly { readonly step: number; readonly outcome: BlobHash }[];
}

const LEARNED_LINES = 40;

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

/** Descriptions of the tools of a plan for a model. */
const DOES: Readonly<Record<GoalTool, string>> = {
  locate: 'finds the folder that a description means, also desktop, documents, downloads',
  list: 'lists a folder',
  find: 'finds files and folders by name (glob), words in their text, type, size, or time (when: in words)',
  read: 'reads the text of a file: also PDF, DOCX, HTML, EPUB, ODT',
  make_folder: 'makes a folder, with the folders above it',
  move: 'moves items into a folder; name: a new name, for one item',
  copy: 'copies items into a folder; name: a new name, for one item',
  rename: 'gives a file or folder another name in its folder',
  write: 'writes a text file',
  edit: 'replaces texts in a file',
  delete: 'deletes files and folders',
  run: 'runs a shell command in a private copy of a folder, without network',
  heal: 'repairs a programming project whose tests fail',
  code: 'writes a function to a specification and saves it to a file',
  agent: 'carries out a request on a programming project',
  ask: 'asks the user a question',
};

/** The tools with the schemas of their arguments, a line each. */
function toolsText(missing: Readonly<Partial<Record<GoalTool, string>>> = {}): string {
  return GoalTool.options
    .filter((tool) => missing[tool] === undefined)
    .map((tool) => `- ${tool}: ${DOES[tool]}. ${schemaText(tool)}`)
    .join('\n');
}

function schemaText(tool: GoalTool): string {
  const { properties, required } = z.toJSONSchema(TOOL_ARGS[tool], { io: 'input' }) as Record<
    string,
    unknown
  >;
  return JSON.stringify({ properties, required });
}

const ARGS_CHARS = 200;

/** All steps with their status, a line each. */
function stepsText(steps: readonly PlanStep[], statuses: readonly StepStatus[]): string {
  if (steps.length === 0) return '(none yet)';
  return steps
    .map(({ number, tool, args, description }) => {
      const status = statuses[number - 1] ?? 'todo';
      return `${number}. [${status}] ${tool} ${excerpt(JSON.stringify(args), ARGS_CHARS)} ${description}`.trim();
    })
    .join('\n');
}

/** The last failures: command, arguments, error. */
function failuresText(failures: readonly FailedTry[]): string {
  if (failures.length === 0) return '(none)';
  return failures
    .map(
      ({ step, attempt, tool, args, error }) =>
        `- step ${step}, attempt ${attempt}: ${tool} ${args}: ${error}`,
    )
    .join('\n');
}

/** Phrases of the request with the paths that they mean. */
function referencesText(references: readonly ResolvedReference[]): string {
  if (references.length === 0) return '(none)';
  return references.map(({ phrase, path }) => `- "${phrase}": ${path}`).join('\n');
}
