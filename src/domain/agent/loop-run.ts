/** A loop of turns and calls under way, as plain data: the same for every set of tools. */
import type { BlobHash, TreeHash } from '../ids';
import type { Language } from '../run/input';
import { NO_USAGE, type Usage } from '../run/budget';
import type { CallDone, Turn, TurnCall } from './calls';
import { NEW_LOOP, type LoopLimits, type LoopState } from './loop';

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

/** A loop between two decisions. */
export interface LoopRun {
  readonly language: Language;
  /** Begins the labels of its turns and calls, where a run has several loops. */
  readonly prefix?: string;
  readonly limits: LoopLimits;
  readonly task?: BlobHash;
  /** The run's files as they are now, where its tools work on files. */
  readonly tree?: TreeHash;
  readonly loop: LoopState;
  readonly transcript?: BlobHash;
  readonly heard: readonly Heard[];
  /** Calls of the newest turn that are still to be carried out, and those that are. */
  readonly queue: readonly PlannedCall[];
  readonly flight: readonly PlannedCall[];
  readonly warnings: Readonly<Record<string, string>>;
  /** Calls of the newest turn that failed or were not allowed. */
  readonly failed: readonly string[];
  /** Something that the model is told with the next turn. */
  readonly news?: string;
  readonly usage: Usage;
}

/** A loop that has not begun. */
export const NEW_RUN: Pick<LoopRun, 'loop' | 'heard' | 'queue' | 'flight' | 'warnings' | 'failed' | 'usage'> =
  {
    loop: NEW_LOOP,
    heard: [],
    queue: [],
    flight: [],
    warnings: {},
    failed: [],
    usage: NO_USAGE,
  };

/** Effects of a loop. `tree`: the files that tools work on. */
export type LoopEffect =
  | {
      type: 'think';
      turn: number;
      /** Names it within the run. */
      label: string;
      task: BlobHash;
      tree?: TreeHash;
      transcript?: BlobHash;
      heard: readonly Heard[];
      news?: string;
    }
  | { type: 'call-tools'; task: BlobHash; tree?: TreeHash; calls: readonly PlannedCall[] };

export type CallOutcome =
  | { status: 'done'; done: CallDone }
  /** It could not be carried out, however often it was tried. */
  | { status: 'failed'; why: string }
  | { status: 'unanswered'; of: Lacking; why: string };

/** Reason why the model gave no answer; `limit`: one that resets later than the run may wait. */
export type Lacking = 'budget' | 'model' | 'limit';

export type LoopEvent =
  | { type: 'thought'; turn: Turn }
  | { type: 'unanswered'; of: Lacking; why: string }
  | { type: 'called'; outcomes: readonly CallOutcome[] };
