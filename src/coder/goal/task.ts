import { z } from 'zod';
import { ConversationId } from '../../domain/goal/input';
import { LearnedRow } from '../../domain/goal/learning';
import { GivenPlan, type PlanFacts, Plan, type PlanStep } from '../../domain/goal/plan';
import { Language } from '../../domain/run/input';
import type { BlobHash } from '../../domain/ids';
import { Lru } from '../../machine/lru';
import type { BlobStore, BlobSink } from '../../store';
import type { GoalTool } from '../../domain/goal/tool-args';
import { ToolOutcome } from '../../domain/goal/outcome';

/** Abilities of the worker that tools of a plan need. */
export interface Abilities {
  hasModel: boolean;
  runsCommands: boolean;
}

/** Reader of times in words: the range, ISO 8601, that they mean at a moment. */
export type TimeRange = (
  words: string,
  at: { now: string; language: Language },
) => { from: string; to: string } | undefined;

const NO_MODEL = 'needs a model: set KINTSUGI_MODEL and start the worker again.';

/** A folder that every user has. */
export const KnownFolder = z.object({
  /** As people see paths. */
  path: z.string(),
  of: z.enum(['desktop', 'documents', 'downloads', 'pictures', 'music', 'videos']),
});
export type KnownFolder = z.infer<typeof KnownFolder>;

/** Task of a goal, kept once: every activity of the run gets its hash. */
export const GoalTask = z.object({
  version: z.literal(1),
  request: z.string().optional(),
  plan: GivenPlan.optional(),
  /** Real paths. */
  roots: z.array(z.string()),
  language: Language,
  /** When the run began, ISO 8601 of the workflow. */
  now: z.string(),
  conversation: ConversationId.optional(),
  knownFolders: z.array(KnownFolder),
  /** The folders at the top of the roots, for a model. */
  folders: z.string(),
  /** Earlier turns of the conversation, for a model. */
  conversationText: z.string(),
  /** Ways that went well or badly before, bounded. */
  learned: z.array(LearnedRow),
  /** In place of the worker's own model. */
  model: z.string().optional(),
});
export type GoalTask = z.infer<typeof GoalTask>;

/** Tasks and plans that are remembered: every step of a run reads its own. */
const REMEMBERED = 8;
const tasks = new Lru<BlobHash, GoalTask>(REMEMBERED);
const plans = new Lru<BlobHash, Plan>(REMEMBERED);

/** Reads the task of a run. Nobody may change it: it is remembered. */
export async function readGoalTask(blobs: Pick<BlobStore, 'load'>, hash: BlobHash): Promise<GoalTask> {
  const known = tasks.get(hash);
  if (known) return known;
  const task = GoalTask.parse(JSON.parse(String(await blobs.load(hash))));
  tasks.set(hash, task);
  return task;
}

/** Facts that plans of a task are checked against; `earlier` is added. */
export function planFacts(
  deps: Abilities & { timeRange: TimeRange },
  { roots, now, language }: Pick<GoalTask, 'roots' | 'now' | 'language'>,
): Omit<PlanFacts, 'earlier'> {
  const readsTime = (words: string) => deps.timeRange(words, { now, language }) !== undefined;
  return { roots, missing: missingTools(deps), readsTime, language };
}

/** Tools that this worker does not have, with the reason. */
export function missingTools({ hasModel, runsCommands }: Abilities): Partial<Record<GoalTool, string>> {
  return {
    ...(hasModel ? {} : { code: `code ${NO_MODEL}`, agent: `agent ${NO_MODEL}` }),
    ...(runsCommands ? {} : { run: 'run needs bubblewrap: install it, or plan without commands.' }),
  };
}

/** Reads a stored plan. Nobody may change it: it is remembered. */
export async function readPlan(blobs: Pick<BlobStore, 'load'>, hash: BlobHash): Promise<Plan> {
  const known = plans.get(hash);
  if (known) return known;
  const plan = Plan.parse(JSON.parse(String(await blobs.load(hash))));
  plans.set(hash, plan);
  return plan;
}

/** Keeps a plan; resolves to its blob. */
export function keepPlan(blobs: BlobSink, steps: readonly PlanStep[]): Promise<BlobHash> {
  return keep(blobs, { version: 1, steps });
}

export async function readOutcome(blobs: Pick<BlobStore, 'load'>, hash: BlobHash): Promise<ToolOutcome> {
  return ToolOutcome.parse(JSON.parse(String(await blobs.load(hash))));
}

/** Reads arguments that took the place of a plan's. */
export async function readArgs(
  blobs: Pick<BlobStore, 'load'>,
  hash: BlobHash,
): Promise<Record<string, unknown>> {
  return z.record(z.string(), z.unknown()).parse(JSON.parse(String(await blobs.load(hash))));
}

export function keep(blobs: BlobSink, value: object): Promise<BlobHash> {
  return blobs.put(Buffer.from(JSON.stringify(value)));
}
