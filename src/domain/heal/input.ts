import { z } from 'zod';
import { Budget } from '../run/budget';
import { ForkOrigin } from '../run/fork';
import { HeavyRules } from '../files/heavy-rules';
import { VerificationSpec } from '../verification/verification';
import { HostDirectory } from '../files/workspace';

/** Seed 002's task types. `chat_reply` skips the loop. */
export const TaskType = z.enum(['build_site', 'refactor_code', 'chat_reply', 'debug']);
export type TaskType = z.infer<typeof TaskType>;

/** SPEED asks the mutation proposer first and a model only if it finds nothing; PRECISION asks both. */
export const RepairMode = z.enum(['SPEED', 'PRECISION']);
export type RepairMode = z.infer<typeof RepairMode>;

/** LOW runs, MEDIUM asks before the user's files change, HIGH asks before every action. */
export const ApprovalLevel = z.enum(['LOW', 'MEDIUM', 'HIGH']);
export type ApprovalLevel = z.infer<typeof ApprovalLevel>;

/** Language of the healing log: English or the seed's own. */
export const Language = z.enum(['en', 'zh']);
export type Language = z.infer<typeof Language>;

const WEEK_MS = 7 * 24 * 3_600_000;

/** When a run asks, how long it waits, and what an unanswered question means. Times in ms. */
export const ApprovalPolicy = z.object({
  level: ApprovalLevel.default('MEDIUM'),
  deadlineMs: z.number().int().positive().default(WEEK_MS),
  /** The run reminds (log and current details) this often while it waits. */
  remindEveryMs: z
    .number()
    .int()
    .positive()
    .default(24 * 3_600_000),
  /** `reject` is the safe answer: nothing is published, the result is kept. */
  onExpiry: z.enum(['reject', 'approve']).default('reject'),
});
export type ApprovalPolicy = z.infer<typeof ApprovalPolicy>;

/** Input of a `heal` run. */
export const HealInput = z.object({
  version: z.literal(1).default(1),
  directory: HostDirectory,
  /** Which folders are not captured; absent: as the built-in rules say. */
  heavyFolders: HeavyRules.optional(),
  /** What to do; absent: repair the failing baseline. */
  request: z.string().trim().min(1).optional(),
  impactedFiles: z.array(z.string()).default([]),
  taskType: TaskType.default('debug'),
  mode: RepairMode.default('SPEED'),
  verification: VerificationSpec.default(() => VerificationSpec.parse({})),
  /** Repair rounds allowed, and the most attempts that are reported. */
  maxAttempts: z.number().int().min(1).max(10).default(3),
  approval: ApprovalPolicy.default(() => ApprovalPolicy.parse({})),
  /** Absent: where a request is given and the project has no tests of its own. */
  generateTests: z.boolean().optional(),
  /** Where the user changed some of the paths meanwhile, publishes the others. */
  partial: z.boolean().optional(),
  /** Delivers nothing, so does not ask for it, and says what publishing would do. */
  dryRun: z.boolean().optional(),
  language: Language.default('en'),
  /** Asked in place of the worker's own model, at the same endpoint. */
  model: z.string().trim().min(1).optional(),
  /** Most time that the run may work, ms: waiting for people is not part of it. At its end the run ends with what it has. Absent: none. */
  timeLimitMs: z.number().int().positive().optional(),
  /** What the run may spend on models; absent: what it needs. A run that is forked has one of its own. */
  budget: Budget.optional(),
  /** Begins at a state of another run; absent: at the directory as it is. */
  fork: ForkOrigin.optional(),
  /** False where the namespace refuses Kintsugi's search attributes. */
  indexed: z.boolean().default(true),
});
export type HealInput = z.infer<typeof HealInput>;
