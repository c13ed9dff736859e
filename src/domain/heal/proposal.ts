import { Contradiction } from './contradiction';
import { z } from 'zod';
import { FailureAnalysis } from '../verification/failure';
import { BlobHash, TreeHash } from '../ids';
import { TreeDiff, type FileChange } from '../files/workspace';
import { Usage } from '../run/budget';
import { Sign } from '../signs/sign';
import { Standing } from './standing';
import { firstLine } from '../text';
import type { Verification } from '../verification/verification';

/** Seed 002's file modification. `content` above 2 KiB is left out of results; `contentRef` names the blob. */
export const FileModification = z.object({
  path: z.string(),
  action: z.enum(['create', 'modify', 'delete']),
  content: z.string().optional(),
  contentRef: BlobHash.optional(),
});
export type FileModification = z.infer<typeof FileModification>;

/** Seed 002's Debugger reply: both proposers return it whole. */
export const DebuggerSuggestion = z.object({
  rootCause: z.string(),
  errorCategory: z.string(),
  fileModifications: z.array(FileModification),
  verificationCommands: z.array(z.string()),
});
export type DebuggerSuggestion = z.infer<typeof DebuggerSuggestion>;

/** Seed 002's context of an error, as a proposer and a reader of the report see it. */
export const ErrorContext = z.object({
  /** `type_error`, `syntax_error`, `logic_error` …: the failure kind plus `_error`. */
  errorType: z.string(),
  errorMessage: z.string(),
  errorStack: z.string().optional(),
  failedCommand: z.string().optional(),
  failedOutput: z.string().optional(),
  recentFileChanges: z.array(z.string()),
  projectStructure: z.string().optional(),
});
export type ErrorContext = z.infer<typeof ErrorContext>;

/** Seed 002's verification of one repair. */
export const VerificationResult = z.object({
  command: z.string(),
  success: z.boolean(),
  output: z.string(),
});
export type VerificationResult = z.infer<typeof VerificationResult>;

/** Result of one command that a suggestion names. It is recorded and decides nothing: a model may name any command. */
export const SuggestedCheck = VerificationResult.extend({
  /** Why it was not run: one sentence. Its `success` is then false. */
  notRun: z.string().optional(),
});
export type SuggestedCheck = z.infer<typeof SuggestedCheck>;

/** Seed 002's record of one repair round. */
export const RepairAttempt = z.object({
  attemptNumber: z.number().int(),
  errorContext: ErrorContext,
  /** Without the contents of files: `suggestionRef` is the blob of the whole. */
  debuggerResponse: DebuggerSuggestion.optional(),
  suggestionRef: BlobHash.optional(),
  repairApplied: z.boolean(),
  verificationResult: VerificationResult.optional(),
  /** The suggestion's own verification commands, run on what was applied. */
  suggestedChecks: z.array(SuggestedCheck).optional(),
  /** ISO 8601, workflow time. */
  timestamp: z.string(),
});
export type RepairAttempt = z.infer<typeof RepairAttempt>;

export const ProposerName = z.enum(['mutation', 'llm']);
export type ProposerName = z.infer<typeof ProposerName>;

/** Proposers that ask a model are paid, wait for it, and need one. */
const ASKS_MODEL: Readonly<Record<ProposerName, boolean>> = { mutation: false, llm: true };

export function asksModel(name: ProposerName): boolean {
  return ASKS_MODEL[name];
}

/** Number of rounds that each search further than the one before; later rounds find the same again. */
export const WIDENING_ROUNDS = 3;

/** A tree that the run has tried, with the outcome: it is never proposed again. */
export const TriedCandidate = z.object({
  tree: TreeHash,
  proposer: z.string(),
  summary: z.string(),
  outcome: z.string(),
  /** Location in the request's change that it would undo: `src/sum.ts:3`. */
  takesBack: z.string().optional(),
});
export type TriedCandidate = z.infer<typeof TriedCandidate>;

/** Facts that a proposer works from. */
export const Evidence = z.object({
  tree: TreeHash,
  /** Report of the tree's verification: all failures with stacks. */
  report: BlobHash,
  /** Report of the unchanged files: tests that passed there must stay green. */
  baselineReport: BlobHash,
  analysis: FailureAnalysis,
  errorContext: ErrorContext,
  request: z.string().optional(),
  /** Trees before and after the request was carried out. */
  requested: z
    .object({
      base: TreeHash,
      tree: TreeHash,
      /** A test that passed before it and compares another value now. */
      contradicted: Contradiction.optional(),
    })
    .optional(),
  impactedFiles: z.array(z.string()),
  /** Tests that passed before and are missing or skipped now. */
  vanished: z.array(z.string()),
  tried: z.array(TriedCandidate),
  /** Record of earlier rounds, with what was tried before those. */
  pastRounds: BlobHash.optional(),
  /** Repair round, from 1: each widens the search. */
  round: z.number().int().positive(),
});
export type Evidence = z.infer<typeof Evidence>;

export const CandidateDiff = TreeDiff.omit({ base: true, tree: true, excerpt: true });
export type CandidateDiff = z.infer<typeof CandidateDiff>;

/** A suggestion without its files, which the difference names; the whole is a blob. */
export const CandidateSuggestion = DebuggerSuggestion.omit({ fileModifications: true });
export type CandidateSuggestion = z.infer<typeof CandidateSuggestion>;

/** A tree that may repair the workspace, in references and few words. `suggestionRef` is the blob of the whole suggestion. */
export const Candidate = z.object({
  proposer: ProposerName,
  tree: TreeHash,
  diff: CandidateDiff,
  suggestion: CandidateSuggestion,
  suggestionRef: BlobHash,
  /** One line a person understands: `off-by-one: < becomes <= (src/page.ts:14)`. */
  summary: z.string(),
  /** Rank by behaviour among all repairs that pass; absent: it was not compared with others. */
  standing: Standing.optional(),
  /** Signs that it passes tests for the wrong reason: with one, people have to judge it. */
  signs: z.array(Sign).optional(),
});
export type Candidate = z.infer<typeof Candidate>;

/** A proposer's answer. Empty `candidates` is an answer too: `note` says why. */
export const Proposal = z.object({
  candidates: z.array(Candidate).max(5),
  /** Candidates refused before any check ran, for example because they edit a test. */
  rejected: z.array(TriedCandidate).optional(),
  note: z.string(),
  /** Why the proposer could not be asked, for good: one sentence. */
  failure: z.string().optional(),
  /** Instructions of the project that a model was given. */
  instructions: z.array(z.string()).optional(),
  /** Mutants tried or model replies read. */
  searched: z.number().int(),
  usage: Usage,
  durationMs: z.number(),
});
export type Proposal = z.infer<typeof Proposal>;

const ACTIONS: Record<FileChange['change'], FileModification['action']> = {
  added: 'create',
  modified: 'modify',
  deleted: 'delete',
  renamed: 'create',
};

/** File modifications of a difference, without contents. A rename becomes a deletion and a creation: the seed's reply knows no renames. */
export function modificationsOf(files: readonly FileChange[]): FileModification[] {
  const gone = files.flatMap(({ renamedFrom }): FileModification[] =>
    renamedFrom === undefined ? [] : [{ path: renamedFrom, action: 'delete' }],
  );
  return [...files.map(({ path, change }) => ({ path, action: ACTIONS[change] })), ...gone];
}

/** The seed's reply of a candidate, without the contents of files. */
export function suggestionOf({ suggestion, diff }: Candidate): DebuggerSuggestion {
  return { ...suggestion, fileModifications: modificationsOf(diff.files) };
}

/** Number of newest tries whose words a proposer gets; of older ones it gets only the trees. */
const TOLD = 5;
const SUMMARY_CHARS = 100;

/** Evidence as history carries it with every call: without texts that the named report and tree hold. */
export function concise(evidence: Evidence): Evidence {
  return {
    ...evidence,
    errorContext: withoutTexts(evidence.errorContext),
    tried: triedInWords(evidence.tried),
  };
}

function withoutTexts(context: ErrorContext): ErrorContext {
  const { errorMessage } = context;
  return {
    ...context,
    errorMessage: firstLine(errorMessage),
    errorStack: undefined,
    failedOutput: undefined,
    // The tree lists its files.
    projectStructure: undefined,
  };
}

/** Tried candidates; only the newest keep their words. */
export function triedInWords(tried: readonly TriedCandidate[]): TriedCandidate[] {
  const untold = tried.length - TOLD;
  return tried.map((one, index) =>
    index < untold
      ? { ...one, summary: '', outcome: '' }
      : { ...one, summary: firstLine(one.summary, SUMMARY_CHARS) },
  );
}

/** A candidate of a round. No verification: it was cancelled, since the candidate could no longer win. */
export interface RoundCandidate {
  candidate: Candidate;
  verification?: Verification;
  /** Reason why it can't win although the sandbox calls it green. */
  refuted?: string;
}

/** One search for a repair: what was proposed and verified so far, and who wins. */
export interface RepairRound {
  candidates: readonly RoundCandidate[];
  /** Refused by a rule before any check ran. */
  rejected: readonly TriedCandidate[];
  winner?: { candidate: Candidate; verification: Verification };
  /** Results of the winner's own verification commands. */
  suggested?: readonly SuggestedCheck[];
  /** The proposers that were asked, stage by stage; the last stage is the one that the winner came from. */
  stages: readonly (readonly ProposerName[])[];
  debuggerInvoked: boolean;
  /** Trees that the log calls applied already: of stages with a single candidate. */
  applied: readonly TreeHash[];
  modelFailure?: string;
  notes: readonly string[];
  /** Number of edits tried and of model replies read. */
  searched: number;
  usage: Usage;
  /** ISO 8601, workflow time. */
  at: string;
}

/** True where nothing was left to try. */
export function isIdle({ searched, candidates, rejected }: RepairRound): boolean {
  return searched === 0 && candidates.length === 0 && rejected.length === 0;
}
