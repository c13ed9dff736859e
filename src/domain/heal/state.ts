import type { FailureAnalysis } from '../verification/failure';
import type { ForkOutcome } from '../run/fork';
import type { HealingLogEntry } from './healing-log';
import type { BlobHash, TreeHash } from '../ids';
import type {
  Candidate,
  Evidence,
  ProposerName,
  RepairAttempt,
  SuggestedCheck,
  TriedCandidate,
  Usage,
} from './proposal';
import type { TestJudgement, WeakTests } from '../verification/test-judgement';
import type { Verification } from '../verification/verification';
import type { RunnerOutcome } from '../verification/own-runner';
import type { RoundChoice } from './choice';
import type { HealInput } from './input';
import type { CodeHistoryEntry, RunMessage, RunStatus } from './result';

/** Everything the healing decision rests on. Plain JSON: it may be carried over continue-as-new. */
export interface HealState {
  readonly taskId: string;
  readonly input: HealInput;
  readonly modelConfigured: boolean;
  /** Those that the worker offers. */
  readonly proposers: readonly ProposerName[];
  /** Why the model failed for good: one sentence. The run goes on without it. */
  readonly modelFailure?: string;
  readonly projectStructure: string;
  readonly baseTree: TreeHash;
  readonly baseTimes?: BlobHash;
  /** Where a forked run began; its `tree` is not the base, which is the directory as it was then. */
  readonly fork?: ForkOutcome;
  readonly baseline?: Verification;
  /** The tree that the next repair starts from, and how it stands. */
  readonly tree: TreeHash;
  readonly verification?: Verification;
  readonly analysis?: FailureAnalysis;
  /** Repair rounds done: seed 000's retry count. */
  readonly rounds: number;
  /** Files that carrying out the request changed. */
  readonly requestedFiles?: readonly string[];
  readonly generatedTests: readonly string[];
  /** Set once tests were asked for, whatever came of it. */
  readonly testsAsked?: boolean;
  /** Why there are none, although they were asked for. */
  readonly testsNote?: string;
  /** Set once better ones were asked for than those that were found weak. */
  readonly betterTestsAsked?: boolean;
  /** The tree was green before tests for it were added: they can't take that away. */
  readonly greenWithoutTests?: Verification;
  /** What the generated tests are worth, as they were tried on `tree`. */
  readonly testsJudged?: { tree: TreeHash; judgement: TestJudgement };
  /** What the project's own test runner says of the change; tests that are generated for it later do not alter it. */
  readonly confirmation?: RunnerOutcome;
  /** A round whose winner that runner is looking at. */
  readonly deciding?: RepairRound;
  readonly generatedCode?: TreeHash;
  /** What a reader should look at in what the request made, a sentence each. */
  readonly requestWarnings?: readonly string[];
  readonly changedFiles: readonly string[];
  readonly repairs: readonly {
    proposer: Candidate['proposer'];
    rootCause: string;
    summary: string;
    files: string[];
    warnings?: string[];
  }[];
  readonly repairHistory: readonly RepairAttempt[];
  readonly codeHistory: readonly CodeHistoryEntry[];
  readonly errorLogs: readonly string[];
  readonly messages: readonly RunMessage[];
  readonly tried: readonly TriedCandidate[];
  /** What was chosen in each round, and why. */
  readonly choices: readonly RoundChoice[];
  readonly usage: Usage;
  /** The longest run of the checks so far, ms. */
  readonly longestChecksMs?: number;
  readonly status?: RunStatus;
  readonly finalError?: string;
  readonly badInput?: string;
  /** The run ended at its time limit. */
  readonly outOfTime?: boolean;
}

/** True if a model can be asked. */
export function hasModel({ modelConfigured, modelFailure }: HealState): boolean {
  return modelConfigured && modelFailure === undefined;
}

/** The proposers that can be asked. */
export function proposersOf(state: HealState): ProposerName[] {
  return state.proposers.filter((name) => name !== 'llm' || hasModel(state));
}

/** What the workflow does next. */
export type HealEffect =
  | { type: 'chat' }
  | { type: 'verify'; tree: TreeHash; baseline: boolean }
  | { type: 'execute' }
  | { type: 'generate-tests'; tree: TreeHash; changedFiles: readonly string[]; weak?: WeakTests }
  | { type: 'judge-tests'; tree: TreeHash; files: readonly string[] }
  | { type: 'repair'; evidence: Evidence }
  /** Runs the tests by the project's own runner: `report` and `baseline` are the sandbox's. */
  | { type: 'confirm'; tree: TreeHash; report: BlobHash; baseline: BlobHash }
  /** Candidates of a round that were given up for one that is refuted, in the order of rank. */
  | { type: 'verify-candidates'; candidates: readonly Candidate[]; trusted: boolean }
  | { type: 'finish' };

/** What came of an effect. A failing program is an event like any other. */
export type HealEvent =
  | { type: 'chatted'; reply: string; usage: Usage }
  | { type: 'verified'; verification: Verification; baseline: boolean }
  | {
      type: 'executed';
      tree: TreeHash;
      changedFiles: readonly string[];
      summary: string;
      usage: Usage;
      warnings?: readonly string[];
    }
  | { type: 'execution-failed'; error: string; usage: Usage }
  | {
      type: 'tests-generated';
      tree: TreeHash;
      files: readonly string[];
      note: string;
      usage: Usage;
      modelFailure?: string;
    }
  | { type: 'tests-judged'; tree: TreeHash; judgement: TestJudgement }
  | { type: 'repaired'; round: RepairRound }
  | { type: 'confirmed'; outcome: RunnerOutcome }
  | { type: 'candidates-verified'; judged: readonly JudgedCandidate[] }
  | { type: 'refused'; reason: string }
  /** The run has worked for as long as it may: what it was at was given up. */
  | { type: 'out-of-time' }
  /** The user went back; `undone` is the tree of the step that was taken back, where it was one alone. */
  | { type: 'rolled-back'; tree: TreeHash; reason: string; undone?: TreeHash };

/** A candidate with its verification; absent where it could no longer win and was cancelled. */
export interface JudgedCandidate {
  candidate: Candidate;
  verification?: Verification;
  /** Why it does not win although it is green in the sandbox. */
  refuted?: string;
}

/** Outcome of one repair round. */
export interface RepairRound {
  judged: readonly JudgedCandidate[];
  /** Refused by a rule before any check ran. */
  rejected: readonly TriedCandidate[];
  winner?: { candidate: Candidate; verification: Verification };
  /** What came of the winner's own verification commands. */
  suggested?: readonly SuggestedCheck[];
  /** The proposers that were asked, tier by tier; the last tier is the one that the winner came from. */
  tiers: readonly (readonly ProposerName[])[];
  debuggerInvoked: boolean;
  modelFailure?: string;
  notes: readonly string[];
  usage: Usage;
  /** ISO 8601, workflow time. */
  at: string;
}

/** A step of the machine: the next state, what to do, and what to log. */
export interface HealStep {
  state: HealState;
  effect: HealEffect;
  log: readonly HealingLogEntry[];
}
