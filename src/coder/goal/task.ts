import { z } from 'zod';
import { ConversationId } from '../../domain/goal/input';
import { LearnedRow } from '../../domain/goal/learning';
import { GivenPlan } from '../../domain/goal/plan';
import { Language } from '../../domain/run/input';
import type { BlobHash } from '../../domain/ids';
import { Lru } from '../../machine/lru';
import type { BlobStore } from '../../store';

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

/** Tasks that are remembered: every step of a run reads its own, which holds the plan that was given. */
const REMEMBERED = 8;
const tasks = new Lru<BlobHash, GoalTask>(REMEMBERED);

/** Reads the task of a run. Nobody may change it: it is remembered. */
export async function readGoalTask(blobs: Pick<BlobStore, 'load'>, hash: BlobHash): Promise<GoalTask> {
  const known = tasks.get(hash);
  if (known) return known;
  const task = GoalTask.parse(JSON.parse(String(await blobs.load(hash))));
  tasks.set(hash, task);
  return task;
}
