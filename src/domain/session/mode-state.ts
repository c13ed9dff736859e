import { z } from 'zod';
import { FileChange } from '../files/workspace';
import type { ApprovalLevel } from '../run/input';
import { ModeContext, newContext, type SessionTask } from './context';
import { AgentMode, ModeAct } from './modes';
import type { Refusal } from './state-words';

/** Most transitions that a state holds: the oldest leave first. */
export const MOST_TRANSITIONS = 500;

export const MadeTransition = z.object({ from: AgentMode, to: AgentMode, trigger: z.string() });
export type MadeTransition = z.infer<typeof MadeTransition>;

/** A change of files or a written proposal, bound to a hash: an approval is for this one and no other. */
export const Proposed = z.object({ hash: z.string(), changes: z.array(FileChange) });
export type Proposed = z.infer<typeof Proposed>;

/** An act that waits for people. */
export const OpenQuestion = z.object({
  act: ModeAct,
  /** Absent: the question is about the work of the mode as a whole. */
  proposed: Proposed.optional(),
});
export type OpenQuestion = z.infer<typeof OpenQuestion>;

/** State of the mode machine: plain data. */
export const ModeState = z.object({
  mode: AgentMode,
  /** A handler works: it proposes and finishes, and nothing else is begun meanwhile. */
  executing: z.boolean(),
  question: OpenQuestion.optional(),
  context: ModeContext,
  /** Oldest first. */
  transitions: z.array(MadeTransition).max(MOST_TRANSITIONS),
});
export type ModeState = z.infer<typeof ModeState>;

/** The state of a new session: idle, with the context's defaults. */
export function newModeState(context: ModeContext = newContext()): ModeState {
  return { mode: 'idle', executing: false, context, transitions: [] };
}

export type ModeEvent =
  /** The mode is to work on a task; without one, on the task of the context. */
  | { type: 'submit'; task?: SessionTask }
  /** The handler at work has a change of files, or a written proposal. */
  | { type: 'propose'; act: 'change' | 'proposal'; proposed: Proposed }
  /** The handler is done; a trigger moves the machine. */
  | { type: 'finish'; trigger?: string; reason?: string }
  | { type: 'trigger'; trigger: string; reason?: string }
  | { type: 'answer'; approved: boolean; reason?: string }
  | { type: 'set-level'; level: ApprovalLevel };

/** Effect of a decision, to be performed in the order given. */
export type ModeEffect =
  | { type: 'exit'; mode: AgentMode }
  | { type: 'record'; transition: MadeTransition }
  | { type: 'log'; level: 'info' | 'warning'; line: string }
  | { type: 'enter'; mode: AgentMode }
  | { type: 'ask'; mode: AgentMode; question: OpenQuestion }
  | { type: 'execute'; mode: AgentMode }
  /** The only effect that changes files of people. */
  | { type: 'apply'; mode: AgentMode; proposed: Proposed }
  /** A proposal stands: later work builds on it. */
  | { type: 'accept'; mode: AgentMode; proposed: Proposed }
  | { type: 'refuse'; refusal: Refusal };

/** State and effects after an event. */
export interface ModeDecision {
  readonly state: ModeState;
  readonly effects: readonly ModeEffect[];
}
