import type { McpServer } from '@modelcontextprotocol/server' with { 'resolution-mode': 'import' };
import { z } from 'zod';
import { EXIT } from '../../../domain/kintsugi-error';
import { kintsugiVersion } from '../../../machine/version';
import type { McpSdk } from './sdk';
import { runCommand, type CommandEnd } from './run-command';
import { ToolResult, TOOLS, type CommandTool } from './tools';

/** Settings of the server. */
export interface McpSettings {
  /** The client may approve for the user. */
  readonly mayApprove: boolean;
}

/** Exit codes that are results of a command, not failures to carry it out. */
const FAILURES: ReadonlySet<number> = new Set([EXIT.usage, EXIT.infrastructure]);

/** Makes the server for one connection: its tools are commands, its resources what they report. */
export function makeServer({ McpServer, ResourceTemplate }: McpSdk, { mayApprove }: McpSettings): McpServer {
  const server = new McpServer({ name: 'kintsugi', title: 'Kintsugi', version: kintsugiVersion() });
  for (const tool of TOOLS) if (!tool.answers || mayApprove) addTool(server, tool);
  for (const [name, command, mimeType] of RESOURCES)
    server.registerResource(
      name,
      new ResourceTemplate(`kintsugi://${name}/{run}`, { list: undefined }),
      { title: `${name} of a run`, mimeType },
      async (uri, { run }) => {
        const end = await runCommand([command, String(run)], new AbortController().signal);
        if (end.code === null || FAILURES.has(end.code)) throw new Error(textOf(end));
        return { contents: [{ uri: uri.href, mimeType, text: end.stdout }] };
      },
    );
  for (const { name, title, argsSchema, text } of PROMPTS)
    server.registerPrompt(name, { title, argsSchema }, ({ directory }) => ({
      messages: [{ role: 'user', content: { type: 'text', text: text(directory) } }],
    }));
  return server;
}

const RESOURCES = [
  ['report', 'report', 'text/plain'],
  ['diff', 'diff', 'text/x-diff'],
] as const;

const Directory = z.object({ directory: z.string() });

const PROMPTS = [
  {
    name: 'heal',
    title: 'Heal the failing tests',
    argsSchema: Directory,
    text: (directory: string) =>
      `Start \`heal\` on ${directory}. Ask \`status\` until the run asks or has ended. Where it asks, show me its \`diff\`, and approve nothing without my word.`,
  },
  {
    name: 'review',
    title: 'Review what a change touches',
    argsSchema: Directory,
    text: (directory: string) =>
      `Run the tests of ${directory} with \`run_tests\`. For each changed function tell me its \`callers\` and its \`impact\`, and which of them no test covers.`,
  },
];

function addTool(server: McpServer, { name, title, description, input, reads, args }: CommandTool): void {
  server.registerTool(
    name,
    {
      ...{ title, description, inputSchema: input, outputSchema: ToolResult },
      annotations: { readOnlyHint: reads, destructiveHint: false, openWorldHint: false },
    },
    async (given, { mcpReq }) => {
      const end = await runCommand([...args(given as never), '--json'], mcpReq.signal);
      const result = resultOf(end);
      return {
        content: [{ type: 'text', text: textOf(end) }],
        structuredContent: result,
        isError: FAILURES.has(result.exitCode),
      };
    },
  );
}

function resultOf({ code, stdout }: CommandEnd): z.output<typeof ToolResult> {
  return { exitCode: code ?? EXIT.infrastructure, result: jsonIn(stdout) };
}

function textOf({ stdout, stderr }: CommandEnd): string {
  return [stdout, stderr].map((text) => text.trim()).find((text) => text !== '') ?? '';
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
