import type { z } from 'zod';
import { parseReply, withoutThoughts, type ParsedReply } from './json';
import type { StoredReply } from './reply-store';
import { readToolCalls } from './tool-turn';
import type { ChatMessage, ToolCallsMessage, ToolMessage, ToolOptions, ToolReply } from './types';
import { writtenCall } from './written-calls';

type ReadTurn =
  | { ok: true; turn: Pick<Extract<ToolReply, { ok: true }>, 'ok' | 'text' | 'calls' | 'message'> }
  | { ok: false; error: string; back: ToolMessage[] };

/** A turn that is whole, its calls read; else the complaint, and what the conversation goes on with. */
export function readTurn(reply: StoredReply, options: Pick<ToolOptions, 'tools' | 'toolChoice'>): ReadTurn {
  const { toolCalls = [] } = reply;
  const text = withoutThoughts(reply.text);
  const error = incomplete(reply) ?? missing(text, toolCalls.length, options);
  if (error !== undefined) {
    // What was cut off cannot be sent back as calls.
    const complaint: ToolMessage = { role: 'user', content: `${error} Answer again, whole.` };
    return { ok: false, error, back: [...saidBefore(text), complaint] };
  }
  const message: ChatMessage | ToolCallsMessage =
    toolCalls.length === 0
      ? { role: 'assistant', content: text }
      : { role: 'assistant', content: text, toolCalls };
  const calls = readToolCalls(toolCalls, options.tools);
  return { ok: true, turn: { ok: true, text, calls, message } };
}

function missing(
  text: string,
  calls: number,
  { toolChoice, tools }: Pick<ToolOptions, 'tools' | 'toolChoice'>,
): string | undefined {
  if (calls > 0) return undefined;
  const written = toolChoice === 'none' ? undefined : writtenCall(text, tools);
  if (written !== undefined)
    return `The reply has a call of ${written} as text, which is not run: call tools by the tool calls of the interface.`;
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
