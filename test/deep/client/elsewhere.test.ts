import { ENGLISH } from '../../../src/domain/run/said';
import { execFile, execFileSync } from 'node:child_process';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { withStore } from '../../../src/client/store-reader';
import { serveDashboard } from '../../../src/client/web/dashboard';
import type { QuestionNotice } from '../../../src/domain/run/notice';
import { until } from '../../support/until';
import { useOwnKintsugi, useProject } from '../../support/use-kintsugi';

const run = promisify(execFile);

const SPACE = `kintsugi-${process.pid}`;
const HERE = '10.213.77.1';
const THERE = '10.213.77.2';

function ip(...args: string[]): void {
  execFileSync('ip', args, { stdio: 'ignore' });
}

/** A machine of its own, as far as the network goes: it reaches this one by one address alone. */
function otherMachine(): boolean {
  try {
    ip('netns', 'add', SPACE);
    ip('link', 'add', 'kin-here', 'type', 'veth', 'peer', 'name', 'kin-there', 'netns', SPACE);
    ip('addr', 'add', `${HERE}/24`, 'dev', 'kin-here');
    ip('link', 'set', 'kin-here', 'up');
    ip('-n', SPACE, 'addr', 'add', `${THERE}/24`, 'dev', 'kin-there');
    ip('-n', SPACE, 'link', 'set', 'kin-there', 'up');
    return true;
  } catch {
    return false;
  }
}

const hasMachine = otherMachine();

(hasMachine ? describe : describe.skip)('somebody on another machine, who knows the message alone', () => {
  let hook: Server;
  let proxy: Server;
  let dashboardPort = 0;
  const told: (QuestionNotice & { url: string })[] = [];
  const settings: Record<string, string> = {};

  beforeAll(async () => {
    hook = createServer((incoming, response) => {
      const parts: Buffer[] = [];
      incoming.on('data', (part: Buffer) => parts.push(part));
      incoming.on('end', () => {
        told.push(JSON.parse(Buffer.concat(parts).toString()) as (typeof told)[number]);
        response.end();
      });
    });
    await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
    proxy = createServer((incoming, response) => {
      const { url, method, headers } = incoming;
      const onward = request(
        { port: dashboardPort, host: '127.0.0.1', path: url, method, headers },
        (answer) => {
          response.writeHead(answer.statusCode ?? 500, answer.headers);
          answer.pipe(response);
        },
      );
      incoming.pipe(onward);
    });
    await new Promise<void>((resolve) => proxy.listen(0, HERE, resolve));
    settings['KINTSUGI_NOTIFY_WEBHOOK'] = `http://127.0.0.1:${(hook.address() as AddressInfo).port}`;
    settings['KINTSUGI_PUBLIC_URL'] = `http://${HERE}:${(proxy.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    proxy.closeAllConnections();
    proxy.close();
    hook.close();
    ip('netns', 'del', SPACE);
  });

  const kintsugi = useOwnKintsugi({ why: 'its notices and links are those of this test', settings });
  const project = useProject();
  const curl = async (...args: string[]) =>
    (await run('ip', ['netns', 'exec', SPACE, 'curl', '-sS', '--max-time', '20', ...args])).stdout;

  it('approves the change through a proxy', async () => {
    const { client, config } = kintsugi;
    const key = client.facts.proofKey ?? '';
    await withStore(config, async (store) => {
      const publicUrl = new URL(settings['KINTSUGI_PUBLIC_URL'] ?? '');
      const { server } = await serveDashboard(
        {
          ...{
            client,
            store,
            linkKey: key,
            redact: (text: string) => text,
            say: ENGLISH,
            revive: () => Promise.resolve(),
          },
        },
        { port: 0, publicUrl, admit: () => undefined },
      );
      dashboardPort = (server.address() as AddressInfo).port;
      try {
        const healing = await client.heal({ directory: project.path });
        await until('the message has come', () => told.length > 0);
        const url = told[0]?.url ?? '';
        expect(await curl(url)).toContain('It waits for you: publish 1 changed file');
        // The other machine has no way to the dashboard but the proxy.
        await expect(curl(`http://127.0.0.1:${dashboardPort}/`)).rejects.toThrow('connect');
        const [hash, decision] = [told[0]?.hash ?? '', 'approve'];
        const form = ['--data-urlencode', `hash=${hash}`, '--data-urlencode', `decision=${decision}`];
        await curl('-H', `Origin: ${publicUrl.origin}`, ...form, url);
        expect(await healing.result()).toMatchObject({ delivery: { status: 'published', via: 'dashboard' } });
        expect(await project.read('src/sum.ts')).toContain('a + b');
        expect(await curl(url)).toContain('is closed');
      } finally {
        server.closeAllConnections();
        server.close();
      }
    });
  });
});
