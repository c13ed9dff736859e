import { readJson } from './fit-schema';
import { wholeToolCalls, type ToolCallDelta } from './tool-calls';
import type { RawToolCall, ToolSpec } from './types';

/** Calls that stand in a text in a form that means nothing else, and the words before them. */
export interface WrittenCalls {
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

interface Written {
  name: string;
  arguments: unknown;
}

/** A fenced block that is all of the text, without its fence. */
function withoutFence(text: string): string {
  const inner = /^```[a-z_]{0,20}\n([\s\S]*)\n```$/.exec(text)?.[1];
  return inner === undefined || inner.includes('```') ? text : inner;
}

/** All calls of a text of calls alone. */
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

interface Part {
  end: number;
  calls: Written[] | undefined;
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
