import type { z } from 'zod';
import { parseReply, withoutThoughts, type ParsedReply } from './json';
import type { StoredReply } from './reply-store';
import { readWrittenCalls } from './read-written-calls';
import { readToolCalls } from './tool-turn';
import type {
  ChatMessage,
  RawToolCall,
  ToolCallsMessage,
  ToolMessage,
  ToolOptions,
  ToolReply,
} from './types';
import { writtenCall } from './written-calls';

type ReadTurn =
  | { ok: true; turn: Pick<Extract<ToolReply, { ok: true }>, 'ok' | 'text' | 'calls' | 'message'> }
  | { ok: false; error: string; back: ToolMessage[] };

/** Reason why a reply is of no use, for people, and for the model where that needs other words. */
interface Complaint {
  error: string;
  told?: string;
}

/** A turn that is whole, its calls read; else the complaint, and what the conversation goes on with. */
export function readTurn(reply: StoredReply, options: Pick<ToolOptions, 'tools' | 'toolChoice'>): ReadTurn {
  const said = { text: withoutThoughts(reply.text), toolCalls: reply.toolCalls ?? [] };
  const cut = incomplete(reply);
  const { text, toolCalls } = (cut === undefined ? written(reply, said, options) : undefined) ?? said;
  const complaint = cut === undefined ? missing(reply, text, toolCalls.length, options) : { error: cut };
  if (complaint !== undefined) {
    const { error, told = error } = complaint;
    // What was cut off cannot be sent back as calls.
    const back = [...saidBefore(text), { role: 'user' as const, content: `${told} Answer again, whole.` }];
    return { ok: false, error, back };
  }
  const message: ChatMessage | ToolCallsMessage =
    toolCalls.length === 0
      ? { role: 'assistant', content: text }
      : { role: 'assistant', content: text, toolCalls };
  const calls = readToolCalls(toolCalls, options.tools);
  return { ok: true, turn: { ok: true, text, calls, message } };
}

interface Said {
  text: string;
  toolCalls: readonly RawToolCall[];
}

/** The reply with the calls that it holds as text, or that its endpoint left among the thoughts. Undefined: it holds none. */
function written(
  { thoughts }: StoredReply,
  { text, toolCalls }: Said,
  { tools, toolChoice }: Pick<ToolOptions, 'tools' | 'toolChoice'>,
): Said | undefined {
  if (toolCalls.length > 0 || toolChoice === 'none') return undefined;
  const found =
    thoughts === undefined
      ? readWrittenCalls(text, tools, { bare: true })
      : readWrittenCalls(thoughts, tools, { bare: false });
  return found && { text: thoughts === undefined ? found.before : '', toolCalls: found.calls };
}

function missing(
  { thoughts }: StoredReply,
  text: string,
  calls: number,
  { toolChoice, tools }: Pick<ToolOptions, 'tools' | 'toolChoice'>,
): Complaint | undefined {
  if (calls > 0) return undefined;
  const call = toolChoice === 'none' ? undefined : writtenCall(thoughts ?? text, tools);
  if (call !== undefined)
    return { error: `The model writes its call of ${call} as text. ${PARSER}`, told: asText(call) };
  if (toolChoice === 'required') return { error: 'The reply calls no tool.' };
  return text.trim() === '' ? { error: 'The reply is empty.' } : undefined;
}

const asText = (call: string) =>
  `The reply has a call of ${call} as text, which is not run: call tools by the tool calls of the interface.`;

const PARSER =
  'Let its server read the calls (llama.cpp: --jinja; vLLM: --enable-auto-tool-choice and --tool-call-parser; SGLang: --tool-call-parser), or set a model that can call tools.';

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
