import { ENGLISH } from '../../../src/domain/run/said';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { withStore } from '../../../src/client/store-reader';
import { serveDashboard } from '../../../src/client/web/dashboard';
import type { Question } from '../../../src/domain/run/questions';
import { readOwnToken } from '../../../src/machine/own-token';
import { homePaths, PROJECT_ROOT } from '../../../src/machine/paths';
import { questionPath } from '../../../src/notices';
import { kintsugiCli } from '../../support/cli';
import { BROKEN_SUM, makeProject } from '../../support/kintsugi';
import { ownService } from '../../support/own-service';
import { until, untilStatus } from '../../support/until';
import { useOwnKintsugi, useProject } from '../../support/use-kintsugi';

const KEPT =
  'The answer is kept: approved. It takes effect once a worker runs again, even after the deadline.';

const look = async (link: string) => (await fetch(link)).text();

/** Sends an answer by the link; resolves to the status and text of what it is told. */
async function send(link: string, decision: string): Promise<[number, string]> {
  const sent = await fetch(link, {
    ...{ method: 'POST', headers: { origin: new URL(link).origin } },
    body: new URLSearchParams({ decision }),
  });
  return [sent.status, await sent.text()];
}

describe('a link that is answered while no worker runs', () => {
  const kintsugi = useOwnKintsugi({ why: 'its worker is killed' });
  const project = useProject();

  it('keeps the first answer, which counts once a worker runs again, even after the deadline', async () => {
    const { client, config } = kintsugi;
    const approval = { level: 'MEDIUM' as const, deadlineMs: 25_000 };
    const run = await client.heal({ directory: project.path, approval });
    const { pending } = await untilStatus(
      () => run.status(),
      (status) => status.pending !== undefined,
    );
    await withStore(config, async (store) => {
      const parts = {
        client,
        store,
        redact: (text: string) => text,
        say: ENGLISH,
        revive: () => Promise.resolve(),
      };
      const { server, address } = await serveDashboard(
        { ...parts, linkKey: 'the-key' },
        { port: 0, admit: () => undefined },
      );
      const link = `${address}${questionPath({ run: run.id, hash: pending?.hash ?? '' }, 'the-key')}`;
      try {
        await kintsugi.kill();
        expect(await look(link)).toContain('Open this link again once a worker runs.');
        expect(await send(link, 'approve')).toEqual([202, expect.stringContaining(KEPT)]);
        expect(await send(link, 'reject')).toEqual([
          409,
          expect.stringContaining('It was answered already: approved.'),
        ]);
        expect(await look(link)).toContain(KEPT);
        const stale = { hash: 'f'.repeat(64), decision: 'reject', scope: 'once' } as const;
        await run.leaveAnswer(stale);
        expect(await project.read('src/sum.ts')).toContain('a - b');
        await delay(Math.max(Date.parse(pending?.deadline ?? '') + 1_000 - Date.now(), 1));
        await kintsugi.start();
        expect(await run.result()).toMatchObject({ delivery: { status: 'published', via: 'dashboard' } });
        expect(await project.read('src/sum.ts')).toContain('a + b');
        expect(await look(link)).toContain('is closed. It was answered (on the dashboard, ');
        const { events } = await run.events();
        expect(events.map(({ text }) => text).join('\n')).toContain('A signal was refused: ');
      } finally {
        server.closeAllConnections();
        server.close();
      }
    });
  });
});

it('A link that is answered after kintsugi down says that nobody takes the answer, and works after kintsugi up', async () => {
  const own = await ownService('kept', 2);
  const project = await makeProject(BROKEN_SUM);
  const cli = (...args: string[]) => kintsugiCli(own.env, args);
  const sum = () => readFile(join(project.path, 'src/sum.ts'), 'utf8');
  const { stdout } = await cli('heal', project.path, '--json');
  const waits = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as { taskId: string; pending: Question };
  const main = join(PROJECT_ROOT, 'dist', 'client', 'cli', 'main.js');
  const served = spawn(process.execPath, [main, 'ui'], {
    env: own.env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [line] = (await once(served.stdout, 'data')) as [Buffer];
    const key = await readOwnToken(homePaths(own.env.KINTSUGI_HOME).proofKey);
    const { taskId: run, pending } = waits;
    const link = new URL(questionPath({ run, hash: pending.hash }, key), line.toString().trim()).href;
    expect(await look(link)).toContain('It waits for you: publish 1 changed file');
    await cli('down');
    expect(await send(link, 'approve')).toEqual([503, expect.stringContaining('Your answer was not taken')]);
    expect(await look(link)).toContain('Open this link again once a worker runs.');
    await cli('up');
    expect(await sum()).toContain('a - b');
    expect((await send(link, 'approve'))[0]).toBe(200);
    await until('the change is published', async () => (await sum()).includes('a + b'));
    await until('the link says so', async () => (await look(link)).includes('is closed. It was answered'));
  } finally {
    served.kill();
    await cli('down');
    await project.remove();
    await rm(own.home, { recursive: true, force: true });
  }
});
