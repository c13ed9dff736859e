import { z } from 'zod';
import { Contradiction } from './contradiction';
import { BudgetReport } from '../run/budget-report';
import { PersonsEdit } from '../run/persons-edit';
import { AnsweredVia } from '../run/questions';
import { HeavyRules } from '../files/heavy-rules';
import { BlobHash, TreeHash } from '../ids';
import { ProposerName, RepairAttempt } from './proposal';
import { Usage } from '../run/budget';
import { Checkpoint, SnapshotRef } from '../run/checkpoints';
import { TestScore } from '../verification/test-score';
import { FoundCheck } from '../verification/detected';
import { Trust } from '../verification/verification';
import { HostDirectory, PathConflict, TreeDiff } from '../files/workspace';
import { RepairChoice, RepairConfidence } from './ambiguity';
import { RoundChoice } from './choice-record';
import { RepairMode, TaskType } from './input';
import { TimeTarget, Timings } from './targets';

/** Seed 002's four statuses: never failed, repaired, still failing after repairs, not repairable. */
export const HealOutcome = z.enum(['completed', 'recovered', 'failed_after_repair', 'failed']);
export type HealOutcome = z.infer<typeof HealOutcome>;

/** Seed 000's test results; streams are excerpts of 2 KiB. */
export const TestResults = z.object({
  success: z.boolean(),
  errors: z.array(z.string()),
  stdout: z.string(),
  stderr: z.string(),
});
export type TestResults = z.infer<typeof TestResults>;

/** One state of the code: after the request, an attempt or a rollback. `diff`: blob of the repair that led to it. */
export const CodeHistoryEntry = z.object({
  attempt: z.number().int(),
  tree: TreeHash,
  diff: BlobHash.optional(),
  /** Reason for the change that led to this state, or why an attempt changed nothing. */
  fixReason: z.string(),
  /** Repairs that the attempt tried, at most 10; absent: it was no attempt, or they are only in an earlier record. */
  candidates: z
    .array(z.object({ tree: TreeHash, diff: BlobHash, summary: z.string(), outcome: z.string() }))
    .optional(),
  /** Where the user rolled the run back: to an earlier state, or by undoing the change that led to `undone`. */
  rolledBack: z.enum(['to', 'change']).optional(),
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
  tree: TreeHash.optional(),
  generatedTests: z.array(z.string()).optional(),
  testResults: TestResults.optional(),
  codeHistory: z.array(CodeHistoryEntry),
  errorAnalysis: ErrorAnalysis.optional(),
});
export type HealingRecord = z.infer<typeof HealingRecord>;

/** Person who approved or rejected, and the way of the answer; absent: nobody was asked. */
const answerer = { by: z.string().optional(), via: AnsweredVia.optional() };
/** Edits of the change by people who approved it: they are a part of what was published. */
const edited = z.array(PersonsEdit).optional();

/** End of a run's delivery: only `published` and `partial` changed the user's files. */
export const Delivery = z.discriminatedUnion('status', [
  z.object({ status: z.literal('nothing-to-publish') }),
  z.object({ status: z.literal('published'), files: z.array(z.string()), edited, ...answerer }),
  /** Some paths were in conflict; the others were published, which turned `base` into `tree`. */
  z.object({
    status: z.literal('partial'),
    base: TreeHash,
    tree: TreeHash,
    /** Snapshot of the directory before the publish; a rollback restores it. */
    before: SnapshotRef.optional(),
    files: z.array(z.string()),
    /** At most 20 of the paths that were not published, and why; `leftCount` is the whole number. */
    left: z.array(PathConflict),
    leftCount: z.number().int(),
    edited,
    ...answerer,
  }),
  z.object({ status: z.literal('conflict'), conflicts: z.array(PathConflict) }),
  /** A dry run: what publishing would have done, and to which files. */
  z.object({
    status: z.literal('planned'),
    would: z.enum(['published', 'partial', 'conflict']),
    files: z.array(z.string()),
    conflicts: z.array(PathConflict),
  }),
  z.object({ status: z.literal('rejected'), reason: z.string(), ...answerer }),
  /**
   * People have to choose: several repairs pass, or something speaks against the only one. `stillFailing`: the repair is partial; hash of the
   * ids of the tests that fail with it. `contradiction`: a test contradicts the request's change.
   */
  z.object({
    status: z.literal('suggested'),
    question: z.string(),
    choices: z.array(RepairChoice),
    stillFailing: z.string().optional(),
    contradiction: Contradiction.optional(),
  }),
  z.object({ status: z.literal('expired') }),
  /** The policy does not allow it: nobody was asked. */
  z.object({ status: z.literal('denied'), reason: z.string() }),
  /** The directory could not be written; the result is kept. */
  z.object({ status: z.literal('failed'), reason: z.string() }),
]);
export type Delivery = z.infer<typeof Delivery>;

/** Result of a `heal` run: at most 64 KiB, understood without the worker. */
export const HealResult = z.object({
  version: z.literal(1),
  taskId: z.string(),
  taskType: TaskType,
  /** End of the work alone, whatever was published. */
  status: HealOutcome,
  /** End of the run as lists and statuses have it. */
  outcome: z.string(),
  totalAttempts: z.number().int(),
  repairHistory: z.array(RepairAttempt),
  finalError: z.string().optional(),
  /** How the work went, whatever became of its change: `a repair makes all checks pass`. */
  work: z.string(),
  /** One sentence for people. */
  message: z.string(),
  /** Sentence with the way out, if the input made the run impossible. */
  badInput: z.string().optional(),
  /** Set beside `badInput` if the input is right, and nothing can judge the project here. */
  unjudged: z.literal(true).optional(),
  record: HealingRecord,
  directory: HostDirectory,
  /** Rules that its trees were captured by; absent: the built-in ones. */
  heavyFolders: HeavyRules.optional(),
  baseTree: TreeHash,
  /** Blob of the base's modification times: a rollback puts them back. */
  baseTimes: BlobHash.optional(),
  tree: TreeHash,
  /** Origin of a forked run, and the tree it began with; no tree: the origin did not fit the directory. */
  forkedFrom: z
    .object({ of: z.string(), checkpoint: z.number().int(), tree: TreeHash.optional() })
    .optional(),
  /** Change against the base; absent where nothing changed. */
  diff: TreeDiff.optional(),
  /** The states of the files in the run, from before it to its result. */
  checkpoints: z.array(Checkpoint),
  /** The newest chunk of its events, which names the one before it. */
  events: BlobHash.optional(),
  /** The newest record of rounds that the lists here shorten or leave out. */
  pastRounds: BlobHash.optional(),
  /** Repairs of the run: the cause of each failure, and the proposer that repaired it. */
  repairs: z.array(z.object({ proposer: ProposerName, rootCause: z.string(), summary: z.string() })),
  /** At most 20 ids that failed before and pass now; `fixedCount` is the whole number. */
  fixedTests: z.array(z.string()),
  fixedCount: z.number().int(),
  tests: z.object({ passed: z.number().int(), failed: z.number().int(), skipped: z.number().int() }),
  /** Kind of checks that the verdict rests on; absent: nothing was verified. */
  trust: Trust.optional(),
  /** Confidence in the repair; absent where it was not compared with others. */
  confidence: RepairConfidence.optional(),
  /** Checks found in the project, with the runner of their tests; absent: the user gave the checks. */
  checks: z.array(FoundCheck).optional(),
  /** The project's own test runner (`jest 30.5.2`) that ran the tests of the sandbox too, with the same verdict; absent: none did. */
  confirmedBy: z.string().optional(),
  flaky: z.array(z.string()),
  /** Generated test files left out because they fail on a change that passes all of the user's tests. */
  quarantinedTests: z.array(z.string()),
  /** Mutation score of the generated tests; absent if there are none. */
  testScore: TestScore.optional(),
  choices: z.array(RoundChoice),
  delivery: Delivery,
  usage: Usage,
  /** How the run's budget ended; absent where it had none. */
  budget: BudgetReport.optional(),
  timings: Timings,
  /** The requirements' five times beside what was measured. */
  targets: z.array(TimeTarget),
  failureReport: z.string().optional(),
  /** Notes on project settings that were not honoured and checks that were not run, a sentence each. */
  notes: z.array(z.string()).optional(),
});
export type HealResult = z.infer<typeof HealResult>;
