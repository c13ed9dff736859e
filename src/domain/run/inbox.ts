import { z } from 'zod';
import type { Schema } from '../message';
import type { NewEvent } from './events';
import { HOST_WORDS } from './host-words';
import type { Language } from './language';

/** A message that a run has taken and its machine has not received yet. */
export interface InboxMessage {
  /** From 1, in the order in which they came. */
  readonly number: number;
  readonly name: string;
  readonly message: unknown;
}

/** A message as it comes. `id`: of its Update. */
export type NewMessage = Pick<InboxMessage, 'name' | 'message'> & { readonly id: string };

/** Messages of a run, in the order in which they came. */
export interface Inbox {
  /** Messages so far. */
  readonly count: number;
  readonly waiting: readonly InboxMessage[];
  /** The newest messages by the id of their Update, so that one that is sent again is no second message. */
  readonly recent: readonly { readonly id: string; readonly number: number }[];
}

/** Effect of a machine that works on what it is told: the next message, or `idle` if none comes within so many ms. */
export interface InboxEffect {
  readonly type: 'receive';
  readonly idleMs: number;
}

/** Event that comes of it; the host makes it itself. */
export type InboxEvent = ({ readonly type: 'received' } & InboxMessage) | { readonly type: 'idle' };

export const EMPTY_INBOX: Inbox = { count: 0, waiting: [], recent: [] };

/** Messages that may wait at once. */
export const MOST_WAITING = 100;
/** Messages whose ids are known. */
const MOST_RECENT = 100;

export const InboxReceipt = z.object({
  number: z.number().int(),
  /** Messages that are received before it. */
  before: z.number().int(),
});
export type InboxReceipt = z.infer<typeof InboxReceipt>;

/** A kind of message that a machine takes while it goes on, by an Update of the same name. */
export interface MessageKind<State> {
  readonly name: string;
  readonly schema: Schema<unknown>;
  /** `The task`: begins the sentence of a refusal. */
  readonly what: string;
  /** Type of the failure that a refused Update ends with. */
  readonly failure: string;
  /** Why it does not fit, in one sentence; undefined where it does. */
  refuse?(state: State, message: unknown): string | undefined;
  /** The state with the message, where it holds at once, whatever is under way; absent: it waits until it is received. */
  note?(state: State, message: unknown): { state: State; events: readonly NewEvent[] };
}

/** Why a run takes no more messages for now, in one sentence; undefined where it does. */
export function refuseForRoom({ waiting }: Inbox, language: Language): string | undefined {
  return waiting.length < MOST_WAITING ? undefined : HOST_WORDS[language].messages.full(MOST_WAITING);
}

/** Receipt of the message that came with this id before; undefined: none did. */
export function receiptOf({ recent, waiting }: Inbox, id: string): InboxReceipt | undefined {
  const known = recent.find((one) => one.id === id);
  if (!known) return undefined;
  const at = waiting.findIndex(({ number }) => number === known.number);
  return { number: known.number, before: Math.max(0, at) };
}

/** The inbox that has counted one more message, which does not wait in it. */
export function counted({ count, waiting, recent }: Inbox, id: string): Inbox {
  const number = count + 1;
  return { count: number, waiting, recent: [...recent, { id, number }].slice(-MOST_RECENT) };
}

export function withMessage(inbox: Inbox, { name, message, id }: NewMessage): Inbox {
  const known = counted(inbox, id);
  return { ...known, waiting: [...known.waiting, { number: known.count, name, message }] };
}
