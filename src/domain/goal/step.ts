import { z } from 'zod';
import { BlobHash, type TreeHash } from '../ids';
import type { Usage } from '../run/usage';
import { StepStatus } from './plan';
import { GoalTool } from './tool-args';

/** Result of one try of a step. */
export const StepResult = z.object({
  number: z.number().int(),
  tool: GoalTool,
  status: StepStatus,
  /** From 1. */
  attempt: z.number().int(),
  /** Why it failed. */
  errorReason: z.string().optional(),
  /** Items that went well, of how many. */
  done: z.number().int(),
  total: z.number().int(),
  durationMs: z.number().int(),
  /** Blob of the arguments in place of the plan's. */
  args: BlobHash.optional(),
  /** Blob of the `ToolOutcome`. */
  outcome: BlobHash.optional(),
});
export type StepResult = z.infer<typeof StepResult>;

/** Result of a step as its run gets it: facts, and references to what is large. */
export interface StepDone {
  /** Blob of the `ToolOutcome`. */
  readonly outcome: BlobHash;
  /** Tree after the step; absent: it is as before. */
  readonly tree?: TreeHash;
  readonly done: number;
  readonly total: number;
  /** Paths that it changed, at most 50, and how many more there are. */
  readonly paths?: readonly string[];
  readonly morePaths?: number;
  /** First items that failed, each with its reason. */
  readonly failed: readonly string[];
  /** One line of what it found or did. */
  readonly text: string;
  /** Why the call as a whole failed. */
  readonly problem?: string;
  /** Several things fit: the user says which. */
  readonly ambiguous?: { readonly question: string; readonly choices: readonly string[] };
  /** Spent by a run of another kind, for this step. */
  readonly usage?: Usage;
  /** Arguments as they were called, an excerpt. */
  readonly called: string;
  readonly durationMs: number;
}

/** A failed try, as short-term memory: what was called with which arguments, and why it failed. */
export interface FailedTry {
  readonly step: number;
  readonly attempt: number;
  readonly tool: GoalTool;
  readonly args: string;
  readonly error: string;
}
