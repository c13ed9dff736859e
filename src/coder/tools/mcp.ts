import type { McpConnections, McpTool } from '../../mcp';
import type { AgentTask } from '../agent/task';
import type { CallParts, ToolSource } from './registry';
import type { Tool } from './tool';
import { schemaOf, usersTool } from './users';

const NAME_CHARS = 64;

/** Servers, as their tools are listed and called. */
type Asked = Pick<McpConnections, 'tools' | 'call'>;

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
