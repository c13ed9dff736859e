import type { BlobHash } from '../ids';
import type { Usage } from '../run/budget';
import type { BudgetReport } from '../run/budget-report';
import type { Candidate } from './candidates';
import type { Strategy } from './input';
import type { LoopEnd, LoopLimits } from './loop';
import type { LoopEffect, LoopEvent, LoopRun } from './loop-run';
import { z } from 'zod';

/** Record of a run of the coding agent, as its callers get it. */
export const CodeRecord = z.object({
  generatedCode: z.string(),
  /** Calls of `generateCode`. */
  iterationCount: z.number().int(),
  /** No issue was found, and with test data the code ran. */
  isCodeValid: z.boolean(),
  /** Findings of the checks; of code that is not valid without one, why it is not. */
  codeIssues: z.array(z.string()),
  /** Empty where there was none. */
  runtimeError: z.string(),
  /** The serialised result of the run with the test data; null where none succeeded. */
  executionResult: z.record(z.string(), z.unknown()).nullable(),
});
export type CodeRecord = z.infer<typeof CodeRecord>;

/** Record of a run that has made no code. */
export const NO_CODE: CodeRecord = {
  generatedCode: '',
  iterationCount: 0,
  isCodeValid: false,
  codeIssues: ['No code was made.'],
  runtimeError: '',
  executionResult: null,
};

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

export interface CodeResult {
  version: 1;
  taskId: string;
  strategy: Strategy;
  /** `completed`: the code is valid. */
  status: 'completed' | 'incomplete';
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

/** The record with an issue at least, or an error, if its code is not valid. A run may end before its code was checked or run. */
export function withReason(record: CodeRecord, wasChecked: boolean): CodeRecord {
  const { generatedCode, isCodeValid, codeIssues, runtimeError } = record;
  if (isCodeValid || codeIssues.length > 0 || runtimeError !== '') return record;
  if (generatedCode === '') return { ...record, codeIssues: NO_CODE.codeIssues };
  return {
    ...record,
    codeIssues: [wasChecked ? 'The code was not run with the test data.' : 'The code was not checked.'],
  };
}
