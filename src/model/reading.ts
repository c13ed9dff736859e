import type { z } from 'zod';
import { parseReply, withoutThoughts, type ParsedReply } from './json';
import type { StoredReply } from './reply-store';
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
import { wholeToolCalls, type ToolCallDelta } from './tool-calls';

/** Calls that stand in a text in a form that means nothing else, and the words before them. */
interface WrittenCalls {
  before: string;
  calls: RawToolCall[];
}

/** Begins calls in the formats that models are trained on. */
const MARK = /<tool_call>|<function_calls>|<function=|<invoke name=|\[TOOL_CALLS\]/;
/** Stands around calls. */
const FRAME = /\s{1,200}|<\/?tool_call>|<\/?function_calls>|\[TOOL_CALLS\]/y;
/** `search{…}`, of Mistral. */
const NAMED = /([\w-]{1,64})(?:\[ARGS\])?(?=\{)/y;
/** `<function=search>…</function>` of Qwen and Llama, `<invoke name="search">…</invoke>` */
const ELEMENT = /<(function|invoke)(?:=| name=)["']?([\w-]{1,64})["']?>/y;
const PARAMETER = /\s{0,60}<parameter(?:=| name=)["']?([\w-]{1,64})["']?>\n?/y;

interface Written {
  name: string;
  arguments: unknown;
}

interface Part {
  end: number;
  calls: Written[] | undefined;
}

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

/**
 * Calls that a model wrote as text because its server does not read them; undefined where a text could mean something
 * else. From the first mark to the end there are calls alone, all of known tools, and no fenced block before them. With
 * `bare` the JSON of calls needs no mark, if the text holds nothing else.
 */
export function readWrittenCalls(
  given: string,
  tools: readonly Pick<ToolSpec, 'name'>[],
  { bare }: { bare: boolean },
): WrittenCalls | undefined {
  const text = withoutFence(given.trim());
  const mark = MARK.exec(text)?.index ?? (bare ? 0 : undefined);
  if (mark === undefined) return undefined;
  const before = text.slice(0, mark).trim();
  const calls = before.includes('```') ? undefined : callsIn(text.slice(mark));
  const isKnown = ({ name }: Written) => tools.some((tool) => tool.name === name);
  if (!calls?.length || !calls.every(isKnown)) return undefined;
  return { before, calls: wholeToolCalls(calls.map((made): ToolCallDelta => ({ function: made }))) };
}

function withoutFence(text: string): string {
  const inner = /^```[a-z_]{0,20}\n([\s\S]*)\n```$/.exec(text)?.[1];
  return inner === undefined || inner.includes('```') ? text : inner;
}

function callsIn(text: string): Written[] | undefined {
  const calls: Written[] = [];
  for (let at = 0; at < text.length;) {
    const frame = taken(FRAME, text, at);
    const part = frame
      ? { end: at + frame[0].length, calls: [] }
      : (jsonCalls(text, at) ?? element(text, at));
    if (part?.calls === undefined) return undefined;
    calls.push(...part.calls);
    at = part.end;
  }
  return calls;
}

function taken(form: RegExp, text: string, at: number): RegExpExecArray | null {
  form.lastIndex = at;
  return form.exec(text);
}

/** JSON of calls, or of the arguments of a call that is named before it. */
function jsonCalls(text: string, at: number): Part | undefined {
  const named = taken(NAMED, text, at);
  const from = at + (named?.[0].length ?? 0);
  const end = jsonEnd(text, from);
  const read = end === undefined ? undefined : readJson(text.slice(from, end));
  if (end === undefined || read === undefined || 'problem' in read) return undefined;
  return { end, calls: named ? [{ name: named[1] ?? '', arguments: read.value }] : callsOf(read.value) };
}

/** End of the object or list that begins at a place. */
function jsonEnd(text: string, from: number): number | undefined {
  if (!'{['.includes(text[from] ?? ' ')) return undefined;
  let depth = 0;
  let inString = false;
  for (let at = from; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (char === '"') inString = !inString;
    else if (inString) at += char === '\\' ? 1 : 0;
    else if ('{['.includes(char)) depth += 1;
    else if ('}]'.includes(char)) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return undefined;
}

/** A call as an element, its arguments JSON or an element each, whose text the schema reads. */
function element(text: string, at: number): Part | undefined {
  const [head, kind = '', name = ''] = taken(ELEMENT, text, at) ?? [];
  if (head === undefined) return undefined;
  const close = `</${kind}>`;
  const from = at + head.length;
  const object = jsonEnd(text, from);
  const given =
    object === undefined ? parameters(text, from) : { end: object, value: text.slice(from, object) };
  const end = given.end + (/^\s{0,200}/.exec(text.slice(given.end, given.end + 200))?.[0].length ?? 0);
  if (!text.startsWith(close, end)) return undefined;
  return { end: end + close.length, calls: [{ name, arguments: given.value }] };
}

function parameters(text: string, from: number): { end: number; value: Record<string, string> } {
  const value: Record<string, string> = {};
  let end = from;
  for (;;) {
    const [head, name = ''] = taken(PARAMETER, text, end) ?? [];
    const close = head === undefined ? -1 : text.indexOf('</parameter>', end + head.length);
    if (head === undefined || close < 0) return { end, value };
    value[name] = text.slice(end + head.length, close).replace(/\n$/, '');
    end = close + '</parameter>'.length;
  }
}

/** The calls that a value is: one, several, or a message with calls. */
function callsOf(value: unknown): Written[] | undefined {
  if (Array.isArray(value)) {
    const calls = value.map(callsOf);
    return calls.every((one) => one !== undefined) ? calls.flat() : undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { tool_calls: several, function: inner, ...more } = value as Record<string, unknown>;
  if (several !== undefined) return callsOf(several);
  if (typeof inner === 'object') return callsOf(inner);
  const name = inner ?? more['name'] ?? more['tool'] ?? more['recipient_name'];
  const given = more['arguments'] ?? more['parameters'] ?? more['input'];
  if (typeof name !== 'string' || given === undefined) return undefined;
  return [{ name: name.replace(/^functions\./, ''), arguments: given }];
}
