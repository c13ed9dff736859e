import type { Language } from '../run/input';
import type { BlobHash } from '../ids';
import type { Usage } from '../run/usage';
import type { BudgetReport } from '../run/budget-report';
import type { CallDone, Turn, TurnCall } from './calls';
import type { Candidate } from './candidates';
import type { Strategy } from './input';
import type { LoopEnd, LoopLimits, LoopState } from './loop';
import type { CodeRecord } from './record';

/** Call that the machine itself makes: its arguments are put together from blobs by whoever performs it. */
export interface MadeCall {
  readonly tool: 'generateCode' | 'testCode' | 'checkCode' | 'analyzeError';
  readonly code?: BlobHash;
  /** Output of `testCode` that failed. */
  readonly run?: BlobHash;
  /** Output of `checkCode` with issues. */
  readonly check?: BlobHash;
  /** Output of `analyzeError`. */
  readonly analysis?: BlobHash;
}

/** Arguments of a call: in the transcript, or made. */
export type CallSource = { turn: BlobHash; index: number } | { made: MadeCall };

/** A call that waits to be carried out, or is. */
export interface PlannedCall extends Omit<TurnCall, 'problem'> {
  /** Names it within the run. */
  readonly label: string;
  /** Place among the calls of its turn. */
  readonly index: number;
  readonly source: CallSource;
}

/** Answer to a call of the newest turn: an output in the store, or a text. */
export interface Heard {
  readonly index: number;
  readonly blob?: BlobHash;
  readonly text?: string;
  readonly warning?: string;
}

/** Steps of the pipeline. */
export type Stage = 'think' | 'act' | 'test' | 'observe' | 'reflect';

/** A run of the coding agent, as plain data. */
export interface AgentState {
  readonly id: string;
  readonly language: Language;
  readonly strategy: Strategy;
  readonly limits: LoopLimits;
  readonly functionName: string;
  readonly task?: BlobHash;
  /** Shape of the test data in a line; absent: there is none. */
  readonly dataText?: string;
  readonly loop: LoopState;
  readonly candidates: readonly Candidate[];
  readonly transcript?: BlobHash;
  readonly heard: readonly Heard[];
  /** Calls of the newest turn that are still to be carried out, and those that are. */
  readonly queue: readonly PlannedCall[];
  readonly flight: readonly PlannedCall[];
  readonly warnings: Readonly<Record<string, string>>;
  /** Pipeline: where it stands, the code at hand and the newest analysis. */
  readonly stage: Stage;
  readonly focus?: BlobHash;
  readonly analysis?: BlobHash;
  readonly ending?: { readonly end: LoopEnd; readonly why?: string };
  readonly usage: Usage;
  readonly record?: CodeRecord;
  readonly recordRef?: BlobHash;
}

/** Best code, with what was found about it. */
export interface BestCode {
  readonly code?: BlobHash;
  readonly check?: BlobHash;
  readonly run?: BlobHash;
  readonly iterationCount: number;
  readonly isCodeValid: boolean;
}

export type AgentEffect =
  | { type: 'begin' }
  | { type: 'think'; turn: number; task: BlobHash; transcript?: BlobHash; heard: readonly Heard[] }
  | { type: 'call-tools'; task: BlobHash; calls: readonly PlannedCall[] }
  | { type: 'wait'; ms: number; why: string }
  | { type: 'write-record'; task: BlobHash; best: BestCode };

/** What became of one call. */
export type CallOutcome =
  | { status: 'done'; done: CallDone }
  /** The model's limit resets. */
  | { status: 'limited'; waitMs: number; why: string }
  | { status: 'unanswered'; of: 'budget' | 'model'; why: string };

export type AgentEvent =
  | { type: 'begun'; task: BlobHash; dataText?: string; modelConfigured: boolean }
  | { type: 'thought'; turn: Turn }
  | { type: 'limited'; waitMs: number; why: string }
  | { type: 'unanswered'; of: 'budget' | 'model'; why: string }
  | { type: 'called'; outcomes: readonly CallOutcome[] }
  | { type: 'waited' }
  | { type: 'recorded'; record: CodeRecord; recordRef: BlobHash };

/** Result of a run of the coding agent. */
export interface CodeResult {
  version: 1;
  taskId: string;
  strategy: Strategy;
  /** `completed`: the code is valid. */
  status: 'completed' | 'incomplete';
  /** Reason why the loop ended. */
  end: LoopEnd;
  /** One sentence. */
  message: string;
  record: CodeRecord;
  recordRef?: BlobHash;
  /** Newest node of the transcript. */
  transcript?: BlobHash;
  turns: number;
  calls: number;
  usage: Usage;
  budget?: BudgetReport;
  events?: BlobHash;
  timings: { workMs: number; waitingMs: number };
}
