import type { z } from 'zod';
import { firstIssue } from './issue-words';

/** Stand-in for a payload that can't be decoded. It is a text, which no schema of a message accepts. */
export const UNDECODABLE = 'a payload that cannot be decoded';

/** A message or input from outside as its schema reads it, or one sentence why it is refused. */
export type Message<T> = { value: T; refusal?: undefined } | { refusal: string };

/** Schema of a message: its output is a T. */
export type Schema<T> = z.ZodType<T>;

/** Reads what somebody sent. `what` begins the sentence: `The answer`. */
export function readMessage<T>(schema: Schema<T>, given: unknown, what: string): Message<T> {
  if (given === UNDECODABLE)
    return { refusal: `${what} cannot be decoded: send it as JSON (encoding json/plain).` };
  const parsed = schema.safeParse(given);
  if (parsed.success) return { value: parsed.data };
  const { where, message } = firstIssue(parsed.error);
  return { refusal: `${what} is not valid: ${[where, message].filter(Boolean).join(' ')}.` };
}
