import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { withBrowser, type Page } from '../../../bench/browser';
import { loadConfig } from '../../../src/config';
import { PROJECT_ROOT } from '../../../src/machine/paths';
import { kintsugiCli } from '../../support/cli';
import { onPath } from '../../support/go-program';
import { BROKEN_SUM, makeProject } from '../../support/kintsugi';
import { ownService } from '../../support/own-service';

const WIDTHS = [380, 820, 1280];

const withChromium = onPath(loadConfig().path, 'chromium') === undefined ? it.skip : it;
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

describe('the dashboard and the report in a real browser', () => {
  let own: Awaited<ReturnType<typeof ownService>>;
  let project: Awaited<ReturnType<typeof makeProject>>;
  let served: ChildProcess;
  let address = '';
  const cli = (...args: string[]) => kintsugiCli(own.env, args);

  beforeAll(async () => {
    own = await ownService('dashboard', 2);
    project = await makeProject(BROKEN_SUM);
    await cli('up');
    const main = join(PROJECT_ROOT, 'dist', 'client', 'cli', 'main.js');
    served = spawn(process.execPath, [main, 'ui'], { env: own.env, stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(served.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
    address = line.toString().trim();
  });

  afterAll(async () => {
    served.kill();
    await cli('down');
    await project.remove();
    await rm(own.home, { recursive: true, force: true });
  });

  /** Looks at the page in all widths and both colours: nothing is cut off, and axe finds nothing. */
  async function expectGood(page: Page): Promise<void> {
    for (const scheme of ['light', 'dark'] as const)
      for (const width of WIDTHS) {
        await page.look(width, scheme);
        expect(await page.value('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
        await page.value(`${AXE}; 0`);
        const found = await page.value<string[]>(
          'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + " " + nodes[0].html))',
        );
        expect(found).toEqual([]);
      }
  }

  /** Waits for the page of a run that has ended: the one before loads itself anew. */
  async function untilEnded(page: Page): Promise<void> {
    const isEnded = "document.querySelector('main') !== null && document.getElementById('live') === null";
    while (!(await page.value<boolean>(isEnded))) await delay(100);
  }

  withChromium('show what waits, let it be approved by a click, and tell what came of it', async () => {
    const { stdout } = await cli('heal', project.path, '--json');
    const { taskId } = JSON.parse(stdout) as { taskId: string };
    await withBrowser(async (page) => {
      await page.show(address, taskId);
      await expectGood(page);
      expect(await page.value('document.documentElement.outerHTML.length')).toBeLessThan(200_000);
      await page.click(`a[href$="${taskId}"]`);
      await page.until('It waits for you');
      await expectGood(page);
      await page.click('button.yes');
      await untilEnded(page);
      await page.until('healed');
      await expectGood(page);
      expect(await page.text()).toContain('on the dashboard');
    });
    expect(await readFile(join(project.path, 'src/sum.ts'), 'utf8')).toContain('a + b');
    const file = join(own.home, 'report.html');
    await cli('report', taskId, '--html', file);
    await withBrowser(async (page) => {
      await page.show(pathToFileURL(file).href, 'What happened');
      await expectGood(page);
      const background = await page.value('getComputedStyle(document.body).backgroundColor');
      expect(background).not.toBe('rgba(0, 0, 0, 0)');
    });
  });
});
