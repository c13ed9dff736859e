import { z } from 'zod';
import { RunInput } from '../run/input';
import { ForkOrigin } from '../run/fork';
import { VerificationSpec } from '../verification/verification';
import { HostDirectory } from '../files/workspace';

/** Seed 002's task types. `chat_reply` skips the loop. */
export const TaskType = z.enum(['build_site', 'refactor_code', 'chat_reply', 'debug']);
export type TaskType = z.infer<typeof TaskType>;

/** SPEED asks the mutation proposer first and a model only if it finds nothing; PRECISION asks both. */
export const RepairMode = z.enum(['SPEED', 'PRECISION']);
export type RepairMode = z.infer<typeof RepairMode>;

/** `answer`: one answer of a model. `tools`: an agent that reads, edits and runs tests by tools. */
export const Executor = z.enum(['answer', 'tools']);
export type Executor = z.infer<typeof Executor>;

/** Most repair rounds of a run. */
export const MOST_ATTEMPTS = 1_000;

/** Input of a `heal` run. */
export const HealInput = RunInput.extend({
  directory: HostDirectory,
  /** Task to carry out. Absent: repair the failing baseline. */
  request: z.string().trim().min(1).optional(),
  impactedFiles: z.array(z.string()).default([]),
  taskType: TaskType.default('debug'),
  mode: RepairMode.default('SPEED'),
  /** Who carries the request out. Absent: an agent in PRECISION mode, one answer of a model in SPEED mode. */
  executor: Executor.optional(),
  /** Calls of tools that an agent may make. */
  maxCalls: z.number().int().min(1).max(2_000).default(200),
  verification: VerificationSpec.default(() => VerificationSpec.parse({})),
  /** Repair rounds allowed, and the most attempts that are reported. */
  maxAttempts: z.number().int().min(1).max(MOST_ATTEMPTS).default(3),
  /** Time of the search for single edits with commands, ms. Absent: a minute. */
  searchMs: z.number().int().positive().max(3_600_000).optional(),
  /** Absent: tests are written if a request's change has none. `untested`: only if the project has none either. */
  generateTests: z.union([z.boolean(), z.literal('untested')]).optional(),
  /** Publishes the other paths if the user changed some of them meanwhile. */
  partial: z.boolean().optional(),
  /** Publishes an ambiguous repair as if it were sure. */
  acceptAmbiguous: z.boolean().optional(),
  /** Set in a run that only publishes a partial repair: hash of the ids of the tests that people know to fail with it. */
  stillFailing: z.string().optional(),
  /** Publishes nothing, asks nobody, and reports what publishing would do. */
  dryRun: z.boolean().optional(),
  /** Model to ask in place of the worker's own, at the same endpoint. */
  model: z.string().trim().min(1).optional(),
  /** Begins at a state of another run; absent: at the directory as it is. */
  fork: ForkOrigin.optional(),
});
export type HealInput = z.infer<typeof HealInput>;
