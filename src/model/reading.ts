import type { z } from 'zod';
import { parseReply, withoutThoughts, type ParsedReply } from './json';
import type { StoredReply } from './reply-store';
import { readWrittenCalls } from './read-written-calls';
import type {
  ChatMessage,
  RawToolCall,
  ToolCallsMessage,
  ToolMessage,
  ToolOptions,
  ToolReply,
  ToolSpec,
  ReadCall,
} from './types';
import { fitSchema, readJson } from './fit-schema';

/** Holds a model's calls to the tools that it was given. An error names the mistake, for the model and for people. */
export function readToolCalls(calls: readonly RawToolCall[], tools: readonly ToolSpec[]): ReadCall[] {
  return calls.map((call) => readToolCall(call, tools));
}

function readToolCall({ id, name, arguments: text }: RawToolCall, tools: readonly ToolSpec[]): ReadCall {
  const refused = (error: string): ReadCall => ({ ok: false, id, name, error });
  const tool = tools.find((known) => known.name === name);
  if (!tool) {
    const known = tools.map((each) => each.name).join(', ');
    return refused(`There is no tool "${name.slice(0, 100)}". The tools are: ${known}.`);
  }
  const given = argumentsOf(text);
  if ('problem' in given) return refused(`The arguments of ${name} are ${given.problem}.`);
  const fitted = fitSchema(given.value, tool.parameters);
  if (fitted.ok) return { ok: true, call: { id, name, arguments: fitted.value } };
  return refused(
    `The arguments of ${name} do not fit its schema: ${fitted.error.slice(0, MOST_ISSUE_CHARS)}.`,
  );
}

const MOST_ISSUE_CHARS = 1_000;

/** The object in a text, which some models write as text in JSON once more. A tool without arguments is often called with none. */
function argumentsOf(text: string): { value: object } | { problem: string } {
  if (text.trim() === '') return { value: {} };
  const read = readJson(text);
  if ('problem' in read) return { problem: `not JSON (${read.problem})` };
  const { value } = read;
  if (typeof value === 'string') return argumentsOf(value);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { value };
  return {
    problem: `not a JSON object but ${Array.isArray(value) ? 'a list' : JSON.stringify(value).slice(0, 40)}`,
  };
}

/** Text forms in which models and frameworks write a call; the group is the name of the tool. */
const FORMS: readonly RegExp[] = [
  // {"name": "search", "arguments": …}, {"tool": …}, {"function": …}, {"action": …}
  /"(?:name|tool|tool_name|toolName|function|function_name|recipient_name|action)"\s{0,20}:\s{0,20}"(?:functions\.)?([\w-]{1,64})"/g,
  // <function=search>
  /<function=["']?([\w-]{1,64})/g,
  // <invoke name="search">, <tool_call name='search'>
  /<(?:[a-z]{1,20}:)?(?:invoke|tool|tool_call|function|function_call|call)\s{1,20}name=["']([\w-]{1,64})["']/g,
  // <tool_call>search, <tool_name>search
  /<(?:[a-z]{1,20}:)?(?:tool_call|tool_name|function_call|tool)>\s{0,20}([\w-]{1,64})/g,
  // [TOOL_CALLS]search{…}
  /\[TOOL_CALLS?\]\s{0,20}([\w-]{1,64})/g,
  // <|tool_call_begin|>functions.search
  /<\|(?:tool_call|tool_calls_begin|tool_call_begin|python_tag)\|>\s{0,20}(?:functions\.)?([\w-]{1,64})/g,
  // Action: search
  /^[ \t]{0,20}Action:[ \t]{0,20}([\w-]{1,64})/gm,
  // search({…}), print(default_api.search(…)), on a line of its own
  /^[ \t]{0,20}(?:print\()?(?:functions\.|default_api\.)?([\w-]{1,64})\(\s{0,20}[{)\w]/gm,
];

/** Name of the tool that a text calls in words: JSON or a form like XML, which no endpoint took for a call. Undefined: none. */
export function writtenCall(text: string, tools: readonly Pick<ToolSpec, 'name'>[]): string | undefined {
  const names = new Set(tools.map(({ name }) => name));
  for (const form of FORMS) {
    for (const [, name = ''] of text.matchAll(form)) if (names.has(name)) return name;
  }
  return [...names].find((name) => isTag(text, name));
}

/** `<search>…</search>` */
function isTag(text: string, name: string): boolean {
  const open = text.indexOf(`<${name}>`);
  return open >= 0 && text.includes(`</${name}>`, open);
}

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
