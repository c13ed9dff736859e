import { z } from 'zod';
import { ApprovalLevel } from '../run/input';
import { MOST_CHAINED } from './input';
import { AgentMode } from './modes';

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

/** The approval level from now on. */
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
