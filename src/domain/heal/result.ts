import { z } from 'zod';
import { ApprovalRequest } from '../run/approval';
import { BudgetReport } from '../run/budget-report';
import { HeavyRules } from '../files/heavy-rules';
import { BlobHash, TreeHash } from '../ids';
import { ProposerName, RepairAttempt, Usage } from './proposal';
import { RunStep, SnapshotRef } from '../run/rollback';
import { RunRollback } from '../run/run-rollback';
import { TestJudgement } from '../verification/test-judgement';
import { Trust } from '../verification/verification';
import { HostDirectory, PathConflict, TreeDiff } from '../files/workspace';
import { RoundChoice } from './choice';
import { RepairMode, TaskType } from './input';
import { TimeTarget } from './targets';

/** Seed 002's four statuses: never failed, repaired, still failing after repairs, not repairable. */
export const RunStatus = z.enum(['completed', 'recovered', 'failed_after_repair', 'failed']);
export type RunStatus = z.infer<typeof RunStatus>;

/** Seed 000's test results; streams are excerpts of 2 KiB. */
export const TestResults = z.object({
  success: z.boolean(),
  errors: z.array(z.string()),
  stdout: z.string(),
  stderr: z.string(),
});
export type TestResults = z.infer<typeof TestResults>;

/** One state of the code: the tree is the reference, `diff` the blob of its change against the run's base. */
export const CodeHistoryEntry = z.object({
  attempt: z.number().int(),
  code: TreeHash,
  diff: BlobHash.optional(),
  /** What led to it. */
  fixReason: z.string(),
  /** Where the user rolled the run back: to an earlier state, or by undoing the step that led to `undone`. */
  rolledBack: z.enum(['to', 'step']).optional(),
  undone: TreeHash.optional(),
});
export type CodeHistoryEntry = z.infer<typeof CodeHistoryEntry>;

/** Seed 000's analysis of an error. */
export const ErrorAnalysis = z.object({
  errorType: z.string(),
  errorLocation: z.string(),
  suggestedFix: z.string(),
});
export type ErrorAnalysis = z.infer<typeof ErrorAnalysis>;

export const RunMessage = z.object({ role: z.enum(['user', 'assistant', 'system']), content: z.string() });
export type RunMessage = z.infer<typeof RunMessage>;

/** Seed 000's state, in camelCase. Code and tests are references into the blob store. */
export const HealingRecord = z.object({
  messages: z.array(RunMessage),
  mode: RepairMode,
  impactedFiles: z.array(z.string()),
  retryCount: z.number().int(),
  errorLogs: z.array(z.string()),
  generatedCode: TreeHash.optional(),
  generatedTests: z.array(z.string()).optional(),
  testResults: TestResults.optional(),
  codeHistory: z.array(CodeHistoryEntry),
  errorAnalysis: ErrorAnalysis.optional(),
});
export type HealingRecord = z.infer<typeof HealingRecord>;

/** What became of the result: only `published` and `partial` mean that the user's files changed. */
export const Delivery = z.discriminatedUnion('status', [
  z.object({ status: z.literal('nothing-to-publish') }),
  z.object({ status: z.literal('published'), files: z.array(z.string()), by: z.string().optional() }),
  /** Some paths were in conflict and the others were published: what turned `base` into `tree`. */
  z.object({
    status: z.literal('partial'),
    base: TreeHash,
    tree: TreeHash,
    /** What the directory held before, with its times, which a rollback puts back. */
    before: SnapshotRef.optional(),
    files: z.array(z.string()),
    /** At most 20 of the paths that were not published, and why; `leftCount` is the whole number. */
    left: z.array(PathConflict),
    leftCount: z.number().int(),
    by: z.string().optional(),
  }),
  z.object({ status: z.literal('conflict'), conflicts: z.array(PathConflict) }),
  /** A dry run: what publishing would have done, and to which files. */
  z.object({
    status: z.literal('planned'),
    would: z.enum(['published', 'partial', 'conflict']),
    files: z.array(z.string()),
    conflicts: z.array(PathConflict),
  }),
  z.object({ status: z.literal('rejected'), reason: z.string(), by: z.string().optional() }),
  z.object({ status: z.literal('expired') }),
  /** The directory could not be written; the result is kept. */
  z.object({ status: z.literal('failed'), reason: z.string() }),
]);
export type Delivery = z.infer<typeof Delivery>;

/** Milliseconds by part of the run, and of all its work; waiting for people, to answer or to top up, is no work. */
export const Timings = z.object({
  importMs: z.number(),
  baselineMs: z.number(),
  executeMs: z.number(),
  testGenerationMs: z.number(),
  repairMs: z.array(z.number()),
  waitingMs: z.number(),
  workMs: z.number(),
});
export type Timings = z.infer<typeof Timings>;

/** Result of a `heal` run: at most 64 KiB, understood without the worker. */
export const HealResult = z.object({
  version: z.literal(1),
  taskId: z.string(),
  taskType: TaskType,
  status: RunStatus,
  totalAttempts: z.number().int(),
  repairHistory: z.array(RepairAttempt),
  finalError: z.string().optional(),
  /** One sentence for people. */
  message: z.string(),
  /** Set where the input made the run impossible: the sentence with the way out. */
  badInput: z.string().optional(),
  record: HealingRecord,
  directory: HostDirectory,
  /** Rules that its trees were captured by; absent: the built-in ones. */
  heavyFolders: HeavyRules.optional(),
  baseTree: TreeHash,
  /** Blob of the base's modification times: a rollback puts them back. */
  baseTimes: BlobHash.optional(),
  tree: TreeHash,
  /** Of a forked run: the state it comes from, and the tree it began with, if the two could be had together. */
  forkedFrom: z.object({ of: z.string(), step: z.number().int(), tree: TreeHash.optional() }).optional(),
  /** Change against the base; absent where nothing changed. */
  diff: TreeDiff.optional(),
  /** What was wrong and who found the repair. */
  repairs: z.array(z.object({ proposer: ProposerName, rootCause: z.string(), summary: z.string() })),
  /** At most 20 ids that failed before and pass now; `fixedCount` is the whole number. */
  fixedTests: z.array(z.string()),
  fixedCount: z.number().int(),
  tests: z.object({ passed: z.number().int(), failed: z.number().int(), skipped: z.number().int() }),
  /** Who judged the result; absent where nothing was verified. */
  trust: Trust.optional(),
  /** The project's own test runner (`jest 30.5.2`) that ran the tests of the sandbox too, with the same verdict; absent: none did. */
  confirmedBy: z.string().optional(),
  flaky: z.array(z.string()),
  /** Generated test files left out because they fail on a change that passes all of the user's tests. */
  quarantinedTests: z.array(z.string()),
  /** What the generated tests are worth; absent where there are none. */
  testJudgement: TestJudgement.optional(),
  /** What was chosen in each round, and why. */
  choices: z.array(RoundChoice),
  delivery: Delivery,
  usage: Usage,
  /** How the run's budget ended; absent where it had none. */
  budget: BudgetReport.optional(),
  timings: Timings,
  /** The requirements' five times beside what was measured. */
  targets: z.array(TimeTarget),
  failureReport: z.string().optional(),
  /** What of the project's configuration was not honoured, and what was not run: a sentence each. */
  notes: z.array(z.string()).optional(),
});
export type HealResult = z.infer<typeof HealResult>;

export const HealPhase = z.enum([
  'importing',
  'waiting-for-host',
  'baseline',
  'executing',
  'generating-tests',
  'verifying',
  'repairing',
  'awaiting-approval',
  'waiting-for-budget',
  'publishing',
  'done',
]);
export type HealPhase = z.infer<typeof HealPhase>;

/** Answer of the `status` query. `log` holds the newest 100 lines; `logCount` counts all. */
export const HealStatus = z.object({
  phase: HealPhase,
  attempt: z.number().int(),
  maxAttempts: z.number().int(),
  detail: z.string(),
  pending: ApprovalRequest.optional(),
  /** How the run's budget stands, and what it waits for where it does not allow what is next. */
  budget: BudgetReport.optional(),
  /** The last answer that did not fit the question, with the reason. */
  refusedAnswer: z.string().optional(),
  baseTree: TreeHash.optional(),
  tree: TreeHash.optional(),
  diff: TreeDiff.optional(),
  /** The states so far; absent before the directory was read. */
  steps: z.array(RunStep).optional(),
  status: RunStatus.optional(),
  /** Rollbacks of the run while it goes on. */
  rollbacks: z.array(RunRollback).optional(),
  log: z.array(z.string()),
  logCount: z.number().int(),
});
export type HealStatus = z.infer<typeof HealStatus>;
