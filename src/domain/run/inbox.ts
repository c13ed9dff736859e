import { z } from 'zod';
import type { Schema } from '../message';
import type { NewEvent } from './events';

/** A message that a run has taken and its machine has not received yet. */
export interface InboxMessage {
  /** From 1, in the order in which they came. */
  readonly number: number;
  /** Name of its Update. */
  readonly name: string;
  readonly message: unknown;
}

/** Messages of a run, in the order in which they came. */
export interface Inbox {
  /** Messages so far. */
  readonly count: number;
  readonly waiting: readonly InboxMessage[];
}

/** Effect of a machine that works on what it is told: the next message, or `idle` if none comes within so many ms. */
export interface InboxEffect {
  readonly type: 'receive';
  readonly idleMs: number;
}

/** Event that comes of it; the host makes it itself. */
export type InboxEvent = ({ readonly type: 'received' } & InboxMessage) | { readonly type: 'idle' };

export const EMPTY_INBOX: Inbox = { count: 0, waiting: [] };

/** Messages that may wait at once. */
export const MOST_WAITING = 100;

/** Receipt of a message. */
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
export function refuseForRoom({ waiting }: Inbox): string | undefined {
  if (waiting.length < MOST_WAITING) return undefined;
  return `${MOST_WAITING} messages are waiting already: send it again when some of them are done.`;
}

/** The inbox with one more message. */
export function withMessage({ count, waiting }: Inbox, name: string, message: unknown): Inbox {
  const number = count + 1;
  return { count: number, waiting: [...waiting, { number, name, message }] };
}
