import { lineOf } from './make-plan';
import { z } from 'zod';
import type { PlanStep } from '../../domain/goal/plan';
import { ownFailures } from '../../domain/goal/own-failures';
import {
  foundBy,
  type ShownLines,
  reportMarkdown,
  type GoalReport,
  type ReportedStep,
} from '../../domain/goal/report';
import type { Tried } from '../../domain/goal/learning';
import type { ConversationTurn, Mention } from '../../domain/goal/conversation';
import type { GoalReportRefs, GoalSummary } from '../../domain/goal/state';
import { StepResult } from '../../domain/goal/step';
import type { ToolOutcome } from '../../domain/goal/outcome';
import { BlobHash, type EffectKey } from '../../domain/ids';
import type { Language } from '../../domain/run/input';
import type { BlobStore } from '../../store';
import { keep, readArgs, readOutcome, readPlan, readGoalTask, type GoalTask } from './task';
import { absolute, isUnpublished, mentionsOf } from './mentions';

export interface EndGoalInput {
  key: EffectKey;
  task: BlobHash;
  summary: GoalSummary;
  /** ISO 8601, workflow time. */
  now: string;
}

/** Parts of a worker that a goal ends with. */
export interface EndDeps {
  blobs: Pick<BlobStore, 'load' | 'put'>;
  redact(text: string): string;
  learn(roots: readonly string[], tries: readonly Tried[]): Promise<void>;
  addTurn(conversation: string, turn: ConversationTurn): Promise<void>;
}

const TEXT_CHARS = 2_000;

/** Writes the report of a run, keeps what it learned, and adds it to its conversation. */
export async function endGoal(deps: EndDeps, input: EndGoalInput): Promise<GoalReportRefs> {
  const { summary, now } = input;
  const [task, steps, results] = await Promise.all([
    readGoalTask(deps.blobs, input.task),
    summary.plan === undefined ? [] : readPlan(deps.blobs, summary.plan).then((plan) => plan.steps),
    allResults(deps.blobs, summary),
  ]);
  const run = input.key.run;
  await bestEffort(
    deps.learn(task.roots, await triesOf(deps, { roots: task.roots, run, now }, steps, results)),
  );
  const last = lastResults(results);
  const told = await Promise.all(
    steps.map((step) => reported(deps, step, summary, last.get(step.number), results, task.language)),
  );
  await bestEffort(addTurn(deps, task, steps, last, { run, now, published: summary.published }));
  return keepReport(deps, reportOf(task, summary, told), task.language);
}

/** Memory helps later runs: where it can't be kept, this one has its report all the same. */
function bestEffort(work: Promise<void>): Promise<void> {
  return work.catch(() => undefined);
}

function reportOf(task: GoalTask, summary: GoalSummary, steps: ReportedStep[]): GoalReport {
  const counted = steps.filter(({ status }) => status !== 'replaced');
  const done = counted.filter(({ status }) => status === 'done').length;
  const { id, status, message, references, goalCheck, conflicts, change, published } = summary;
  return {
    ...{ version: 1, taskId: id, request: task.request, status, message },
    successRate: counted.length === 0 ? 0 : done / counted.length,
    ...{ steps, references, goalCheck, conflicts, change, published },
  };
}

async function keepReport(
  { blobs, redact }: EndDeps,
  report: GoalReport,
  language: Language,
): Promise<GoalReportRefs> {
  const markdown = redact(reportMarkdown(report, language));
  return { json: await keep(blobs, report), markdown: await blobs.put(Buffer.from(markdown)) };
}

/** Results by step: the last try of each. */
function lastResults(results: readonly StepResult[]): Map<number, StepResult> {
  return new Map(results.map((result) => [result.number, result]));
}

async function reported(
  deps: EndDeps,
  step: PlanStep,
  { statuses }: GoalSummary,
  last: StepResult | undefined,
  results: readonly StepResult[],
  language: Language,
): Promise<ReportedStep> {
  const { number, tool } = step;
  const mine = results.filter((result) => result.number === number);
  const outcome = await outcomeOf(deps, last);
  const status = statuses[number - 1] ?? 'todo';
  return {
    ...{ number, tool, description: lineOf(step, language), status, attempts: mine.length },
    ...{ done: last?.done ?? 0, total: last?.total ?? 0 },
    durationMs: mine.reduce((sum, { durationMs }) => sum + durationMs, 0),
    reason: status === 'done' ? undefined : last?.errorReason,
    text: deps.redact(outcome?.text ?? '').slice(0, TEXT_CHARS),
    ...(status === 'done' && foundOf(deps, foundBy(tool, outcome))),
    failed: failedItems(outcome, last?.errorReason),
  };
}

function foundOf({ redact }: EndDeps, found: ShownLines | undefined): Pick<ReportedStep, 'found'> {
  return found ? { found: { ...found, lines: found.lines.map(redact) } } : {};
}

/** Items that failed; the reason of the step is not told again as that of its only item. */
function failedItems(outcome: ToolOutcome | undefined, reason = ''): ToolOutcome['items'] {
  const items = outcome?.items ?? [];
  const [only] = items;
  if (items.length === 1 && reason.includes(only?.reason ?? reason)) return [];
  return items.filter(({ ok }) => !ok);
}

function outcomeOf({ blobs }: EndDeps, result: StepResult | undefined): Promise<ToolOutcome | undefined> {
  return result?.outcome === undefined ? Promise.resolve(undefined) : readOutcome(blobs, result.outcome);
}

/** Tries of the steps that were called. A question to the user, and what the run caused itself, teach nothing. */
async function triesOf(
  { blobs }: EndDeps,
  { roots, run, now: at }: { roots: readonly string[]; run: string; now: string },
  steps: readonly PlanStep[],
  results: readonly StepResult[],
): Promise<Tried[]> {
  const called = results.flatMap((result) =>
    result.tool !== 'ask' && result.outcome !== undefined ? [{ ...result, outcome: result.outcome }] : [],
  );
  const calls = await Promise.all(
    called.map(async ({ number, attempt, tool, status, errorReason: reason, args: other, outcome }) => {
      const args = other === undefined ? (steps[number - 1]?.args ?? {}) : await readArgs(blobs, other);
      return {
        number,
        attempt,
        tool,
        args,
        ok: status === 'done',
        reason,
        outcome: await readOutcome(blobs, outcome),
      };
    }),
  );
  const own = ownFailures(roots, calls);
  return calls
    .filter((call) => !own.has(call))
    .map(({ number: step, attempt, tool, args, ok, reason }) => {
      return { run, step, attempt, tool, args, ok, ...(reason && { reason }), at };
    });
}

async function addTurn(
  deps: EndDeps,
  { conversation, request = '', roots }: GoalTask,
  steps: readonly PlanStep[],
  last: ReadonlyMap<number, StepResult>,
  { run, now, published }: { run: string; now: string; published: boolean },
): Promise<void> {
  if (conversation === undefined) return;
  const mentions: Mention[] = [];
  for (const step of steps) {
    const result = last.get(step.number);
    if (result?.status !== 'done' || isUnpublished(step, published)) continue;
    mentions.push(...absolute(roots, mentionsOf(step, await outcomeOf(deps, result), now)));
  }
  await deps.addTurn(conversation, { run, request, at: now, mentions });
}

const Chunk = z.object({
  version: z.literal(1),
  previous: BlobHash.optional(),
  results: z.array(StepResult),
});

/** All tries of the steps of a run, oldest first. */
async function allResults(
  blobs: Pick<BlobStore, 'load'>,
  { results, pastResults }: { results: readonly StepResult[]; pastResults?: BlobHash },
): Promise<StepResult[]> {
  const chunks: (readonly StepResult[])[] = [results];
  for (let next = pastResults; next !== undefined;) {
    const chunk = Chunk.parse(JSON.parse(String(await blobs.load(next))));
    chunks.push(chunk.results);
    next = chunk.previous;
  }
  return chunks.reverse().flat();
}
