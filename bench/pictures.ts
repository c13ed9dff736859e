/**
 * `npm run pictures`: remakes the pictures of the guides from real runs: each is the page of a run in the Temporal Web UI, as
 * Chromium shows it (`chromium` on the PATH, or `KINTSUGI_CHROMIUM`).
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { HealHandle, KintsugiClient } from '../src/client';
import { MEAN_PROJECT, MEAN_REQUEST, meanModel } from '../test/support/directory-scripts';
import { BROKEN_SUM } from '../test/support/kintsugi';
import { ScriptedModel } from '../test/support/scripted-model';
import { startService } from './service';

const SIZE = '1440,1150';
/** Time of the page's own clock until it is as people see it, ms. */
const SETTLED_MS = 15_000;
const DEADLINE_MS = 60_000;
const IMAGES = path.join('docs', 'images');

interface Picture {
  name: string;
  /** Page of the run that is shown. */
  page: 'history' | 'user-metadata';
  files: Record<string, string>;
  start(client: KintsugiClient, directory: string): Promise<HealHandle>;
}

const PICTURES: readonly Picture[] = [
  {
    name: 'web-ui',
    page: 'history',
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
];

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** The page at an address as a picture. Throws where Chromium is not there. */
function photograph(url: string, file: string, profile: string): void {
  const chromium = process.env['KINTSUGI_CHROMIUM'] ?? 'chromium';
  const args = [
    ...['--headless=new', '--no-sandbox', '--hide-scrollbars', '--force-color-profile=srgb'],
    ...[`--user-data-dir=${profile}`, `--window-size=${SIZE}`, `--virtual-time-budget=${SETTLED_MS}`],
    ...[`--screenshot=${path.resolve(file)}`, url],
  ];
  const { error, status, stderr } = spawnSync(chromium, args, { timeout: DEADLINE_MS, encoding: 'utf8' });
  if (error) throw new Error(`Chromium does not start (${error.message}): name it with KINTSUGI_CHROMIUM.`);
  if (status !== 0) throw new Error(`Chromium made no picture of ${url}: ${stderr.slice(-500)}`);
}

async function main(): Promise<void> {
  const model = await ScriptedModel.start();
  model.otherwise(meanModel);
  const service = await startService({ modelUrl: model.baseUrl, say });
  const folder = mkdtempSync(path.join(tmpdir(), 'kintsugi-pictures-'));
  try {
    for (const { name, page, files, start } of PICTURES) {
      const directory = path.join(folder, name, 'shop');
      for (const [file, text] of Object.entries(files)) {
        mkdirSync(path.dirname(path.join(directory, file)), { recursive: true });
        writeFileSync(path.join(directory, file), text);
      }
      const run = await start(service.client, directory);
      await run.result();
      const file = path.join(IMAGES, `${name}.png`);
      const { runId } = await service.client.temporal.workflow.getHandle(run.id).describe();
      photograph(`${run.webUrl ?? ''}/${runId}/${page}`, file, path.join(folder, 'profile'));
      say(file);
    }
  } finally {
    await service.close();
    await model.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
