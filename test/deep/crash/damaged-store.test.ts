import { existsSync, truncateSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { loadConfig } from '../../../src/config';
import { locateTemporalCli } from '../../../src/temporal/embedded/index';
import { damagesOf } from '../../../src/store/local';
import type { UpState } from '../../../src/temporal/up-state';
import { kintsugiCli } from '../../support/cli';
import { BROKEN_SUM, makeProject } from '../../support/kintsugi';

test('a database that is cut off under a worker: the run ends, the next one heals, and people are told', async () => {
  const { temporalCli, cache, path } = loadConfig();
  const cli = await locateTemporalCli({ override: temporalCli, cacheDir: cache, path });
  const home = await mkdtemp(join(tmpdir(), 'kintsugi-damaged-'));
  const data = join(home, 'data');
  const env = {
    PATH: path,
    HOME: home,
    KINTSUGI_HOME: data,
    KINTSUGI_TEMPORAL_CLI: cli ?? '',
    KINTSUGI_SANDBOX_CHILDREN: '2',
  };
  const project = await makeProject(BROKEN_SUM);
  const up = JSON.parse((await kintsugiCli(env, ['up', '--json'])).stdout) as UpState;
  const args = ['--approval', 'low', '--allow-unsandboxed', '--json'];
  const healing = kintsugiCli(env, ['heal', project.path, '--check', 'sleep 6', ...args]);
  const database = join(data, 'store', 'store.db');
  await delay(2_500);
  expect(existsSync(database)).toBe(true);
  // What is in its log comes back from there.
  for (const end of ['', '-wal']) truncateSync(`${database}${end}`, 0);
  const first = await healing;
  // It went on from what is kept elsewhere, or says what it lacks.
  expect([0, 1, 3]).toContain(first.code);
  expect(first.stdout).toMatch(/"status": ?"|"error"/);
  const second = await kintsugiCli(env, ['heal', project.path, ...args]);
  expect(second.code).toBe(0);
  const [note] = await damagesOf(join(data, 'store'));
  expect(note).toBeDefined();
  const log = await readFile(join(data, 'up.log'), 'utf8');
  expect(log).toContain("The store's database was damaged");
  expect(log).not.toContain(`"pid":${up.pid},"msg":"The store's database was damaged`);
  expect((await kintsugiCli(env, ['doctor'])).stdout).toContain("The store's database was damaged");
  expect((await kintsugiCli(env, ['store', 'verify'])).stdout).toContain("The store's database was damaged");
  await kintsugiCli(env, ['down']);
  await project.remove();
  await rm(home, { recursive: true, force: true });
});
