import type { CommitPlan } from './commit-plan';
import type { TreeDiff } from '../files/workspace';
import type { BlobHash } from '../ids';
import type { Usage } from '../run/budget';
import type { QuestionKind } from './question-kinds';
import type { SessionCoverage, SessionError, SessionTestResults } from './context';

/** Something that a handler wrote for approval, such as a design. */
export interface WrittenProposal {
  readonly hash: BlobHash;
  /** One line. */
  readonly title: string;
  /** First 2 KiB. */
  readonly excerpt: string;
}

/** Result of a handler: what people are told, what the context learns, and the trigger that comes of it. */
export interface Handled {
  /** `lacking`: only a part could be done; `answer` says what is missing. */
  readonly status: 'done' | 'failed' | 'lacking';
  /** Text for people, bounded. */
  readonly answer: string;
  /** The whole result as JSON. */
  readonly detail?: BlobHash;
  /** Absent: the session stays in its mode. */
  readonly trigger?: string;
  /** One sentence. */
  readonly reason?: string;
  readonly files?: readonly string[];
  readonly symbols?: readonly string[];
  /** Kind of the question that the answer is to; absent: the work of a mode was asked for. */
  readonly answers?: QuestionKind;
  /** Files and symbols, by their ids, that the message is about, and those that the answer lists, in its order: later messages refer to them. */
  readonly about?: readonly string[];
  readonly listed?: readonly string[];
  /** Blob of the graph of code around what the answer is about. */
  readonly graphDoc?: BlobHash;
  /** Symbols and files that a change would touch. */
  readonly impact?: readonly string[];
  /** Ways from a changed symbol to what it touches, as `a → b`, the nearest last. */
  readonly chain?: readonly string[];
  /** Change of the project, which is not published. */
  readonly change?: TreeDiff;
  readonly proposal?: WrittenProposal;
  /** Steps of the plan that is proposed, each a task of its own. */
  readonly steps?: readonly string[];
  /** Commit of the session's changes, which is not made. */
  readonly commit?: CommitPlan;
  /** Things to look at in the change, a sentence each. */
  readonly warnings?: readonly string[];
  readonly tests?: SessionTestResults;
  readonly coverage?: SessionCoverage;
  /** `null`: the error is no more. */
  readonly error?: SessionError | null;
  readonly stack?: string;
  readonly usage?: Usage;
  /** Blob of what a model is shown to finish the work; absent: the work is done. */
  readonly material?: BlobHash;
}

/** Most characters of an answer that the session carries; the rest is in the detail. */
export const ANSWER_CHARS = 4_000;
