import { ENGLISH } from '../../../src/domain/run/said';
import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newTokenFor, ownTokens } from '../../../src/client/web/people';
import { tempFolder } from '../../support/temp-folder';
import { withStore } from '../../../src/client/store-reader';
import { serveDashboard } from '../../../src/client/web/dashboard';
import { oneToken, type Visitor } from '../../../src/client/web/visitors';
import { questionPath } from '../../../src/notices';
import { untilStatus } from '../../support/until';
import { useKintsugi, useProject } from '../../support/use-kintsugi';

const kintsugi = useKintsugi();
const project = useProject();

/** A dashboard that serves for a test: what a browser that was let in, or somebody else, gets. */
async function withDashboard(
  use: (base: string, cookie: string) => Promise<void>,
  redact = (text: string) => text,
  visitor: Visitor = { by: 'Ada' },
): Promise<void> {
  await withStore(kintsugi.config, async (store) => {
    const parts = { store, client: kintsugi.client, redact, say: ENGLISH };
    const { server, address } = await serveDashboard(
      { ...parts, linkKey: 'the-key', revive: () => Promise.resolve() },
      { port: 0, admit: oneToken('the-token', visitor) },
    );
    try {
      const entered = await fetch(`${address}/enter?token=the-token`);
      await use(address, entered.headers.get('set-cookie')?.split(';')[0] ?? '');
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
}

const waiting = async () => {
  const run = await kintsugi.client.heal({ directory: project.path });
  const { pending } = await untilStatus(
    () => run.status(),
    (status) => status.pending !== undefined,
  );
  return { run, hash: pending?.hash ?? '' };
};

const post = (base: string, path: string, cookie: string, fields: Record<string, string>, origin = base) =>
  fetch(`${base}${path}`, {
    ...{ method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' },
    headers: { cookie, origin },
  });

it('The dashboard shows nobody a word of a run without its token, and nothing of other sites with it', async () => {
  await withDashboard(async (base, cookie) => {
    expect((await fetch(base)).status).toBe(403);
    expect((await fetch(`${base}/enter?token=another`)).headers.get('set-cookie')).toBeNull();
    expect((await fetch(base, { headers: { cookie: cookie.replace(/=.*/, '=the-token') } })).status).toBe(
      403,
    );
    const page = await fetch(base, { headers: { cookie } });
    expect(page.status).toBe(200);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; style-src 'self'; script-src 'self';/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect((await fetch(`${base}/runs/none`, { headers: { cookie } })).status).toBe(409);
    for (const path of ['/nothing', '/runs/%E0'])
      expect((await fetch(`${base}${path}`, { headers: { cookie } })).status).toBe(404);
  });
});

const changeOf = async (base: string, id: string, cookie: string) =>
  (await fetch(`${base}/runs/${id}/change`, { headers: { cookie } })).text();

const hidden = (text: string) => text.replaceAll('src/sum.ts', '[gone]');

it('An approval on the dashboard is for the hash that was shown, by whoever was let in', async () => {
  const { run, hash } = await waiting();
  await withDashboard(async (base, cookie) => {
    const page = await (await fetch(`${base}/runs/${run.id}`, { headers: { cookie } })).text();
    expect(page).toContain('It waits for you: publish 1 changed file');
    expect(page).toContain('<ins>');
    expect(page).toContain(hash);
    expect(await (await fetch(`${base}/`, { headers: { cookie } })).text()).toContain(`/runs/${run.id}`);
    expect(page).toContain(
      `The change holds a secret, which is not shown here: look with kintsugi diff ${run.id}.`,
    );
    expect(page).not.toContain('src/sum.ts');
    const link = questionPath({ run: run.id, hash }, 'the-key');
    expect(await (await fetch(`${base}${link}`)).text()).not.toContain('src/sum.ts');
    expect(await changeOf(base, run.id, cookie)).toContain('[gone]');
    const path = `/runs/${run.id}/answer`;
    const other = await post(base, path, cookie, { hash: 'ab'.repeat(32), decision: 'approve' });
    expect(other.status).toBe(409);
    expect(await other.text()).toContain('look at the present change and answer again');
    expect(
      (await post(base, path, cookie, { hash, decision: 'approve' }, 'http://evil.example')).status,
    ).toBe(403);
    expect((await post(base, path, '', { hash, decision: 'approve' })).status).toBe(403);
    expect((await run.status()).pending).toBeDefined();
    expect((await post(base, path, cookie, { hash, decision: 'approve' })).status).toBe(303);
    expect((await run.result()).delivery).toMatchObject({
      ...{ status: 'published', by: 'Ada (unproven)', via: 'dashboard' },
    });
    const ended = await (await fetch(`${base}/runs/${run.id}`, { headers: { cookie } })).text();
    expect(ended).toContain('by Ada (unproven) on the dashboard');
    expect(ended.length).toBeLessThan(200_000);
    expect(ended).not.toContain('src/sum.ts');
  }, hidden);
});

it('A name that a token of its own proves is told as it is', async () => {
  const { run, hash } = await waiting();
  const use = async (base: string, cookie: string) => {
    await post(base, `/runs/${run.id}/answer`, cookie, { hash, decision: 'approve' });
    expect((await run.result()).delivery).toMatchObject({ status: 'published', by: 'Ada', via: 'dashboard' });
    const ended = await (await fetch(`${base}/runs/${run.id}`, { headers: { cookie } })).text();
    expect(ended).toContain('by Ada on the dashboard');
  };
  await withDashboard(use, undefined, { by: 'Ada', isProven: true });
});

it('A link to one question answers that question alone, and says later what became of it', async () => {
  const { run, hash } = await waiting();
  await withDashboard(async (base) => {
    const path = questionPath({ run: run.id, hash }, 'the-key');
    const page = await (await fetch(`${base}${path}`)).text();
    expect(page).toContain('It waits for you');
    expect(page).not.toContain('/edit');
    expect((await fetch(`${base}${path}`, { method: 'HEAD' })).status).toBe(200);
    expect((await run.status()).pending?.hash).toBe(hash);
    expect((await fetch(`${base}${questionPath({ run: run.id, hash }, 'another')}`)).status).toBe(403);
    expect((await fetch(`${base}/runs/${run.id}`)).status).toBe(403);
    const other = await post(base, questionPath({ run: run.id, hash: 'ab'.repeat(32) }, 'the-key'), '', {
      ...{ hash, decision: 'approve' },
    });
    expect(other.status).toBe(409);
    expect((await post(base, path, '', { decision: 'approve' })).status).toBe(303);
    expect((await run.result()).delivery).toMatchObject({ status: 'published', via: 'dashboard' });
    const late = await (await fetch(`${base}${path}`)).text();
    expect(late).toContain('is closed. It was answered (on the dashboard');
    expect(late).not.toContain('<form');
  });
});

it('A change that is edited on the dashboard is published with the edit', async () => {
  const { run, hash } = await waiting();
  await withDashboard(async (base, cookie) => {
    const form = await (await fetch(`${base}/runs/${run.id}/edit`, { headers: { cookie } })).text();
    const name = /name="(edit:[^"]+)"/.exec(form)?.[1] ?? '';
    const path = /<code>([^<]+)<\/code><\/label/.exec(form)?.[1] ?? '';
    const shown = /<textarea[^>]*>\n([\s\S]*?)<\/textarea>/.exec(form)?.[1] ?? '';
    const text = shown.replaceAll(
      /&(amp|lt|gt|quot|#39);/g,
      (_, key: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" })[key] ?? '',
    );
    const edited = `// looked at\n${text}`.replaceAll('\n', '\r\n');
    const sent = await post(base, `/runs/${run.id}/answer`, cookie, {
      hash,
      decision: 'approve',
      [name]: edited,
    });
    expect(sent.status).toBe(303);
    expect((await run.result()).delivery).toMatchObject({ status: 'published', via: 'dashboard' });
    const written = await project.read(path);
    expect(written).toBe(`// looked at\n${text}`);
  });
});

it('A file with a secret is not edited on the dashboard, which shows no word of it', async () => {
  const { run } = await waiting();
  const use = async (base: string, cookie: string) => {
    const sent = await fetch(`${base}/runs/${run.id}/edit`, { headers: { cookie } });
    const page = await sent.text();
    expect(sent.status).toBe(409);
    expect(page).toContain('src/sum.ts has mixed line ends');
    expect(page).not.toContain('a + b');
  };
  await withDashboard(use, (text) => text.replaceAll('a + b', '[gone]'));
  await run.cancel();
});

it('A page of an open run hears of what goes on, and that its question was answered', async () => {
  const { run, hash } = await waiting();
  await withDashboard(async (base, cookie) => {
    const page = await (await fetch(`${base}/runs/${run.id}`, { headers: { cookie } })).text();
    const from = /data-from="([^"]+)"/.exec(page)?.[1] ?? '';
    const live = await fetch(`${base}${from}`, { headers: { cookie } });
    expect(live.headers.get('content-type')).toBe('text/event-stream');
    const reading = live.text();
    await run.answer({ hash, decision: 'reject', reason: 'no', scope: 'once' });
    const heard = await reading;
    expect(heard).toContain('event: moved');
  });
});

it('A page of a run shows what its check prints while the check runs', async () => {
  const command = 'echo printed-by-the-check; sleep 3; false';
  const run = await kintsugi.client.heal({
    directory: project.path,
    verification: { tests: [], commands: [{ command }], allowUnsandboxed: true },
  });
  await untilStatus(
    () => run.status(),
    (status) => status.phase === 'baseline',
  );
  await withDashboard(async (base, cookie) => {
    const page = await (await fetch(`${base}/runs/${run.id}`, { headers: { cookie } })).text();
    const from = /data-from="([^"]+)"/.exec(page)?.[1] ?? '';
    const live = await fetch(`${base}${from}`, { headers: { cookie } });
    let heard = '';
    for await (const chunk of live.body as unknown as AsyncIterable<Uint8Array>) {
      heard += Buffer.from(chunk).toString();
      if (heard.includes('<pre class="said">printed-by-the-check')) await run.cancel();
    }
    expect(heard).toContain('<pre class="said">printed-by-the-check');
    expect(heard).toContain('event: moved');
  });
});

it('An address for one person answers under that name, and ends with the next one', async () => {
  const folder = tempFolder('people');
  const file = join(folder, 'people.json');
  const first = await newTokenFor('Ann', file);
  const bob = await newTokenFor('Bob', file);
  const second = await newTokenFor('Ann', file);
  const admit = ownTokens(file);
  const early = admit(second);
  expect([first, second, bob, ''].map((token) => admit(token)?.by)).toEqual([
    undefined,
    'Ann',
    'Bob',
    undefined,
  ]);
  for (const token of [second, bob]) expect(readFileSync(file, 'utf8')).not.toContain(token);
  expect(early?.isStill?.()).toBe(true);
  await newTokenFor('Ann', file);
  expect(early?.isStill?.()).toBe(false);
  await writeFile(file, '{ damaged');
  await expect(newTokenFor('Ann', file)).rejects.toThrow("can't be read");
  expect(readFileSync(file, 'utf8')).toBe('{ damaged');
  await rm(folder, { recursive: true });
});
