/** Who wrote a value of the history, with the secret of the data folder: Kintsugi's client, or its worker. */
export type Writer = 'client' | 'worker';

/** The field of a payload that tells workflows who wrote it; history never has it. */
export const WRITER = 'writer';

/** On a value that was read from history; JSON and schemas pass it by. */
const WRITTEN_BY = Symbol('written by');

/** Notes who wrote a value that was read from the history. */
export function noteWriter(value: unknown, writer: Writer): void {
  if (typeof value === 'object' && value !== null)
    Object.defineProperty(value, WRITTEN_BY, { value: writer, enumerable: false });
}

/** Who wrote a value, as far as that is proven. */
export function writerOf(value: unknown): Writer | undefined {
  return (value as { [WRITTEN_BY]?: Writer } | null | undefined)?.[WRITTEN_BY];
}

/** A message with its sender's name marked: whoever reaches the server can write any name. */
export function withMarkedName<T>(message: T): T {
  const { by } = message as { by?: unknown };
  return typeof by === 'string' && by !== '' ? { ...message, by: `${by} (unproven)` } : message;
}
