import { APIError } from 'openai';
import type {
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam,
  ChatCompletionTool,
} from 'openai/resources/chat/completions';
import { isStrict, wireSchema } from './json';
import type { ToolMessage, ToolOptions } from './types';

/** How an endpoint is asked for JSON, the best first. */
type Format = 'json_schema' | 'json_object' | 'none';

/** Wishes of a request besides its messages. */
export interface Wanted {
  schema?: Record<string, unknown>;
  schemaName?: string;
  tools?: ToolOptions['tools'];
  toolChoice?: ToolOptions['toolChoice'];
}

/** Missing abilities of an endpoint, learned from its refusals, per model. */
export interface Abilities {
  format: Format;
  streamUsage: boolean;
  strictTools: boolean;
}

export const ALL_ABILITIES: Abilities = { format: 'json_schema', streamUsage: true, strictTools: true };

const FORMAT =
  /response_format|json_schema|json_object|structured[ _]output|guided[ _](decoding|json)|grammar|\bschema\b/i;

const LESSER_STATUS: ReadonlySet<number | undefined> = new Set([400, 422, 500, 501]);

/** A refusal without a reason. */
const VAGUE =
  /^\d{3} *(status code \(no body\)|bad request|unprocessable( entity| content)?|internal (server )?error|not implemented)?\.?$/i;

/**
 * Next way to ask after a refusal that names an unknown parameter, or names nothing. Undefined: the refusal is about
 * something else. A server error without a reason counts as a refusal only at its second time.
 */
export function lesserAbilities(
  error: unknown,
  abilities: Abilities,
  wanted: Wanted,
  attempt: number,
): Abilities | undefined {
  if (!(error instanceof APIError) || !LESSER_STATUS.has(error.status as number | undefined))
    return undefined;
  const vague = VAGUE.test(error.message) && (error.status !== 500 || attempt > 1);
  const text = `${error.param ?? ''} ${error.message}`;
  if (abilities.streamUsage && /stream_options|include_usage/.test(text))
    return { ...abilities, streamUsage: false };
  if (wanted.tools && abilities.strictTools && /\bstrict\b|additionalProperties/i.test(text))
    return { ...abilities, strictTools: false };
  if (wanted.schema && (vague || FORMAT.test(text))) {
    if (abilities.format === 'json_schema') return { ...abilities, format: 'json_object' };
    if (abilities.format === 'json_object') return { ...abilities, format: 'none' };
  }
  return vague && abilities.streamUsage ? { ...abilities, streamUsage: false } : undefined;
}

/** The request as the endpoint is sent it. */
export function paramsOf(
  model: string,
  messages: readonly ToolMessage[],
  wanted: Wanted,
  abilities: Abilities,
): ChatCompletionCreateParamsStreaming {
  const { schema, schemaName = 'reply', tools, toolChoice } = wanted;
  const described = schema && abilities.format !== 'json_schema' ? withSchema(messages, schema) : messages;
  const params: ChatCompletionCreateParamsStreaming = {
    model,
    messages: described.map(wireMessage),
    stream: true,
  };
  if (abilities.streamUsage) params.stream_options = { include_usage: true };
  if (schema && abilities.format === 'json_schema') {
    params.response_format = { type: 'json_schema', json_schema: { name: schemaName, strict: true, schema } };
  } else if (schema && abilities.format === 'json_object') {
    params.response_format = { type: 'json_object' };
  }
  if (tools && tools.length > 0) {
    params.tools = wireTools(tools, abilities.strictTools);
    if (toolChoice !== undefined) params.tool_choice = toolChoice;
  }
  return params;
}

/** Tools as functions of JSON Schemas: strict ones, as far as their schemas can be held to. */
export function wireTools(tools: ToolOptions['tools'], strict: boolean): ChatCompletionTool[] {
  return tools.map(({ name, description, parameters: schema }) => {
    const parameters = wireSchema(schema);
    return {
      type: 'function',
      function: { name, description, parameters, ...(strict && isStrict(parameters) ? { strict } : {}) },
    };
  });
}

function wireMessage(message: ToolMessage): ChatCompletionMessageParam {
  if (message.role === 'tool')
    return { role: 'tool', tool_call_id: message.toolCallId, content: message.content };
  if (!('toolCalls' in message)) return { role: message.role, content: message.content };
  return {
    role: 'assistant',
    content: message.content === '' ? null : message.content,
    tool_calls: message.toolCalls.map(({ id, name, arguments: text }) => ({
      id,
      type: 'function',
      // Endpoints refuse names and arguments that they would not have given themselves.
      function: { name: TOOL_NAME.test(name) ? name : 'unknown', arguments: isObject(text) ? text : '{}' },
    })),
  };
}

const TOOL_NAME = /^[\w-]{1,64}$/;

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}

/** Describes a schema in words, for an endpoint that takes no format. */
export function schemaText(schema: Record<string, unknown>): string {
  return `Answer with one JSON object and nothing else. Its JSON Schema:\n${JSON.stringify(schema)}`;
}

function withSchema(messages: readonly ToolMessage[], schema: Record<string, unknown>): ToolMessage[] {
  const content = schemaText(schema);
  const [first, ...rest] = messages;
  if (first?.role !== 'system') return [{ role: 'system', content }, ...messages];
  return [{ role: 'system', content: `${first.content}\n\n${content}` }, ...rest];
}
