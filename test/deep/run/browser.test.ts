import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../../src/config';
import { onPath } from '../../support/go-program';
import { testServer } from '../../support/temporal';
import { useKintsugi, useProject } from '../../support/use-kintsugi';

const DEADLINE_MS = 90_000;
/** Time of the page's own clock until it is as people see it, ms. */
const SETTLED_MS = 15_000;

const chromium = onPath(loadConfig().path, 'chromium');

describe('the page of a run in a real browser', () => {
  const kintsugi = useKintsugi();
  const project = useProject();

  /** Text of a page, once it has settled. */
  function shown(url: string): string {
    const profile = mkdtempSync(join(tmpdir(), 'kintsugi-browser-'));
    const args = ['--headless=new', '--no-sandbox', '--dump-dom', `--user-data-dir=${profile}`];
    try {
      const page = spawnSync(chromium ?? '', [...args, `--virtual-time-budget=${SETTLED_MS}`, url], {
        encoding: 'utf8',
        timeout: DEADLINE_MS,
      });
      return page.stdout.replace(/<script[\s\S]*?<\/script>/g, '').replace(/<[^>]+>/g, ' ');
    } finally {
      rmSync(profile, { recursive: true, force: true });
    }
  }

  (chromium === undefined ? it.skip : it)(
    'shows each effect by its summary, and what came of the run',
    async () => {
      const run = await kintsugi.client.heal({ directory: project.path, approval: { level: 'LOW' } });
      expect(await run.result()).toMatchObject({ status: 'recovered' });
      const { uiUrl } = await testServer();
      const { firstExecutionRunId } = await kintsugi.client.temporal.workflow
        .getHandle(run.id)
        .describe()
        .then(({ raw }) => ({ firstExecutionRunId: raw.workflowExecutionInfo?.firstRunId ?? '' }));
      const namespace = kintsugi.client.facts.namespace;
      const text = shown(
        `${uiUrl}/namespaces/${namespace}/workflows/${run.id}/${firstExecutionRunId}/history`,
      );
      expect(text).toContain(run.id);
      for (const row of ['verify', 'publish']) expect(text.toLowerCase()).toContain(row);
    },
    2 * DEADLINE_MS,
  );
});
