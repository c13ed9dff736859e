import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { McpConnections, type McpServer } from '../../../src/mcp';
import { PROJECT_ROOT } from '../../../src/machine/paths';
import { assertLeftOpen } from '../../support/leak';

const PROGRAM = join(PROJECT_ROOT, 'test', 'support', 'mcp-server.cjs');
const local = (args: readonly string[] = [], env: Record<string, string> = {}): McpServer => ({
  command: process.execPath,
  args: [PROGRAM, ...args],
  env,
});

let warnings: string[];
let open: McpConnections[];
beforeEach(() => {
  warnings = [];
  open = [];
});
afterEach(() => Promise.all(open.map((one) => one.close())));

function connect(servers: Record<string, McpServer>): McpConnections {
  const connections = new McpConnections(new Map(Object.entries(servers)), {
    version: '0.0.0',
    path: process.env['PATH'] ?? '',
    home: '/nowhere',
    cwd: PROJECT_ROOT,
    warn: (sentence) => warnings.push(sentence),
  });
  open.push(connections);
  return connections;
}

const inTime = (timeoutMs = 20_000, signal = new AbortController().signal) => ({ signal, timeoutMs });

describe('a server of tools that is a program', () => {
  it('tells its tools, and carries calls out', async () => {
    const connections = connect({ calc: local() });
    const tools = await connections.tools();
    expect(tools.find(({ name }) => name === 'add')).toMatchObject({
      server: 'calc',
      description: 'Adds two numbers.',
      inputSchema: { type: 'object', required: ['a', 'b'] },
    });
    expect(await connections.call('calc', 'add', { a: 2, b: 3 }, inTime())).toEqual({ ok: true, text: '5' });
    expect(warnings).toEqual([]);
  });

  it('tells a failure as one, wrong arguments and an unknown tool too', async () => {
    const connections = connect({ calc: local() });
    expect(await connections.call('calc', 'fail', {}, inTime())).toEqual({
      ok: false,
      text: 'there is no such thing',
    });
    for (const [tool, given] of [
      ['add', { a: 'two' }],
      ['divide', {}],
    ] as const)
      expect((await connections.call('calc', tool, given, inTime())).ok).toBe(false);
  });

  it('shows a picture by its kind and size', async () => {
    const { text } = await connect({ calc: local() }).call('calc', 'picture', {}, inTime());
    expect(text).toBe('(image, image/png, 30 bytes)');
  });

  it('is started again after it has ended, and is given up at the deadline', async () => {
    const connections = connect({ calc: local() });
    const ended = await connections.call('calc', 'end', {}, inTime());
    expect(ended).toMatchObject({ ok: false });
    expect(ended.text).toMatch(/^The server calc did not carry out end: /);
    expect(await connections.call('calc', 'add', { a: 1, b: 1 }, inTime())).toEqual({ ok: true, text: '2' });
    expect((await connections.call('calc', 'wait', {}, inTime(300))).ok).toBe(false);
  });

  it('ends a call that is cancelled', async () => {
    const connections = connect({ calc: local() });
    await connections.tools();
    const cancelled = new AbortController();
    const call = connections.call('calc', 'wait', {}, inTime(20_000, cancelled.signal));
    cancelled.abort(new Error('cancelled'));
    await expect(call).rejects.toThrow('cancelled');
  });

  it('has the variables that it is given and nothing that the worker has open', async () => {
    assertLeftOpen();
    const connections = connect({ calc: local([], { TOKEN: 'abc' }) });
    const { text } = await connections.call('calc', 'env', {}, inTime());
    expect(Object.keys(JSON.parse(text) as object).sort()).toEqual(['HOME', 'PATH', 'TOKEN']);
    const files = (await connections.call('calc', 'open', {}, inTime())).text.split('\n');
    expect(files.filter((file) => file.startsWith('/') && !file.startsWith('/dev/'))).toEqual(
      files.filter((file) => file.startsWith('/proc/')),
    );
  });

  it('that cannot be started is told of, with what it wrote, and the others are used', async () => {
    const failing: McpServer = {
      command: process.execPath,
      args: ['-e', 'console.error("no licence"); process.exit(3)'],
      env: {},
    };
    const connections = connect({
      calc: local(),
      failing,
      absent: { command: 'no-such-program', args: [], env: {} },
    });
    const tools = await connections.tools();
    expect(new Set(tools.map(({ server }) => server))).toEqual(new Set(['calc']));
    expect(warnings.sort()).toEqual([
      expect.stringMatching(/^The server of tools absent cannot be used: /),
      expect.stringMatching(/^The server of tools failing cannot be used: .*no licence/s),
    ]);
  });
});

describe('a server of tools over HTTP', () => {
  let program: ChildProcess;
  let url: string;
  beforeEach(async () => {
    program = spawn(process.execPath, [PROGRAM, 'http'], {
      env: { TOKEN: 'secret-token' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [port] = (await once(program.stdout ?? program, 'data')) as [Buffer];
    url = `http://127.0.0.1:${port.toString().trim()}/mcp`;
  });
  afterEach(() => program.kill());

  it('is asked with its headers', async () => {
    const connections = connect({ calc: { url, headers: { Authorization: 'Bearer secret-token' } } });
    expect((await connections.tools()).map(({ name }) => name)).toContain('add');
    expect(await connections.call('calc', 'add', { a: 4, b: 5 }, inTime())).toEqual({ ok: true, text: '9' });
  });

  it('that refuses is told of', async () => {
    expect(await connect({ calc: { url, headers: {} } }).tools()).toEqual([]);
    expect(warnings).toEqual([expect.stringMatching(/^The server of tools calc cannot be used: /)]);
  });
});
