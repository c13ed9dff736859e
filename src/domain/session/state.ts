import type { LoopEffect, LoopEvent, LoopRun } from '../agent/loop-run';
import type { FileEdit, HostDirectory, PathConflict, TreeDiff } from '../files/workspace';
import type { BlobHash, TreeHash } from '../ids';
import type { CheckRights } from '../heal/checks';
import type { SnapshotRef, Checkpoint } from '../run/checkpoints';
import type { InboxEffect, InboxEvent } from '../run/inbox';
import type { Language } from '../run/input';
import type { PersonsEdit } from '../run/persons-edit';
import { type Usage, addUsage } from '../run/budget';
import type { Verification } from '../verification/verification';
import type { CommitPlan } from './commit-plan';
import type { Handled } from './handling';
import type { ModeContext, SessionTestResults } from './context';
import type { MadeTransition, ModeState } from './mode-state';
import type { IntentAsk, IntentReading, ReadIntent } from './intent';
import type { AgentMode } from './modes';
import type { QuestionKind } from './question-kinds';
import type { BudgetReport } from '../run/budget-report';
import type { RunTotals } from '../run/machine';

/** Result of a `session` run: it is understood without a worker. */
export interface SessionResult {
  readonly version: 1;
  readonly id: string;
  readonly directory: HostDirectory;
  readonly status: SessionEnding['status'];
  /** One sentence. */
  readonly message: string;
  readonly mode: AgentMode;
  readonly turnCount: number;
  /** The newest; `head` is the chain of all. */
  readonly turns: readonly Turn[];
  /** Blob of the newest saved state. */
  readonly head?: BlobHash;
  readonly transitions: readonly MadeTransition[];
  readonly files?: SnapshotRef;
  readonly checkpoints: readonly Checkpoint[];
  /** Spent in all, turns that were rewound included. */
  readonly usage: Usage;
  readonly budget?: BudgetReport;
  readonly events?: BlobHash;
}

/** A loop of a turn, as plain data. What its commands write stays in its tree, which nobody publishes. */
export interface Talk extends LoopRun {
  readonly tree: TreeHash;
  /** Findings of the tools of the mode. */
  readonly found: Handled;
  /** Result of the call that ended it. */
  readonly summary?: BlobHash;
}

/** Answer of a model: empty parts where its reply can't be used. */
export type Answered = Partial<Pick<Handled, 'answer' | 'trigger' | 'reason' | 'proposal' | 'steps'>>;

export type TurnStatus =
  | 'done'
  /** Something that it needs is missing; a part is done. */
  | 'lacking'
  | 'failed'
  /** People, or the policy, said no. */
  | 'rejected'
  /** The directory changed meanwhile where the change would. */
  | 'conflict'
  /** The message did not fit the mode. */
  | 'refused'
  /** It was given up by a rewind. */
  | 'rewound';

/** A message of people and what came of it. */
export interface Turn {
  /** From 1. */
  readonly number: number;
  readonly message: number;
  readonly text: string;
  readonly status: TurnStatus;
  /** Modes that worked on it, in order. */
  readonly modes: readonly AgentMode[];
  readonly transitions: readonly MadeTransition[];
  /** For people: what came of it, a paragraph a handler. */
  readonly answer: string;
  /** Whole results of its handlers, as JSON. */
  readonly details: readonly BlobHash[];
  /** Kind of the question that it was answered as; absent: it was none, or the work of a mode. */
  readonly answeredBy?: QuestionKind;
  /** Files and symbols, by their ids, that it is about, and those that its answer lists, in order. */
  readonly about: readonly string[];
  readonly listed: readonly string[];
  /** Files that were changed in the directory. */
  readonly published: readonly string[];
  /** Tests as they ran last for it; absent where none did. */
  readonly tests?: SessionTestResults;
}

/** A turn under way. */
export interface OpenTurn extends Omit<Turn, 'status'> {
  /** Handlers that may still follow by themselves. */
  readonly chain: number;
  /** Handlers begun so far: each effect has a name of its own. */
  readonly handlers: number;
  /** Mode that people named for it. */
  readonly wanted?: AgentMode;
  /** Its text as the classifier reads it. */
  readonly reading?: IntentReading;
  /** People are asked which mode is meant. */
  readonly isUnclear?: true;
  /** People approved the change that is at hand. */
  readonly isApproved?: true;
  /** Edits of that change by people who approved it, the newest last. */
  readonly edited?: readonly PersonsEdit[];
  /** Approved plan that is carried out: its steps, and the one at hand, from 0. */
  readonly plan?: { readonly steps: readonly string[]; readonly at: number };
  /** Loop of a model that is at work on it. */
  readonly talk?: Talk;
  /** Result that waits for an approval, or for the directory to be written. */
  readonly handled?: Handled;
}

/** A session after a turn, as the store keeps it: all that a rewind brings back. */
export interface SavedState {
  readonly modes: ModeState;
  /** The newest turns, the one that led here last. */
  readonly turns: readonly Turn[];
  /** The saved state before it: the chain of them is the whole conversation. */
  readonly previous?: BlobHash;
  readonly usage: Usage;
}

/** A rewind under way: the files first, then the rest. Without a mark one change alone is taken back. */
export interface OpenRewind {
  readonly mark?: number;
}

/** A session, as plain data. */
export interface SessionState {
  readonly id: string;
  readonly directory: HostDirectory;
  readonly language: Language;
  readonly idleMs: number;
  readonly hasModel: boolean;
  readonly modes: ModeState;
  /** The directory as it was when the session looked at it last. */
  readonly files?: SnapshotRef;
  readonly turn?: OpenTurn;
  /** The newest turns. */
  readonly turns: readonly Turn[];
  /** The newest saved state. */
  readonly head?: BlobHash;
  readonly turnCount: number;
  /** Changes of the directory by the session since the newest mark. */
  readonly changes: readonly SessionChange[];
  /** Checkpoints by their marks: files and saved state. */
  readonly marks: readonly SessionMark[];
  readonly rewind?: OpenRewind;
  /** Spent by the conversation as it stands. */
  readonly usage: Usage;
  /** Spent in all, by turns that were rewound too. */
  readonly spent: Usage;
  readonly ending?: SessionEnding;
}

export interface SessionMark {
  readonly mark: number;
  readonly files: SnapshotRef;
  /** Changes of the directory by the session on the way here, the oldest first. */
  readonly changes: readonly SessionChange[];
  readonly saved: BlobHash;
}

export type SessionEnding = { readonly status: 'closed' | 'idle' | 'failed'; readonly why: string };

/** A change of the directory by the session alone: what people changed at the same time is in both trees, or in none. */
export interface SessionChange {
  readonly before: TreeHash;
  readonly after: TreeHash;
}

/** Instructions of the session's machine to its host. */
export type SessionEffect =
  | InboxEffect
  /** Looks at the directory: people may have changed it. */
  | { type: 'capture'; label: string }
  /** Reads what mode a text asks for, by the weights of the worker: the result is recorded, since another build has others. */
  | { type: 'classify'; label: string; text: string }
  /** Asks a model what mode a text asks for. */
  | { type: 'intent'; label: string; ask: IntentAsk }
  | { type: 'handle'; label: string; mode: AgentMode; task: HandlerTask }
  /** Keeps what a model is told in a turn that reads; then its loop, and last its answer. */
  | {
      type: 'begin-talk';
      label: string;
      mode: AgentMode;
      task: HandlerTask;
      material: BlobHash;
      tools: readonly string[];
    }
  | LoopEffect
  | {
      type: 'end-talk';
      label: string;
      mode: AgentMode;
      task: BlobHash;
      transcript: BlobHash;
      summary?: BlobHash;
    }
  | { type: 'publish'; label: string; base: TreeHash; tree: TreeHash }
  /** Takes changes of the session back, the newest first; what people changed meanwhile stays. */
  | { type: 'rewind'; label: string; undo: readonly SessionChange[]; restored?: SnapshotRef }
  | { type: 'commit'; label: string; plan: CommitPlan }
  /** Takes over what people edited while they approved, and judges it by the checks of the files before the change. */
  | {
      type: 'edit';
      label: string;
      base: TreeHash;
      tree: TreeHash;
      edits: readonly FileEdit[];
      detect: Omit<CheckRights, 'policy'>;
    }
  | { type: 'save'; label: string; record: SavedState }
  | { type: 'load'; label: string; saved: BlobHash };

export interface HandlerTask {
  readonly text: string;
  readonly files: SnapshotRef;
  /** The files as they were when the session began. */
  readonly base?: SnapshotRef;
  readonly language: Language;
  readonly hasModel: boolean;
  /** A question: the mode answers it and changes nothing. */
  readonly isQuestion: boolean;
  /** The mode was entered by a trigger of the handler before it, not by people. */
  readonly isChained: boolean;
  readonly context: ModeContext;
  /** The turns before this one, the newest last. */
  readonly earlier: readonly EarlierTask[];
}

/** A turn before, as a handler knows it. `changed`: files of the directory. */
export type EarlierTask = Pick<Turn, 'text' | 'answer' | 'status' | 'about' | 'listed'> & {
  readonly changed?: boolean;
};

/** Events of the session's machine. */
export type SessionEvent =
  | InboxEvent
  /** The directory as it is, and whether there is a model now. */
  | { type: 'captured'; files: SnapshotRef; hasModel: boolean }
  | { type: 'classified'; reading: IntentReading }
  /** Without an intent: the model gave none that can be used. */
  | { type: 'intended'; intent?: ReadIntent; usage?: Usage }
  | { type: 'handled'; handled: Handled }
  | { type: 'talk-begun'; task: BlobHash }
  | LoopEvent
  | { type: 'talk-ended'; answered: Answered }
  | { type: 'published'; files: SnapshotRef; paths: readonly string[]; change: SessionChange }
  | { type: 'publish-conflict'; conflicts: readonly PathConflict[] }
  | { type: 'committed'; commit: string; notes: readonly string[] }
  | { type: 'not-committed'; reason: string }
  /** `verification`: of the change as it was edited, against the files before it. */
  | { type: 'edited'; change: TreeDiff; verification: Verification }
  | { type: 'saved'; saved: BlobHash }
  | { type: 'loaded'; record: SavedState }
  /** The machine, the store or the directory can't do it. */
  | { type: 'broken'; reason: string };

export function resultOf(
  state: SessionState,
  { budget, checkpoints, events, givenUp }: RunTotals,
): SessionResult {
  const { id, directory, modes, turns, head, turnCount, files, spent, ending } = state;
  return {
    version: 1,
    ...{ id, directory, turnCount, turns, head, files, checkpoints, budget, events },
    status: ending?.status ?? 'failed',
    message: ending?.why ?? '',
    mode: modes.mode,
    transitions: modes.transitions,
    usage: addUsage(spent, givenUp),
  };
}
