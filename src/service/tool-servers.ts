import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { Runtime } from '@temporalio/worker';
import { mcpTools, type ToolSource } from '../coder/agent';
import type { Config } from '../config';
import { badInput } from '../domain/kintsugi-error';
import { kintsugiVersion } from '../machine/version';
import { McpConnections, readServers, secretsOf } from '../mcp';

/** The user's servers of tools, as a worker has them. */
export interface ToolServers {
  sources: readonly ToolSource<never>[];
  /** Values that must not be shown. */
  secrets: readonly string[];
  close(): Promise<void>;
}

const NONE: ToolServers = { sources: [], secrets: [], close: () => Promise.resolve() };

/** Connects to the servers that the file of the setting names; none where there is no setting. Throws a sentence on a file of no use. */
export async function connectToolServers({ mcp: file, variables, path, home }: Config): Promise<ToolServers> {
  if (file === undefined) return NONE;
  const text = await readFile(file, 'utf8').catch(() => {
    throw badInput(`KINTSUGI_MCP names ${file}, which cannot be read: correct the path.`);
  });
  const servers = readServers(file, text, variables);
  const connections = new McpConnections(servers, {
    version: kintsugiVersion(),
    path,
    home: homedir(),
    cwd: home,
    warn: (sentence) => {
      Runtime.instance().logger.warn(sentence);
    },
  });
  const sources = await Promise.all(
    (['data', 'directory'] as const).map((set) => mcpTools(connections, set)),
  );
  return {
    sources: sources as unknown as ToolSource<never>[],
    secrets: secretsOf(servers),
    close: () => connections.close(),
  };
}
