import type { TreeDiff } from '../files/workspace';
import type { BlobHash, TreeHash } from '../ids';
import type { Schema } from '../message';
import type { BudgetReport } from './budget-report';
import type { Checkpoint, NewCheckpoint } from './checkpoints';
import type { NewEvent } from './events';
import type { MessageKind } from './inbox';
import type { ApprovalLevel, RunInput } from './input';
import type { AskedAct } from './policy/act';
import type { Answered, NewQuestion } from './questions';
import type { Usage } from './budget';

/** Facts that a run knows about itself when it starts. */
export interface RunFacts {
  /** Id of the workflow: the run's name. */
  id: string;
}

export interface RunTotals {
  /** Undefined where the run has no budget. */
  budget?: BudgetReport;
  /** Bought by calls that ended without a result. */
  givenUp: Usage;
  /** Time worked, ms, by the clocks that effects name. */
  clocks: Readonly<Record<string, number>>;
  /** ms, without waiting for people. */
  workMs: number;
  /** ms, for answers and top-ups. */
  waitingMs: number;
  checkpoints: readonly Checkpoint[];
  /** The newest chunk of its events. */
  events?: BlobHash;
}

/** Instructions to the host for the time it performs an effect. */
export interface EffectTraits {
  /** The clock that its time is counted on. */
  clock?: string;
  /** The time limit of the run does not end it. */
  untimed?: true;
  /** It writes to the user's world and the run goes on: a rollback waits until it is done. */
  held?: true;
  /** It writes to the user's world: from here on the run can't be rolled back. */
  closing?: true;
  /** Act that the policy is asked about first: the effect is performed where the policy or people allow it. */
  act?: AskedAct;
}

/** Effects that every machine may ask for; the host performs them. */
export type KitEffect = { type: 'ask'; question: NewQuestion } | { type: 'finish' };

/** Events that the host makes itself. */
export type KitEvent =
  | { type: 'answered'; answer: Answered }
  /** The run has worked for as long as it may: what it was at was given up. */
  | { type: 'out-of-time' }
  /** Policy or people did not allow an effect: it was not performed. */
  | { type: 'denied'; act: AskedAct; reason: string }
  /** The user went back; `undone` is the tree that one checkpoint alone had led to, `mark` the machine's name of the one gone back to. */
  | { type: 'rolled-back'; tree: TreeHash; reason: string; undone?: TreeHash; mark?: number };

/** Decision of a machine: the next state, what to do next, and what to tell. */
export interface Transition<State, Effect> {
  state: State;
  effect: Effect & EffectTraits;
  events: readonly NewEvent[];
  /** States of the files that people can go back to from now on. */
  checkpoints?: readonly NewCheckpoint[];
  /** Why an answer was of no use: shown until the next one. */
  refusal?: string;
}

/** A part of a state that a run need not have at hand: what goes to the store, and the state once it is there. */
export interface Surplus<State> {
  /** Names the record within the run. */
  label: string;
  record: object;
  without(stored: BlobHash): State;
}

/** Facts of a run that its page in the Web UI shows. */
export interface Findings {
  /** How it ended, in one sentence. */
  message?: string;
  cause?: string;
  /** `12 passed, 1 failed` */
  tests?: string;
  /** ` by Ada in the terminal` */
  approver?: string;
  /** The directory holds a change that can be taken back. */
  undoable?: boolean;
}

/** How a run stands, as its machine sees it. */
export interface RunView {
  /** `repairing`; the host has its own for waiting. */
  phase: string;
  detail: string;
  /** Attempts, where the kind has any. */
  attempt?: number;
  maxAttempts?: number;
  /** Mode that the run is in: grants hold in the one that they were given in. Absent: that of the input. */
  mode?: string;
  /** Level that it asks at. Absent: that of the input. */
  approvalLevel?: ApprovalLevel;
  /** Turns of a conversation, the one under way included. */
  turns?: number;
  baseTree?: TreeHash;
  tree?: TreeHash;
  /** The change that is offered. */
  diff?: TreeDiff;
  /** Tokens and cost so far, where the kind asks models. */
  usage?: Usage;
  /** How it ends: for the list view. */
  outcome?: string;
  findings?: Findings;
}

/** A kind of run: plain data in, plain data out; no clock, no chance, no Temporal. */
export interface Machine<
  Input extends RunInput,
  State,
  Effect extends { type: string },
  Event extends { type: string },
  Result,
> {
  /** Name of the workflow. */
  kind: string;
  input: Schema<Input>;
  start(input: Input, facts: RunFacts): Transition<State, Effect | KitEffect>;
  /** The only place where anything is decided. */
  decide(state: State, event: Event | KitEvent): Transition<State, Effect | KitEffect>;
  /** Status that people see while the effect is under way. */
  view(state: State, effect: Effect | KitEffect): RunView;
  /** Messages that it takes while it goes on. */
  messages?: readonly MessageKind<State>[];
  /** Answers to queries besides status and events, by name. */
  queries?: Readonly<Record<string, (state: State) => unknown>>;
  /** When the effect is `finish`. */
  result(state: State, totals: RunTotals): Result;
  /** The oldest part of a state that has grown large; undefined where it has not. */
  surplus?(state: State): Surplus<State> | undefined;
  /** One change alone is taken back with an eye on what was copied of it since. */
  followsFiles?: true;
  /** The input as the run has settled it since; absent: as it was given. */
  settled?(state: State): Input | undefined;
  /** Line of the worker's log on an event; absent: the kind logs none. */
  logLine?: (event: NewEvent) => string | undefined;
  /** Fields of the audit record besides input and result. */
  audit?(state: State): object;
}
