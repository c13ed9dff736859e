import { z } from 'zod';
import { utf8Length } from '../files/paths';
import { HostDirectory } from '../files/workspace';
import { RunInput } from '../run/input';
import { GivenPlan } from './plan';

/** `at-end`: the folders change once, when all steps are done. `each-step`: after each step. */
export const PublishWhen = z.enum(['at-end', 'each-step']);
export type PublishWhen = z.infer<typeof PublishWhen>;

/** Id of a conversation: runs that share one can speak of `that folder`. */
export const ConversationId = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/, 'must be letters, digits, ".", "_" or "-", at most 80');

/** Largest plan in the input, bytes of JSON: history takes 2 MB, and the audit record holds it once more. */
export const MOST_PLAN = 600_000;

/** Input of a `goal` run. `directory` is the first root. */
export const GoalInput = RunInput.extend({
  directory: HostDirectory,
  /** Absent: `plan` alone says what to do. */
  request: z.string().trim().min(1).max(20_000).optional(),
  /** Real paths of all roots, the first one included. */
  roots: z.array(z.string().min(1)).min(1).max(20),
  /** Absent: the model makes one. */
  plan: GivenPlan.refine(
    (plan) => utf8Length(JSON.stringify(plan)) <= MOST_PLAN,
    'has more than 600,000 bytes: write long contents to files first, and copy them',
  ).optional(),
  publish: PublishWhen.default('at-end'),
  /** Says what would change and writes nothing. */
  dryRun: z.boolean().default(false),
  /** Share of items that a step needs, and of steps that the run needs, to count as done. */
  minSuccess: z.number().min(0).max(1).default(0.8),
  /** Calls of tools in all, those that are tried again included. */
  maxSteps: z.number().int().min(1).max(10_000).default(2_000),
  /** Tries of one step, where the plan does not say; absent: 3 with a model, 1 without. */
  maxAttempts: z.number().int().min(1).max(20).optional(),
  /** New plans after steps that failed. */
  maxReplans: z.number().int().min(0).max(20).default(3),
  /** Most time of one step, ms. */
  stepTimeLimitMs: z
    .number()
    .int()
    .positive()
    .default(15 * 60_000),
  conversation: ConversationId.optional(),
  /** Asked in place of the worker's own model, at the same endpoint. */
  model: z.string().trim().min(1).optional(),
}).refine(({ request, plan }) => request !== undefined || plan !== undefined, {
  message: 'needs a request or a plan',
  path: ['request'],
});
export type GoalInput = z.infer<typeof GoalInput>;
