import type { z } from 'zod';
import { parseReply, withoutThoughts, type ParsedReply } from './json';
import type { StoredReply } from './reply-store';
import { readToolCalls, turnBack } from './tool-turn';
import type { ToolMessage, ToolOptions, ToolReply } from './types';

type ReadTurn =
  | { ok: true; turn: Pick<Extract<ToolReply, { ok: true }>, 'ok' | 'text' | 'calls' | 'message'> }
  | { ok: false; error: string; back: ToolMessage[] };

/** A turn that is whole, with every call usable; else what goes back to the model. */
export function readTurn(reply: StoredReply, options: ToolOptions): ReadTurn {
  const { toolCalls = [] } = reply;
  const text = withoutThoughts(reply.text);
  const error = incomplete(reply) ?? missing(text, toolCalls.length, options);
  if (error !== undefined) {
    // What was cut off cannot be sent back as calls.
    return {
      ok: false,
      error,
      back: [...saidBefore(text), { role: 'user', content: `${error} Answer again, whole.` }],
    };
  }
  if (toolCalls.length === 0)
    return { ok: true, turn: { ok: true, text, calls: [], message: { role: 'assistant', content: text } } };
  const read = readToolCalls(toolCalls, options.tools);
  const wrong = read.flatMap((one) => (one.ok ? [] : [one.error]));
  if (wrong.length > 0) return { ok: false, error: wrong.join('\n'), back: turnBack(text, toolCalls, read) };
  const calls = read.flatMap((one) => (one.ok ? [one.call] : []));
  return {
    ok: true,
    turn: { ok: true, text, calls, message: { role: 'assistant', content: text, toolCalls } },
  };
}

function missing(text: string, calls: number, { toolChoice }: ToolOptions): string | undefined {
  if (calls > 0) return undefined;
  if (toolChoice === 'required') return 'The reply calls no tool.';
  return text.trim() === '' ? 'The reply is empty.' : undefined;
}

/** A reply as a value of the schema, or what is wrong with it. */
export function readStructured<S extends z.ZodType>(reply: StoredReply, schema: S): ParsedReply<z.output<S>> {
  const error = incomplete(reply);
  return error === undefined ? parseReply(reply.text, schema) : { ok: false, error };
}

/** Reason why a reply is not whole. Undefined: it is. Cut text can be valid and still lack its second half. */
export function incomplete(reply: StoredReply): string | undefined {
  if (reply.refusal) return `The model refused: ${reply.refusal}`;
  if (['length', 'max_tokens', 'model_length'].includes(reply.finishReason))
    return 'The reply was cut off at the length limit; be briefer.';
  if (reply.finishReason === 'content_filter') return 'The reply was withheld by a content filter.';
  if (!WHOLE.has(reply.finishReason)) return `The model stopped early (${reply.finishReason.slice(0, 40)}).`;
  return undefined;
}

/** Reasons to stop of replies that are whole, as OpenAI, Anthropic and text servers name them. */
const WHOLE: ReadonlySet<string> = new Set([
  'stop',
  'tool_calls',
  'function_call',
  'end_turn',
  'stop_sequence',
  'tool_use',
  'eos',
  'eos_token',
  'STOP',
]);

/** The model's text as a message; none for an empty text, which endpoints refuse. */
export function saidBefore(text: string): ToolMessage[] {
  return text.trim() === '' ? [] : [{ role: 'assistant', content: text }];
}
