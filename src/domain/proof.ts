import type { Say } from './run/said';

/** Writers of values of the history, proven with the secret of the data folder: Kintsugi's client, its worker, or its dashboard for a person whose token let in. */
export const WRITERS = ['client', 'worker', 'person'] as const;
export type Writer = (typeof WRITERS)[number];

/** The field of a payload that tells workflows who wrote it; history never has it. */
export const WRITER = 'writer';

/** On a value that was read from history; JSON and schemas pass it by. */
const WRITTEN_BY = Symbol('written by');

/** Notes who wrote a value that was read from the history. */
export function noteWriter(value: unknown, writer: Writer): void {
  if (typeof value === 'object' && value !== null)
    Object.defineProperty(value, WRITTEN_BY, { value: writer, enumerable: false });
}

/** The writer of a value, as far as it is proven. */
export function writerOf(value: unknown): Writer | undefined {
  return (value as { [WRITTEN_BY]?: Writer } | null | undefined)?.[WRITTEN_BY];
}

/** A message as it counts. Only a token of a person proves a name; any other is what its sender wrote, and is marked wherever it is told. */
export function withProvenName<T>(message: T, writer: Writer | undefined): T {
  const { by } = message as { by?: unknown };
  if (writer === 'person') return message;
  return typeof by === 'string' && by !== '' ? { ...message, by: by + UNPROVEN } : message;
}

const UNPROVEN = ' (unproven)';

/** Name of a person, with its mark in the language of the reader. */
export function nameText(by: string, say: Say): string {
  return by.endsWith(UNPROVEN) ? say`${by.slice(0, -UNPROVEN.length)} (unproven)` : by;
}

/** The field of a payload that is not to be signed, on its way out of a workflow; history never has it. */
export const UNSIGNED = 'unsigned';

/** On a value that only people and their clients read. */
const FOR_PEOPLE = Symbol('for people');

/**
 * A list or an object as a workflow answers a query or an update with it, or ends: nobody takes it for an order, and the `temporal`
 * CLI shows payloads without a proof as JSON. A copy: the value itself may become an order yet.
 */
export function forPeople<T>(value: T): T {
  const isPlain = Array.isArray(value) || Object.prototype.toString.call(value) === '[object Object]';
  if (!isPlain) return value;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as object;
  return Object.defineProperty(copy, FOR_PEOPLE, { value: true, enumerable: false }) as T;
}

/** True for what only people and their clients read. */
export function isForPeople(value: unknown): boolean {
  return typeof value === 'object' && value !== null && FOR_PEOPLE in value;
}
