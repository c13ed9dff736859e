import { rm } from 'node:fs/promises';
import { withBrowser } from '../../../bench/browser';
import { loadConfig } from '../../../src/config';
import { kintsugiCli } from '../../support/cli';
import { onPath } from '../../support/go-program';
import { BROKEN_SUM, makeProject } from '../../support/kintsugi';
import { ownService } from '../../support/own-service';

const withChromium = onPath(loadConfig().path, 'chromium') === undefined ? it.skip : it;

describe('the Web UI in a real browser', () => {
  let own: Awaited<ReturnType<typeof ownService>>;
  const cli = (...args: string[]) => kintsugiCli(own.env, args);
  const healed = async (...more: string[]) => {
    const project = await makeProject(BROKEN_SUM);
    const { stdout } = await cli('heal', project.path, '--json', ...more);
    await project.remove();
    return JSON.parse(stdout) as { taskId: string };
  };

  beforeAll(async () => {
    own = await ownService('ui', 2);
    await cli('up');
  });

  afterAll(async () => {
    await cli('down');
    await rm(own.home, { recursive: true, force: true });
  });

  withChromium(
    'lists what waits, what is not healed and what is healed, behind the links that kintsugi ui --links prints',
    async () => {
      const waiting = await healed();
      const failed = await healed('--check', 'false', '--allow-unsandboxed', '--approval', 'low');
      const done = await healed('--approval', 'low');
      const links = JSON.parse((await cli('ui', '--links', '--json')).stdout) as Record<string, string>;
      expect(Object.keys(links)).toEqual(['waiting', 'failed', 'healed', 'all']);
      await withBrowser(async (page) => {
        for (const [list, { taskId }] of Object.entries({ waiting, failed, healed: done })) {
          await page.show(links[list] ?? '', taskId);
          const others = [waiting, failed, done].filter((one) => one.taskId !== taskId);
          for (const other of others) expect(await page.text()).not.toContain(other.taskId);
        }
      });
      await cli('cancel', waiting.taskId);
    },
  );

  withChromium(
    'has one page for a run that says what waits and what to do, and its history by what each effect is',
    async () => {
      const { taskId } = await healed();
      const [, url = ''] = /(http:\S+)/.exec((await cli('status', taskId)).stdout) ?? [];
      expect(url).toMatch(/user-metadata$/);
      await withBrowser(async (page) => {
        await page.show(url, 'Current Details');
        expect(await page.text()).toContain(taskId);
        await page.show(url.replace(/user-metadata$/, 'history'), 'verify');
      });
      await cli('cancel', taskId);
    },
  );
});
