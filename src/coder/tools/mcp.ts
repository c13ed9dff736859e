import { z } from 'zod';
import { shortHash } from '../../machine/hash';
import type { McpConnections, McpTool } from '../../mcp';
import type { AgentTask } from '../agent/task';
import type { CallParts, ToolSource } from './registry';
import { defineTool, type Tool } from './tool';

/** Time of one call, ms: whoever wants to wait longer for people or machines answers that it has begun. */
const CALL_MS = 120_000;
const NAME_CHARS = 64;
/** Characters of arguments in a question. */
const SHOWN_CHARS = 1_000;

const Output = z.object({ success: z.boolean(), text: z.string() });

/** The tools of the user's MCP servers as a source of a tool set; those of servers that can't be reached are not in it. */
export async function mcpTools(
  connections: McpConnections,
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

function toolOf(connections: McpConnections, name: string, given: McpTool): Tool<CallParts> {
  const { server, description, inputSchema } = given;
  const place = `${server}/${given.name}`;
  return defineTool<CallParts>()({
    name,
    description: `${description} (tool of the server ${server})`.slice(0, 1_024),
    input: inputOf(inputSchema),
    output: Output,
    // What a server says about its tools is not believed: each call counts as one that changes something.
    kind: 'write',
    activity: 'model',
    once: true,
    shown: ({ text }) => text,
    summary: () => `call ${place}`,
    act: (input) => ({
      tool: `mcp:${place}`,
      summary: `call ${place} with ${shown(input)}`,
      // An answer is to these arguments, whatever part of them is shown.
      binds: shortHash(JSON.stringify(input)),
    }),
    run: async ({ signal, redact }, input) => {
      const { ok, text } = await connections.call(server, given.name, input, { signal, timeoutMs: CALL_MS });
      return { success: ok, text: redact(text) };
    },
  });
}

/** The schema of a server; one that can't be read lets any arguments through, and the server says what is wrong. */
function inputOf(schema: Record<string, unknown>): z.ZodObject {
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
