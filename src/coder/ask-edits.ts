import { hashText } from '../domain/text';
import type { z } from 'zod';
import type { BlobHash, TreeHash } from '../domain/ids';
import { addUsage, NO_USAGE, type Usage } from '../domain/run/budget';
import type { EditRefusal } from '../domain/files/workspace';
import { refusalNote, refusalText, type Applied } from './edits';
import type { ChatMessage, ModelClient, StructuredOptions } from '../model';

/** A reply that was applied, or in one line why none was. */
export type AskedEdits<T> =
  | { ok: true; value: T; tree: TreeHash; replyRef: BlobHash; usage: Usage }
  | { ok: false; note: string; usage: Usage };

export interface AskOptions<S extends z.ZodType> extends StructuredOptions<S> {
  apply(value: z.output<S>): Promise<Applied>;
  /** For the note, which ends in history. */
  redact(text: string): string;
}

/** Asks for edits and applies them; refused edits go back to the model once, with the reasons. */
export async function askEdits<S extends z.ZodType>(
  model: ModelClient,
  { apply, redact, ...call }: AskOptions<S>,
): Promise<AskedEdits<z.output<S>>> {
  let messages = call.messages;
  let usage = NO_USAGE;
  let refusals: EditRefusal[] = [];
  for (let round = 0; round < 2; round += 1) {
    const reply = await model.structured({ ...call, messages });
    call.signal.throwIfAborted();
    usage = addUsage(usage, reply.usage);
    if (!reply.ok) return { ok: false, note: malformedNote(reply.error, reply.textRef), usage };
    const applied = await apply(reply.value);
    if ('tree' in applied)
      return { ok: true, value: reply.value, tree: applied.tree, replyRef: reply.replyRef, usage };
    refusals = applied.refusals;
    messages = mendMessages(call.messages, reply.value, refusals);
  }
  return { ok: false, note: `edits refused: ${refusalNote(refusals, redact)}`, usage };
}

function mendMessages(
  messages: readonly ChatMessage[],
  value: unknown,
  refusals: readonly EditRefusal[],
): ChatMessage[] {
  return [
    ...messages,
    { role: 'assistant', content: JSON.stringify(value) },
    { role: 'user', content: refusalText(refusals) },
  ];
}

function malformedNote(error: string, textRef: BlobHash): string {
  const why = error.split('\n').slice(0, 3).join(' ').slice(0, 300);
  return `unusable reply (kept as ${hashText(textRef)}): ${why}`;
}
