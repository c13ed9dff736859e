import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { pathToFileURL } from 'node:url';
import { Runtime } from '@temporalio/worker';
import { mcpTools, ownTools, readOwnTools, type ToolSource } from '../coder/agent';
import type { Config } from '../config';
import { badInput } from '../domain/kintsugi-error';
import { kintsugiVersion } from '../machine/version';
import { McpConnections, readServers, secretsOf, type ConnectionOptions } from '../mcp';
import { EditorServers } from './editor-servers';

/** The user's servers of tools, as a worker has them. */
export interface ToolServers {
  sources: readonly ToolSource<never>[];
  /** Tools that an editor gave a session, by the id of the session or of a run that it started. */
  sourcesOf(run: string): Promise<readonly ToolSource<never>[]>;
  /** Values that must not be shown. */
  secrets: readonly string[];
  close(): Promise<void>;
}

type NamedServers = Omit<ToolServers, 'sourcesOf'>;

const NONE: NamedServers = { sources: [], secrets: [], close: () => Promise.resolve() };

/** Loads the user's own tools and connects to the servers that a file names; none where there is no setting. Throws a sentence on a file of no use. */
export async function connectToolServers(config: Config): Promise<ToolServers> {
  const own = await ownSources(config);
  const servers = await serverSources(config);
  const editors = new EditorServers(config.home, connectionOptions(config));
  return {
    sources: [...own, ...servers.sources],
    sourcesOf: (run) => editors.sourcesOf(run),
    secrets: servers.secrets,
    close: async () => {
      await Promise.all([servers.close(), editors.close()]);
    },
  };
}

const SETS = ['data', 'directory'] as const;

/** The tools of the user's module, for each set. */
async function ownSources({ tools: file }: Config): Promise<readonly ToolSource<never>[]> {
  if (file === undefined) return [];
  const loaded = (await import(pathToFileURL(file).href).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw badInput(
      `KINTSUGI_TOOLS names ${file}, which cannot be loaded (${reason}): correct the module or the path.`,
    );
  })) as { default?: unknown; tools?: unknown };
  const read = readOwnTools(exportedOf(loaded));
  if ('problem' in read)
    throw badInput(`KINTSUGI_TOOLS: ${file} must export an array of tools as default: ${read.problem}.`);
  return SETS.map((set) => ownTools(read.tools, set) as unknown as ToolSource<never>);
}

/** An ES module, or one of CommonJS as Node gives it. */
function exportedOf({ default: main, tools }: { default?: unknown; tools?: unknown }): unknown {
  if (tools !== undefined) return tools;
  const isWrapped = typeof main === 'object' && main !== null && 'default' in main;
  return isWrapped ? main.default : main;
}

function connectionOptions({ path, home }: Config): ConnectionOptions {
  return {
    version: kintsugiVersion(),
    path,
    home: homedir(),
    cwd: home,
    warn: (sentence) => {
      Runtime.instance().logger.warn(sentence);
    },
  };
}

async function serverSources(config: Config): Promise<NamedServers> {
  const { mcp: file, variables } = config;
  if (file === undefined) return NONE;
  const text = await readFile(file, 'utf8').catch(() => {
    throw badInput(`KINTSUGI_MCP names ${file}, which cannot be read: correct the path.`);
  });
  const servers = readServers(file, text, variables);
  const connections = new McpConnections(servers, connectionOptions(config));
  const sources = await Promise.all(SETS.map((set) => mcpTools(connections, set)));
  return {
    sources: sources as unknown as ToolSource<never>[],
    secrets: secretsOf(servers),
    close: () => connections.close(),
  };
}
