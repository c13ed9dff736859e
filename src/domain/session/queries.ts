import type { BlobHash } from '../ids';
import { toDict, type ContextFlags, type ModeContext } from './context';
import type { MadeTransition } from './mode-state';
import type { AgentMode } from './modes';
import type { SessionState, Turn } from './state';
import { availableTransitions, type Transition } from './transitions/index';

/** The context of a session with its flags. */
export interface SessionContext {
  readonly context: ModeContext;
  readonly flags: ContextFlags;
}

/** Turns of a session: those at hand, and the number of the one under way. */
export interface SessionTurns {
  /** Newest last. */
  readonly turns: readonly Turn[];
  readonly open?: number;
  /** Messages that wait behind it are not among them. */
  readonly count: number;
  /** Blob of the newest saved state: the chain of them has all turns. */
  readonly head?: BlobHash;
}

/** Answers of the queries of a session, by name. */
export interface SessionAnswers {
  mode: AgentMode;
  context: SessionContext;
  /** Oldest first. */
  history: readonly MadeTransition[];
  transitions: readonly Transition[];
  turns: SessionTurns;
}

/** Queries of a session besides status and events. */
export const SESSION_QUERIES: {
  readonly [Q in keyof SessionAnswers]: (state: SessionState) => SessionAnswers[Q];
} = {
  mode: ({ modes }) => modes.mode,
  context: ({ modes: { context } }) => ({ context, flags: toDict(context) }),
  history: ({ modes }) => modes.transitions,
  transitions: ({ modes }) => availableTransitions(modes.mode),
  turns: ({ turns, turn, turnCount, head }) => ({ turns, open: turn?.number, count: turnCount, head }),
};
