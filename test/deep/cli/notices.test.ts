import { ENGLISH } from '../../../src/domain/run/said';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { waitingRuns } from '../../../src/client/waiting';
import { withStore } from '../../../src/client/store-reader';
import { serveDashboard } from '../../../src/client/web/dashboard';
import type { EndNotice, Notice } from '../../../src/domain/run/notice';
import { startMailServer } from '../../support/mail-server';
import { makeProject } from '../../support/kintsugi';
import { BROKEN_TEXTS, rewriting, ROMAN, SLUG } from '../../support/roman-project';
import { reply } from '../../support/scripted-model';
import { until } from '../../support/until';
import { useOwnKintsugi, useOwnScriptedKintsugi, useProject } from '../../support/use-kintsugi';

/** A server on loopback that keeps the JSON that it gets. `refusals`: how many it refuses before. */
function useHook(refusals = 0) {
  const bodies: unknown[] = [];
  const hook = { bodies, url: '' };
  let left = refusals;
  let server: Server;
  beforeAll(async () => {
    server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        if (left-- > 0) return void response.writeHead(503).end();
        bodies.push(JSON.parse(Buffer.concat(parts).toString()));
        response.writeHead(204).end();
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    hook.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());
  return hook;
}

describe('a run that asks', () => {
  const hook = useHook(1);
  const taken = hook.bodies as Notice[];
  const settings: Record<string, string> = {};
  beforeAll(() => Object.assign(settings, { KINTSUGI_NOTIFY_WEBHOOK: hook.url }));

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

describe('a run of a schedule', () => {
  const hook = useHook();
  const slack = useHook();
  const ends = () => (hook.bodies as Notice[]).filter((one): one is EndNotice => one.reason === 'ended');
  let mail: Awaited<ReturnType<typeof startMailServer>>;
  const settings: Record<string, string> = {};
  beforeAll(async () => {
    mail = await startMailServer();
    Object.assign(settings, {
      ...{ KINTSUGI_NOTIFY_WEBHOOK: hook.url, KINTSUGI_NOTIFY_SLACK_SECRET: slack.url },
      ...{ KINTSUGI_NOTIFY_EMAIL: 'ann@example.org', KINTSUGI_SMTP: `smtp://127.0.0.1:${mail.port}` },
    });
  });
  afterAll(() => mail.close());
  afterEach(async () => {
    for (const { name } of await kintsugi.client.schedules.list())
      if (name.startsWith('told-')) await kintsugi.client.schedules.remove(name);
  });

  const kintsugi = useOwnKintsugi({ why: 'it tells servers of the test', settings });
  const project = useProject();
  const begun = async (name: string): Promise<void> => {
    const { client } = kintsugi;
    const times = { cron: '0 2 * * *', timezone: 'UTC', name };
    await client.schedule({ directory: project.path, approval: { level: 'LOW' } }, times);
    if (name === 'told-broken') await rm(project.path, { recursive: true });
    await client.schedules.trigger(name);
  };

  it('tells how it ended by webhook, Slack and mail, and has ended then', async () => {
    await begun('told-nightly');
    await until(
      'all three were told',
      () => Math.min(hook.bodies.length, slack.bodies.length, mail.mails.length) > 0,
    );
    const [told] = ends();
    expect(told).toMatchObject({ outcome: 'healed', failed: false, paths: ['src/sum.ts'], files: 1 });
    expect(told?.run).toMatch(/^told-nightly-20/);
    const subject = `${told?.run ?? ''}: healed`;
    expect((slack.bodies[0] as { text: string }).text).toContain(`*${subject}*`);
    expect(mail.mails[0]?.text).toContain(`Subject: ${subject}`);
    const run = kintsugi.client.run(told?.run ?? '');
    expect(await run.result()).toMatchObject({ delivery: { status: 'published' } });
    const texts = (await run.events()).events.map(({ text }) => text);
    for (const by of ['webhook', 'Slack', 'e-mail']) expect(texts).toContain(`People were told by ${by}`);
    expect([hook.bodies, slack.bodies, mail.mails].map(({ length }) => length)).toEqual([1, 1, 1]);
  });

  it('tells that it was broken off', async () => {
    await begun('told-broken');
    await until('the webhook was told', () => ends().some(({ failed }) => failed));
    expect(ends().at(-1)).toMatchObject({ outcome: 'broken off', files: 0 });
  });
});

describe('a run that waits for a top-up', () => {
  const hook = useHook();
  const taken = hook.bodies as (Notice & { url: string })[];
  const settings: Record<string, string> = { KINTSUGI_MODEL_REPLY_TOKENS: '300' };
  beforeAll(() =>
    Object.assign(settings, {
      ...{ KINTSUGI_NOTIFY_WEBHOOK: hook.url, KINTSUGI_PUBLIC_URL: 'http://runs.example.org' },
    }),
  );
  const kintsugi = useOwnScriptedKintsugi({ why: 'it tells a webhook of the test', settings });
  const project = useProject(() => makeProject(BROKEN_TEXTS));

  it('tells so, stands in the inbox, and is topped up by the link alone, once', async () => {
    const { client, config, model } = kintsugi;
    const run = await client.heal({
      ...{ directory: project.path, approval: { level: 'LOW' }, budget: { tokens: 100 } },
    });
    await until('the webhook was told', () => taken.length > 0);
    const { waiting } = (await run.status()).budget ?? {};
    const tokens = (waiting?.missing.tokens ?? 0).toLocaleString('en-US');
    const summary = `top up the budget by ${tokens} tokens, to look for repair 1`;
    expect(taken[0]).toMatchObject({
      ...{ reason: 'asked', kind: 'top-up', hash: waiting?.hash, run: run.id, deadline: waiting?.deadline },
      ...{ summary, cost: '0 of 100 tokens' },
    });
    await until('the run knows', async () => (await run.status()).budget?.waiting?.told !== undefined);
    const listed = await waitingRuns(client, await client.list({ open: true }));
    expect(listed.find((one) => one.run.id === run.id)).toMatchObject({
      ...{ what: summary, told: ['webhook'], since: waiting?.since, deadline: waiting?.deadline },
    });
    model.script(reply(rewriting({ 'src/roman.ts': ROMAN, 'src/slug.ts': SLUG })));
    await withStore(config, async (store) => {
      const parts = {
        client,
        store,
        redact: (text: string) => text,
        say: ENGLISH,
        revive: () => Promise.resolve(),
      };
      const { server, address } = await serveDashboard(
        { ...parts, linkKey: client.facts.proofKey ?? '' },
        { port: 0, admit: () => undefined },
      );
      const link = `${address}${new URL(taken[0]?.url ?? '').pathname}`;
      const send = () =>
        fetch(link, {
          ...{ method: 'POST', redirect: 'manual', headers: { origin: address } },
          body: new URLSearchParams({ decision: 'top-up' }),
        });
      try {
        expect(await (await fetch(link)).text()).toContain(`It waits for you: ${summary}`);
        expect((await send()).status).toBe(303);
        expect(await run.result()).toMatchObject({ status: 'recovered', delivery: { status: 'published' } });
        expect((await send()).status).toBe(409);
        expect(await (await fetch(link)).text()).toContain('is closed. It was answered');
      } finally {
        server.closeAllConnections();
        server.close();
      }
    });
    const toppedUp = (await run.events()).events.filter(({ kind }) => kind === 'topped-up');
    expect(toppedUp).toHaveLength(1);
    model.assertComplete();
  });
});
