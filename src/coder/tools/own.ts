import { z } from 'zod';
import { firstIssue } from '../../domain/issue-words';
import type { AgentTask } from '../agent/task';
import type { CallParts, ToolSource } from './registry';
import type { McpConnections, McpTool } from '../../mcp';
import { type Tool, defineTool } from './tool';
import { shortHash } from '../../machine/hash';

/** Time of one call, ms: whoever wants to wait longer for people or machines answers that it has begun. */
const CALL_MS = 120_000;
/** Characters of arguments in a question. */
const SHOWN_CHARS = 1_000;

const Output = z.object({ success: z.boolean(), text: z.string() });

/** A tool of the user's own: of a server, or of a module. */
interface UsersTool {
  /** As a model calls it. */
  name: string;
  description: string;
  input: z.ZodObject;
  /** As people and the policy call it: `mcp:mail/send`. */
  place: string;
  call(
    input: Record<string, unknown>,
    options: { signal: AbortSignal; timeoutMs: number },
  ): Promise<{ ok: boolean; text: string }>;
}

const NAME_CHARS = 64;

/** Servers, as their tools are listed and called. */
type Asked = Pick<McpConnections, 'tools' | 'call'>;

/** A tool of a user's module. */
export interface OwnTool {
  /** Letters, digits and `_`, at most 64. */
  name: string;
  description: string;
  /** JSON Schema of its arguments, an object; absent: it takes any. */
  input?: Record<string, unknown>;
  /** Carries out a call. What it returns is told to the model as JSON, or as it stands where it is a text; an error is a failure. */
  run(input: Record<string, unknown>, options: { signal: AbortSignal }): unknown;
}

const OwnTools = z
  .array(
    z.looseObject({
      name: z.string().regex(/^\w{1,64}$/, 'must be letters, digits and "_", at most 64'),
      description: z.string().min(1),
      input: z.record(z.string(), z.unknown()).optional(),
      run: z.custom<OwnTool['run']>((value) => typeof value === 'function', 'must be a function'),
    }),
  )
  .max(64);

/** Reads what a module exports as tools; a problem is a sentence. */
export function readOwnTools(exported: unknown): { tools: OwnTool[] } | { problem: string } {
  const parsed = OwnTools.safeParse(exported);
  if (parsed.success) return { tools: parsed.data };
  const { where, message } = firstIssue(parsed.error);
  return { problem: [where, message].filter(Boolean).join(': ') };
}

/** Tools of a user's module as a source of a tool set. */
export function ownTools(tools: readonly OwnTool[], toolSet: AgentTask['toolSet']): ToolSource<CallParts> {
  const made = tools.map((tool) =>
    usersTool({
      name: tool.name,
      description: tool.description,
      input: schemaOf({ type: 'object', ...tool.input }),
      place: `own:${tool.name}`,
      call: (input, options) => callOwn(tool, input, options),
    }),
  );
  return { toolSet, tools: made, contextOf: (parts) => parts };
}

async function callOwn(
  { name, run }: OwnTool,
  input: Record<string, unknown>,
  { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
): Promise<{ ok: boolean; text: string }> {
  const limit = AbortSignal.timeout(timeoutMs);
  const either = AbortSignal.any([signal, limit]);
  try {
    // A tool that does not heed its signal is not waited for.
    const ended = new Promise<never>((_, reject) =>
      either.addEventListener('abort', () => reject(either.reason as Error), { once: true }),
    );
    const value = await Promise.race([Promise.resolve(run(input, { signal: either })), ended]);
    return { ok: true, text: typeof value === 'string' ? value : (JSON.stringify(value) ?? 'done') };
  } catch (error) {
    signal.throwIfAborted();
    if (limit.aborted) return { ok: false, text: `${name} took longer than ${timeoutMs / 1000} s.` };
    return { ok: false, text: `${name} failed: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** The tools of the user's MCP servers as a source of a tool set; those of servers that can't be reached are not in it. */
export async function mcpTools(
  connections: Asked,
  toolSet: AgentTask['toolSet'],
): Promise<ToolSource<CallParts>> {
  const named = new Map((await connections.tools()).map((tool) => [nameOf(tool), tool]));
  const tools = [...named].map(([name, tool]) => toolOf(connections, name, tool));
  return { toolSet, tools, contextOf: (parts) => parts };
}

/** Name as a model calls it: `mail__send`. */
function nameOf({ server, name }: McpTool): string {
  return `${server}__${name}`.replace(/\W/g, '_').slice(0, NAME_CHARS);
}

function toolOf(connections: Asked, name: string, given: McpTool): Tool<CallParts> {
  const { server, description, inputSchema } = given;
  return usersTool({
    name,
    description: `${description} (tool of the server ${server})`,
    input: schemaOf(inputSchema),
    place: `mcp:${server}/${given.name}`,
    call: (input, options) => connections.call(server, given.name, input, options),
  });
}

/** The tool as models have it. What it says about itself is not believed: each call counts as one that changes something, and asks. */
function usersTool({ name, description, input: schema, place, call }: UsersTool): Tool<CallParts> {
  const words = place.slice(place.indexOf(':') + 1);
  return defineTool<CallParts>()({
    name,
    description: description.slice(0, 1_024),
    input: schema,
    output: Output,
    kind: 'write',
    activity: 'model',
    once: true,
    shown: ({ text }) => text,
    summary: () => `call ${words}`,
    act: (input) => ({
      tool: place,
      summary: `call ${words} with ${shown(input)}`,
      // An answer is to these arguments, whatever part of them is shown.
      binds: shortHash(JSON.stringify(input)),
    }),
    run: async ({ signal, redact }, input) => {
      const { ok, text } = await call(input, { signal, timeoutMs: CALL_MS });
      return { success: ok, text: redact(text) };
    },
  });
}

/** A JSON Schema of arguments; one that can't be read lets any arguments through, and the tool says what is wrong. */
function schemaOf(schema: Record<string, unknown>): z.ZodObject {
  try {
    const read = z.fromJSONSchema(schema);
    return read instanceof z.ZodObject ? read : z.looseObject({});
  } catch {
    return z.looseObject({});
  }
}

function shown(input: unknown): string {
  const text = JSON.stringify(input);
  const more = text.length - SHOWN_CHARS;
  return more > 0 ? `${text.slice(0, SHOWN_CHARS)}… (and ${more} more characters)` : text;
}
