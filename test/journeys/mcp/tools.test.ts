import { join } from 'node:path';
import { mcpTools } from '../../../src/coder/tools/own';
import { McpConnections } from '../../../src/mcp';
import { PROJECT_ROOT } from '../../../src/machine/paths';

const SERVER = join(PROJECT_ROOT, 'test', 'support', 'mcp-server.cjs');

describe('the tools of a server', () => {
  const connections = new McpConnections(
    new Map([['calc-2', { command: process.execPath, args: [SERVER], env: {} }]]),
    { version: '0', path: process.env['PATH'] ?? '', home: '/', cwd: PROJECT_ROOT, warn: () => undefined },
  );
  afterAll(() => connections.close());

  it('ask the policy before each call, hold arguments to the schema, and hide secrets in results', async () => {
    const { tools, contextOf } = await mcpTools(connections, 'data');
    const add = tools.find(({ name }) => name === 'calc_2__add');
    const act = add?.act?.({ a: 1, b: 2 });
    expect(act).toMatchObject({
      tool: 'mcp:calc-2/add',
      summary: 'call calc-2/add with {"a":1,"b":2}',
    });
    // An answer is to all arguments, also where only their beginning is shown.
    const long = (end: string) => add?.act?.({ a: 1, b: 2, note: 'x'.repeat(2_000) + end })?.binds;
    expect(long('a')).not.toBe(long('b'));
    expect(add?.kind).toBe('write');
    expect(add?.input.safeParse({ a: 'one' }).success).toBe(false);
    const parts = {
      signal: new AbortController().signal,
      redact: (text: string) => text.replace('3', 'three'),
    };
    expect(await add?.run(await contextOf(parts as never), { a: 1, b: 2 })).toEqual({
      success: true,
      text: 'three',
    });
  });
});
