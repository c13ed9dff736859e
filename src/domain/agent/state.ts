import type { BlobHash } from '../ids';
import type { Usage } from '../run/usage';
import type { BudgetReport } from '../run/budget-report';
import type { Candidate } from './candidates';
import type { Strategy } from './input';
import type { LoopEnd, LoopLimits } from './loop';
import type { LoopEffect, LoopEvent, LoopRun } from './loop-run';
import type { CodeRecord } from './record';

/** Stages of the pipeline. */
export type Stage = 'think' | 'act' | 'test' | 'observe' | 'reflect';

/** A run of the coding agent, as plain data. */
export interface AgentState extends LoopRun {
  readonly id: string;
  readonly strategy: Strategy;
  readonly limits: LoopLimits & { readonly maxIterations: number };
  readonly functionName: string;
  /** Shape of the test data in a line; absent: there is none. */
  readonly dataText?: string;
  readonly candidates: readonly Candidate[];
  /** Pipeline: where it stands, the code at hand and the newest analysis. */
  readonly stage: Stage;
  readonly focus?: BlobHash;
  readonly analysis?: BlobHash;
  readonly ending?: { readonly end: LoopEnd; readonly why?: string };
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
  { type: 'begin' } | LoopEffect | { type: 'write-record'; task: BlobHash; best: BestCode };

export type AgentEvent =
  | { type: 'begun'; task: BlobHash; dataText?: string; modelConfigured: boolean }
  | LoopEvent
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
