import type { Redact } from '../../../domain/redact';
import type { SessionHandle } from '../../session-handle';
import type { Context } from '../context';
import type { StoreReader } from '../../store-reader';

/** Parts that a chat is opened with. */
export interface ChatParts {
  readonly context: Context;
  readonly session: SessionHandle;
  /** Real path of the project. */
  readonly directory: string;
  readonly store: StoreReader;
  readonly redact: Redact;
}

/** Way on after an input was carried out. */
export type ChatNext = 'go-on' | 'leave' | 'closed';

/** A chat, as its commands work with it. */
export interface ChatDesk {
  readonly parts: ChatParts;
  /** Further modes that may follow a task by themselves. */
  auto: number;
  /** Follows the session until it rests, and says how the turn ended that a message began. */
  settle(message?: number): Promise<ChatNext>;
}
