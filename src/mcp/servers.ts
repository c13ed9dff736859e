import { z } from 'zod';
import { firstIssue } from '../domain/issue-words';
import { badInput } from '../domain/kintsugi-error';

/** Name of a server: it begins the names of its tools. */
const ServerName = z.string().regex(/^[A-Za-z][A-Za-z0-9-]{0,30}$/, {
  message: 'is no name of a server: take letters, digits and "-", at most 31',
});

const LocalServer = z.strictObject({
  command: z.string().min(1),
  args: z.array(z.string()).default([]),
  /** Variables besides PATH and HOME. `${NAME}` is the worker's own variable NAME. */
  env: z.record(z.string(), z.string()).default({}),
});

const RemoteServer = z.strictObject({
  url: z.url({ protocol: /^https?$/ }),
  headers: z.record(z.string(), z.string()).default({}),
});

/** A server of tools: a program that is started, or one that is asked over HTTP. */
export type McpServer = z.infer<typeof LocalServer> | z.infer<typeof RemoteServer>;

const Servers = z.strictObject({ mcpServers: z.record(z.string(), z.unknown()) });

/** True if a server is a program that is started. */
export function isLocal(server: McpServer): server is z.infer<typeof LocalServer> {
  return 'command' in server;
}

/**
 * Reads the servers that a file names, in the form that MCP clients share: `{"mcpServers": {"mail": {"command": …}}}`.
 * Throws a sentence about the first thing that is wrong with it.
 *
 * @param file Its path, for messages.
 * @param env Variables that `${NAME}` may name; absent: texts are taken as they are.
 */
export function readServers(
  file: string,
  text: string,
  env?: Readonly<Record<string, string>>,
): Map<string, McpServer> {
  const servers = checked(file, '', Servers, parsed(file, text));
  return new Map(
    Object.entries(servers.mcpServers).map(([name, given]) => {
      checked(file, `the server "${name}"`, ServerName, name);
      const where = `mcpServers.${name}`;
      const isProgram = typeof given === 'object' && given !== null && 'command' in given;
      const server = isProgram
        ? checked(file, where, LocalServer, given)
        : checked(file, where, RemoteServer, given);
      return [name, env ? withVariables(file, server, env) : server];
    }),
  );
}

function parsed(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badInput(`${file} is not JSON: correct it, or unset KINTSUGI_MCP.`);
  }
}

function checked<S extends z.ZodType>(file: string, within: string, schema: S, value: unknown): z.output<S> {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const { where, message } = firstIssue(read.error);
  const place = [within, where].filter(Boolean).join('.') || 'the whole';
  throw badInput(`${file}: ${place}: ${message}.`);
}

function withVariables(file: string, server: McpServer, env: Readonly<Record<string, string>>): McpServer {
  const fill = (values: Record<string, string>): Record<string, string> =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, filled(file, value, env)]));
  return isLocal(server)
    ? { ...server, env: fill(server.env) }
    : { ...server, headers: fill(server.headers) };
}

function filled(file: string, value: string, env: Readonly<Record<string, string>>): string {
  return value.replace(/\$\{(\w{1,64})\}/g, (_, name: string) => {
    const found = env[name];
    if (found === undefined) throw badInput(`${file} names the variable ${name}, which is not set: set it.`);
    return found;
  });
}

/** Values of the servers' variables and headers, each also without its first word (`Bearer`): what must not be shown. */
export function secretsOf(servers: ReadonlyMap<string, McpServer>): string[] {
  return [...servers.values()]
    .flatMap((server) => Object.values(isLocal(server) ? server.env : server.headers))
    .flatMap((value) => [value, value.slice(value.indexOf(' ') + 1)])
    .filter((value, index, all) => value.length >= 8 && all.indexOf(value) === index);
}
