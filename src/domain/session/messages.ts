import { z } from 'zod';
import { ApprovalLevel } from '../run/input';
import { MOST_CHAINED } from './input';
import { AgentMode } from './modes';
import type { BlobHash } from '../ids';
import { toDict, type ContextFlags, type ModeContext } from './context';
import type { MadeTransition } from './mode-state';
import type { SessionState, Turn } from './state';
import { availableTransitions, type Transition } from './transitions/index';

interface SessionContext {
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

const By = z.string().max(200).optional();

/** A task for the session: the mode that fits it works on it. */
export const Submission = z.object({
  text: z.string().trim().min(1).max(20_000),
  /** The mode that is to work on it; absent: the one that the session is in, or that the text asks for. */
  mode: AgentMode.exclude(['idle']).optional(),
  /** Handlers that may follow the first one by their own triggers, where the task is no question. */
  auto: z.number().int().min(0).max(MOST_CHAINED).default(0),
  by: By,
});
export type Submission = z.infer<typeof Submission>;

/** A trigger by people: moves the session to another mode. */
export const TriggerMessage = z.object({
  trigger: z.string().trim().min(1).max(100),
  reason: z.string().max(2_000).optional(),
  by: By,
});
export type TriggerMessage = z.infer<typeof TriggerMessage>;

export const LevelMessage = z.object({ level: ApprovalLevel, by: By });
export type LevelMessage = z.infer<typeof LevelMessage>;

/** The end of the session. */
export const CloseMessage = z.object({ by: By });
export type CloseMessage = z.infer<typeof CloseMessage>;

/** Names of the messages, which are those of their Updates. */
export const SESSION_MESSAGES = {
  submit: 'submit',
  trigger: 'trigger',
  level: 'setApprovalLevel',
  close: 'close',
} as const;
