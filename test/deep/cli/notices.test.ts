import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Notice } from '../../../src/domain/run/notice';
import { until } from '../../support/until';
import { useOwnKintsugi, useProject } from '../../support/use-kintsugi';

jest.setTimeout(120_000);

describe('a run that asks', () => {
  let server: Server;
  const taken: Notice[] = [];
  let refusals = 1;
  const settings: Record<string, string> = {};

  beforeAll(async () => {
    server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        if (refusals-- > 0) return void response.writeHead(503).end();
        taken.push(JSON.parse(Buffer.concat(parts).toString()) as Notice);
        response.writeHead(204).end();
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    settings['KINTSUGI_NOTIFY_WEBHOOK'] = `http://127.0.0.1:${port}`;
  });
  afterAll(() => server.close());

  const kintsugi = useOwnKintsugi({ why: 'it tells a webhook of the test', settings });
  const project = useProject();

  it('tells a webhook once, though the first try failed, and goes on with the answer', async () => {
    const run = await kintsugi.client.heal({ directory: project.path });
    await until('the webhook was told', () => taken.length > 0);
    const { pending } = await run.status();
    expect(taken[0]).toMatchObject({
      reason: 'asked',
      run: run.id,
      hash: pending?.hash,
      paths: ['src/sum.ts'],
    });
    await until('the run knows', async () => (await run.status()).pending?.told?.[0] === 'webhook');
    await run.answer({ hash: pending?.hash ?? '', decision: 'approve', scope: 'once' });
    expect(await run.result()).toMatchObject({ status: 'recovered', delivery: { status: 'published' } });
    expect(taken).toHaveLength(1);
    const texts = (await run.events()).events.map(({ text }) => text);
    expect(texts).toContain('People were told by webhook');
  });
});
