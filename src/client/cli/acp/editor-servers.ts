import type { McpServer } from '@agentclientprotocol/sdk';
import type { NamedServer } from '../../editor-servers';

/** Longest name of a server: it begins the names of its tools. */
const NAME_CHARS = 31;

/** The servers of an editor in the form of a file of servers, by names that tools can begin with; `left`: names of those that speak something else. */
export function namedServers(given: readonly McpServer[]): {
  servers: Map<string, NamedServer>;
  left: string[];
} {
  const servers = new Map<string, NamedServer>();
  const left: string[] = [];
  for (const server of given) {
    const read = readServer(server);
    if (read) servers.set(freeName(server.name, servers), read);
    else left.push(server.name);
  }
  return { servers, left };
}

function readServer(server: McpServer): NamedServer | undefined {
  if ('command' in server)
    return { command: server.command, args: [...server.args], env: valuesOf(server.env) };
  return server.type === 'http' ? { url: server.url, headers: valuesOf(server.headers) } : undefined;
}

function valuesOf(list: readonly { name: string; value: string }[]): Record<string, string> {
  return Object.fromEntries(list.map(({ name, value }) => [name, value]));
}

/** The name in letters, digits and `-`, with a number where another server has it. */
function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  const plain = name.replaceAll(/[^A-Za-z0-9]+/g, '-').replace(/^[^A-Za-z]+/, '') || 'server';
  for (let number = 1; ; number += 1) {
    const end = number === 1 ? '' : `-${number}`;
    const tried = plain.slice(0, NAME_CHARS - end.length) + end;
    if (!taken.has(tried)) return tried;
  }
}
