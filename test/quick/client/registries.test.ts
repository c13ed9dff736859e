import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { COMMAND_NAMES } from '../../../src/client/cli/command-names';
import { PROJECT_ROOT } from '../../../src/machine/paths';

const text = (path: string): string => readFileSync(join(PROJECT_ROOT, path), 'utf8');
const json = (path: string): unknown => JSON.parse(text(path));
const NAMES: readonly string[] = Object.values(COMMAND_NAMES).flat();
const { version, mcpName, name } = json('package.json') as Record<string, string>;

/** Form of the registry of MCP, of 2025-12-11, as far as a package on npm goes. */
const ServerJson = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: z.string().regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z.string().max(255),
  packages: z.array(
    z.strictObject({
      registryType: z.literal('npm'),
      identifier: z.string(),
      version: z.string(),
      runtimeHint: z.literal('npx'),
      transport: z.strictObject({ type: z.literal('stdio') }),
      packageArguments: z.array(z.strictObject({ type: z.literal('positional'), value: z.string() })),
    }),
  ),
});

/** Form of the registry of agents that speak ACP, as far as a package on npm goes. */
const AgentJson = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9-]*$/),
  name: z.string().min(1),
  version: z.string().regex(/^\d+\.\d+\.\d+/),
  description: z.string().min(1),
  authors: z.array(z.string()),
  license: z.string(),
  icon: z.string(),
  distribution: z.strictObject({
    npx: z.strictObject({ package: z.string(), args: z.array(z.string()) }),
  }),
});

describe('the entries of registries', () => {
  it('describe the MCP server of this version', () => {
    const server = ServerJson.parse(json('server.json'));
    expect([server.name, server.version]).toEqual([mcpName, version]);
    const [only] = server.packages;
    expect([only?.identifier, only?.version]).toEqual([name, version]);
    expect(NAMES).toContain(only?.packageArguments[0]?.value);
  });

  it('describe the agent of this version to editors, with an icon in their colour', () => {
    const agent = AgentJson.parse(json('registries/acp/agent.json'));
    expect(agent.version).toBe(version);
    expect(agent.distribution.npx.package).toBe(`${name}@${version}`);
    expect(NAMES).toContain(agent.distribution.npx.args[0]);
    const icon = text(join('registries/acp', agent.icon));
    expect(icon).toContain('width="16" height="16"');
    expect(icon.match(/(?:fill|stroke)="(?!none|currentColor)[^"]*"/g)).toBeNull();
  });
});
