/**
 * `npm run pictures`: remakes the pictures of the guides from real runs: each is a page of the Temporal Web UI, a page of the dashboard or a
 * report, as Chromium shows it (`chromium` on the PATH, or `KINTSUGI_CHROMIUM`).
 */
import { ENGLISH } from '../src/domain/run/said';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { HealHandle, KintsugiClient } from '../src/client';
import { readReport } from '../src/client/report/run-report';
import { withStore, type StoreReader } from '../src/client/store-reader';
import { serveDashboard } from '../src/client/web/dashboard';
import { reportFile } from '../src/client/cli/report-command';
import { oneToken } from '../src/client/web/visitors';
import { MEAN_PROJECT, MEAN_REQUEST, meanModel } from '../test/support/directory-scripts';
import { BROKEN_SUM } from '../test/support/kintsugi';
import { ScriptedModel } from '../test/support/scripted-model';
import { untilStatus } from '../test/support/until';
import { withBrowser } from './browser';
import { startService, type Service } from './service';

const IMAGES = path.join('docs', 'images');

interface Picture {
  name: string;
  /** Page of the run that is shown; absent: none, the run is one of the list. */
  page?: 'history' | 'user-metadata';
  files: Record<string, string>;
  start(client: KintsugiClient, directory: string): Promise<HealHandle>;
}

const PICTURES: readonly Picture[] = [
  {
    name: 'web-ui',
    page: 'user-metadata',
    files: BROKEN_SUM,
    start: (client, directory) => client.heal({ directory, approval: { level: 'LOW' } }),
  },
  {
    name: 'agent',
    page: 'history',
    files: MEAN_PROJECT,
    start: (client, directory) =>
      client.agent({ directory, request: MEAN_REQUEST, approval: { level: 'LOW' } }),
  },
  {
    name: 'details',
    page: 'user-metadata',
    files: MEAN_PROJECT,
    start: (client, directory) =>
      client.agent({ directory, request: MEAN_REQUEST, approval: { level: 'LOW' } }),
  },
  {
    name: 'waits',
    files: BROKEN_SUM,
    start: (client, directory) => client.heal({ directory }),
  },
  {
    name: 'fails',
    files: BROKEN_SUM,
    start: (client, directory) =>
      client.heal({
        directory,
        verification: { tests: [], commands: [{ command: 'grep -q b src/sum.js' }] },
      }),
  },
];

/** Summary, details and current details of a run are frames of its page. */
const FRAMES = 3;

/** Columns of the list that say what waits and what came of it. */
const COLUMNS = ['KintsugiPhase', 'KintsugiOutcome'];
const UNUSED = ['Run ID', 'Type', 'End'];

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function main(): Promise<void> {
  const model = await ScriptedModel.start();
  model.otherwise(meanModel);
  const service = await startService({ modelUrl: model.baseUrl, say });
  const folder = mkdtempSync(path.join(tmpdir(), 'kintsugi-pictures-'));
  try {
    const pages: { name: string; url: string }[] = [];
    const started = new Map<string, HealHandle>();
    for (const { name, page, files, start } of PICTURES) {
      const directory = path.join(folder, name, 'shop');
      for (const [file, text] of Object.entries(files)) {
        mkdirSync(path.dirname(path.join(directory, file)), { recursive: true });
        writeFileSync(path.join(directory, file), text);
      }
      const run = await start(service.client, directory);
      if (name === 'waits')
        await untilStatus(
          () => run.status(),
          ({ pending }) => pending !== undefined,
        );
      else await run.result();
      started.set(name, run);
      const url = run.webUrl ?? '';
      if (page) pages.push({ name, url: url.replace(/[a-z-]+$/, page) });
    }
    await withBrowser(async (browser) => {
      for (const { name, url } of pages) {
        const isHistory = name === 'agent';
        await browser.show(url, isHistory ? 'publish' : 'Current Details', isHistory ? 0 : FRAMES);
        await browser.photograph(path.join(IMAGES, `${name}.png`));
        say(name);
      }
      await browser.show(service.client.webListUrl() ?? '', 'heal-shop');
      await browser.click('[data-testid=workflows-summary-table-configuration-button]');
      for (const column of UNUSED) await browser.click(`[aria-label="Remove ${column} column"]`);
      for (const column of COLUMNS) await browser.click(`[aria-label="Add ${column} column"]`);
      await browser.show(service.client.webListUrl() ?? '', 'not healed');
      await browser.photograph(path.join(IMAGES, 'list.png'));
      say('list');
    });
    await withStore(service.config, (store) => ownPages({ ...service, store }, started, folder));
  } finally {
    await service.close();
    await model.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Width of the pictures of Kintsugi's own pages, and height of what they show. */
const WIDTH = 900;
const HEIGHT = 760;

/** The report of a run that has ended, and the page of one that waits. */
async function ownPages(
  { client, store }: Pick<Service, 'client'> & { store: StoreReader },
  started: ReadonlyMap<string, HealHandle>,
  folder: string,
): Promise<void> {
  const parts = { client, store, redact: (text: string) => text, say: ENGLISH };
  const file = path.join(folder, 'report.html');
  const done = started.get('details')?.id ?? '';
  writeFileSync(file, reportFile(await readReport(done, parts)));
  const { server, address } = await serveDashboard(
    { ...parts, linkKey: '', revive: () => Promise.resolve() },
    { port: 0, admit: oneToken('picture', { by: 'Ann' }) },
  );
  try {
    await withBrowser(async (browser) => {
      await browser.look(WIDTH, 'light');
      await browser.show(pathToFileURL(file).href, 'What changed');
      await browser.photograph(path.join(IMAGES, 'report.png'), HEIGHT);
      say('report');
      await browser.show(`${address}/enter?token=picture`, 'Waits for people');
      await browser.show(`${address}/runs/${started.get('waits')?.id ?? ''}`, 'It waits for you');
      await browser.photograph(path.join(IMAGES, 'dashboard.png'), HEIGHT);
      say('dashboard');
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
