import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { PROJECT_ROOT } from '../../../src/machine/paths';
import { BROKEN_SUM, makeProject } from '../../support/kintsugi';
import { useKintsugi, useProject } from '../../support/use-kintsugi';

const MAIN = join(PROJECT_ROOT, 'dist', 'client', 'cli', 'main.js');

describe('kintsugi mcp, by the official client', () => {
  const kintsugi = useKintsugi();
  const project = useProject(() => makeProject(BROKEN_SUM));
  const open: Client[] = [];
  const children: ChildProcess[] = [];
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close().catch(() => undefined);
    for (const one of children.splice(0)) one.kill();
  });

  const connected = async (...args: string[]) => {
    const client = new Client({ name: 'test', version: '1.0.0' });
    const transport = new StdioClientTransport({
      ...{ command: process.execPath, args: [MAIN, 'mcp', ...args], env: kintsugi.env },
      stderr: 'ignore',
    });
    await client.connect(transport);
    open.push(client);
    return client;
  };
  const call = async (client: Client, name: string, given: Record<string, unknown>) => {
    const { structuredContent, isError, content } = await client.callTool({ name, arguments: given });
    return { ...(structuredContent as { exitCode: number; result: never }), isError, content };
  };

  it('starts a heal, tells how it stands, shows its change, and goes on when the client is gone', async () => {
    const client = await connected('--may-approve');
    const directory = project.path;
    const begun = await call(client, 'heal', { directory });
    const run = (begun.result as { taskId: string }).taskId;
    expect(run).toMatch(/^heal-/);
    await client.close();

    const another = await connected('--may-approve');
    let hash: string | undefined;
    for (let tries = 0; hash === undefined && tries < 60; tries += 1, await delay(500)) {
      const { result } = await call(another, 'status', { run });
      hash = (result as { pending?: { hash: string } }).pending?.hash;
    }
    expect((await another.readResource({ uri: `kintsugi://diff/${run}` })).contents[0]).toMatchObject({
      text: expect.stringContaining('+  return a + b;') as string,
    });
    await expect(another.readResource({ uri: 'kintsugi://diff/none' })).rejects.toThrow(
      /There is no run none/,
    );
    expect((await call(another, 'approve', { run, hash })).exitCode).toBe(0);
    for (let tries = 0; tries < 40 && !(await project.read('src/sum.ts')).includes('a + b'); tries += 1)
      await delay(250);
    expect(await project.read('src/sum.ts')).toContain('a + b');
  });

  it('lists its tools with schemas of what they take and give, and approves nothing unless it may', async () => {
    const client = await connected();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['heal', 'search', 'callers', 'rollback']),
    );
    expect(tools.map(({ name }) => name)).not.toContain('approve');
    expect(tools.every(({ outputSchema }) => outputSchema !== undefined)).toBe(true);
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(['heal', 'review']);
  });

  it('follows code, runs tests, and tells bad input in a sentence', async () => {
    const client = await connected();
    const directory = project.path;
    const callers = await call(client, 'callers', { directory, symbol: 'sum' });
    expect(JSON.stringify(callers.result)).toContain('test/sum.test.ts');
    const tests = await call(client, 'run_tests', { directory });
    expect(tests).toMatchObject({ exitCode: 1, isError: false, result: { tests: { failed: 1 } } });
    const bad = await call(client, 'search', { directory: '/no/such/folder', question: 'x' });
    expect(bad).toMatchObject({ exitCode: 2, isError: true });
    expect(JSON.stringify(bad.content)).toContain('/no/such/folder');
  });

  it('serves loopback too, for whoever has the token', async () => {
    const child = spawn(process.execPath, [MAIN, 'mcp', '--http', '0'], { env: kintsugi.env });
    children.push(child);
    const [line] = (await once(child.stderr, 'data')) as [Buffer];
    const [, url = '', token = ''] = /(http:\S+); .*Bearer (\S+)/.exec(String(line)) ?? [];
    const refused = await fetch(url, { method: 'POST', body: '{}' });
    expect(refused.status).toBe(401);
    const elsewhere = await fetch(url, {
      ...{ method: 'POST', body: '{}' },
      headers: { authorization: `Bearer ${token}`, origin: 'https://example.org' },
    });
    expect(elsewhere.status).toBe(403);
    const client = new Client({ name: 'test', version: '1.0.0' });
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
    open.push(client);
    const found = await call(client, 'search', { directory: project.path, question: 'where is sum?' });
    expect(JSON.stringify(found.result)).toContain('src/sum.ts');
  });
});
