import { randomBytes, randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { HealHandle, HealResult } from '../../../src/client';
import { homePaths } from '../../../src/machine/paths';
import { openStore, type OpenStore } from '../../../src/store';
import type { Affected } from '../../../src/store/retention/affected';
import type { CollectReport } from '../../../src/store/retention/plan';
import type { TierStats } from '../../../src/store/retention/verify-store';
import { SnapshotTimes } from '../../../src/store/times';
import { asBlob } from '../../support/hashes';
import { ageLocalTier } from '../../support/aged-store';
import { kintsugiCli } from '../../support/cli';
import { BROKEN_SUM, makeProject, startKintsugi, type TestKintsugi } from '../../support/kintsugi';
import { describeS3, S3_KEYS, startS3Server, type S3Server } from '../../support/s3-server';
import { tempFolder } from '../../support/temp-folder';
import { harmLocally, loseLocally } from '../../support/harm-store';
import { untilStatus } from '../../support/until';

const DAY = 24 * 3_600_000;

describe('kintsugi store', () => {
  let kintsugi: TestKintsugi;
  let store: OpenStore;
  let project: { path: string; remove(): Promise<void> };
  let result: HealResult;
  let id: string;

  beforeAll(async () => {
    kintsugi = await startKintsugi({ why: 'its store is counted and damaged' });
    store = await openStore(homePaths(kintsugi.config.home).store);
  });

  afterAll(async () => {
    await store.close();
    await kintsugi.close();
  });

  beforeEach(async () => {
    project = await makeProject(BROKEN_SUM);
    const run = await kintsugi.client.heal({ directory: project.path, approval: { level: 'LOW' } });
    result = await run.result();
    id = run.id;
  });

  afterEach(() => project.remove());

  /** A run that is open, and stays so; its blobs are its own. */
  async function untilItAsks(): Promise<HealHandle> {
    const other = await makeProject({ ...BROKEN_SUM, 'src/sum.ts': `// mine\n${BROKEN_SUM['src/sum.ts']}` });
    const run = await kintsugi.client.heal({ directory: other.path });
    await untilStatus(
      () => run.status(),
      ({ phase }) => phase === 'awaiting-approval',
    );
    await other.remove();
    return run;
  }

  const cli = (args: string[], env: Record<string, string> = {}) =>
    kintsugiCli({ ...kintsugi.env, ...env }, ['store', ...args]);
  const tiersOf = <T>(stdout: string) => JSON.parse(stdout) as { serverAsked: boolean; tiers: T[] };

  it('counts blobs and runs; an open run is known by the server', async () => {
    const waiting = await untilItAsks();
    const { code, stdout } = await cli(['stats', '--json']);
    const { serverAsked, tiers } = tiersOf<TierStats>(stdout);
    expect([code, serverAsked, tiers.length]).toEqual([0, true, 1]);
    expect(tiers[0]?.blobs).toBeGreaterThan(10);
    expect(tiers[0]?.runs.running).toBe(1);
    const text = await cli(['stats']);
    expect(text.stdout).toMatch(
      /This machine: .*\n {2}\d+ blobs, .* \(no quota; database file: .*\)\n {2}runs: .*1 open/,
    );
    await waiting.cancel();
  });

  it('collects what no run names and keeps what ended runs need for their rollback', async () => {
    const snapshot = { tree: result.baseTree, times: result.baseTimes };
    const before = await new SnapshotTimes(store, snapshot).mtimeUs('src/sum.ts');
    expect(before).toBeGreaterThan(0);
    const garbage = await store.blobs.put(randomBytes(500));
    await ageLocalTier(store.local, 2 * DAY);
    const dry = tiersOf<CollectReport>((await cli(['gc', '--dry-run', '--json'])).stdout).tiers[0];
    expect(dry).toMatchObject({ dryRun: true, collectedRuns: [] });
    expect(dry?.blobs).toBeGreaterThan(0);
    expect(await store.blobs.has(garbage)).toBe(true);
    const { code, stdout } = await cli(['gc']);
    expect(stdout).toMatch(/^This machine: collected \d+ blobs?, .*, 0 runs\. Runs: .*ended and kept/);
    expect(code).toBe(0);
    expect(await store.blobs.has(garbage)).toBe(false);
    expect((await kintsugiCli(kintsugi.env, ['diff', id])).stdout).toContain('+  return a + b;');
    expect((await kintsugiCli(kintsugi.env, ['rollback', id])).stdout).toContain('Rolled back: src/sum.ts');
    const restored = join(project.path, 'src/sum.ts');
    expect(await readFile(restored, 'utf8')).toContain('a - b');
    expect(Number((await stat(restored, { bigint: true })).mtimeNs / 1_000n)).toBe(before);
    expect(tiersOf<CollectReport>((await cli(['gc', '--json'])).stdout).tiers[0]?.blobs).toBe(0);
  });

  it('collects runs that ended before the retention time, but none that is open', async () => {
    const waiting = await untilItAsks();
    await ageLocalTier(store.local, 2 * DAY);
    const { stdout } = await cli(['gc', '--json'], { KINTSUGI_RETENTION_DAYS: '0.000001' });
    const [report] = tiersOf<CollectReport>(stdout).tiers;
    expect(report?.runs).toMatchObject({ running: 1 });
    expect(report?.collectedRuns.length).toBeGreaterThan(0);
    expect((await kintsugiCli(kintsugi.env, ['diff', id])).stdout).toContain(
      'was removed by kintsugi store gc',
    );
    expect((await kintsugiCli(kintsugi.env, ['diff', waiting.id])).stdout).toContain('+  return a + b;');
    await waiting.cancel();
  });

  it('with no server to ask says so and collects no run', async () => {
    await ageLocalTier(store.local, 2 * DAY);
    const alone = { TEMPORAL_ADDRESS: '127.0.0.1:1', KINTSUGI_RETENTION_DAYS: '0.000001' };
    const { code, stdout, stderr } = await cli(['gc'], alone);
    expect(stderr).toContain(
      'No Temporal server answers which runs have ended, so only data that no run names is collected',
    );
    expect(stdout).toContain(', 0 runs.');
    expect(code).toBe(0);
    expect((await kintsugiCli(kintsugi.env, ['diff', id])).stdout).toContain('+  return a + b;');
  });

  it.each([
    [['gc', '--grace', '10m'], 'A grace below 1 hour'],
    [['gc', '--grace', 'soon'], 'Give a time like 45s, 90m, 24h or 7d.'],
    [['wash'], "unknown command 'wash'"],
  ])('%j is refused', async (args, sentence) => {
    const { code, stderr } = await cli(args);
    expect(stderr).toContain(sentence);
    expect(code).toBe(2);
  });

  it('verify says which file of which tree and which run is damaged or missing', async () => {
    expect(await cli(['verify'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('all whole') as string,
    });
    const [damaged, missing] = await Promise.all(
      ['src/sum.ts', 'test/sum.test.ts'].map((path) => store.trees.find(result.baseTree, path)),
    );
    harmLocally(store.local, damaged?.hash ?? asBlob(''), 'something else');
    const kept = await store.blobs.load(missing?.hash ?? asBlob(''));
    loseLocally(store.local, missing?.hash ?? asBlob(''));
    const { code, stdout } = await cli(['verify', '--json']);
    expect(code).toBe(1);
    const [report] = (JSON.parse(stdout) as { tiers: { corrupt: string[]; affected: Affected[] }[] }).tiers;
    expect(report?.corrupt).toEqual([damaged?.hash]);
    const where = { workflowId: id, tree: result.baseTree };
    expect(report?.affected).toContainEqual(
      expect.objectContaining({ ...where, path: 'src/sum.ts', problem: 'corrupt' }),
    );
    expect(report?.affected).toContainEqual(
      expect.objectContaining({ ...where, path: 'test/sum.test.ts', problem: 'missing' }),
    );
    await store.blobs.put([Buffer.from(BROKEN_SUM['src/sum.ts']), kept]);
    expect(await cli(['verify'])).toMatchObject({ code: 0 });
  });
});

describeS3('kintsugi with a shared tier', () => {
  let s3: S3Server;
  const home = tempFolder('cli');
  const base = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    KINTSUGI_HOME: home,
    TEMPORAL_ADDRESS: '127.0.0.1:1',
    NO_COLOR: '1',
  };

  beforeAll(async () => {
    s3 = await startS3Server();
  });
  afterAll(async () => {
    await s3.close();
    rmSync(home, { recursive: true, force: true });
  });

  it('doctor writes, reads and removes a probe, or says what is wrong; keys stay secret', async () => {
    const good = await kintsugiCli({ ...base, ...s3.env('doctor') }, ['doctor']);
    expect(good.stdout).toMatch(
      /ok +shared store: the S3 bucket "kintsugi-test" at http:\/\/127\.0\.0\.1:\d+: a probe was written, read, listed and removed/,
    );
    expect(s3.objects('doctor').size).toBe(0);
    const wrong = { ...base, ...s3.env('doctor'), KINTSUGI_S3_SECRET_ACCESS_KEY: 'not-the-right-secret' };
    const bad = await kintsugiCli(wrong, ['doctor']);
    expect(bad.stdout).toMatch(/problem +shared store: .* refuses this machine's keys/);
    expect(bad.code).toBe(3);
    for (const { stdout, stderr } of [good, bad])
      for (const secret of [S3_KEYS.secretAccessKey, 'not-the-right-secret'])
        expect(stdout + stderr).not.toContain(secret);
  });

  it('doctor tells of workers that have another store', async () => {
    const alone = await startKintsugi({ why: 'its store is counted and damaged' });
    const sharing = { ...alone.env, ...s3.env('doctor') };
    const { code, stdout } = await kintsugiCli(sharing, ['doctor']);
    expect(stdout).toMatch(
      /problem +other workers: Workers with another store serve the same namespace \(\d+@.*\)/,
    );
    expect(code).toBe(3);
    expect((await kintsugiCli(alone.env, ['doctor'])).stdout).toMatch(
      /ok +other workers: none uses another store/,
    );
    await alone.close();
  });

  it('store works on both tiers, and says in one sentence where the shared one cannot be reached', async () => {
    const env = { ...base, ...s3.env(randomUUID()) };
    const { code, stdout } = await kintsugiCli(env, ['store', 'stats', '--json']);
    expect((JSON.parse(stdout) as { tiers: TierStats[] }).tiers.map(({ tier }) => tier)).toEqual([
      'local',
      'shared',
    ]);
    expect(code).toBe(0);
    const away = await kintsugiCli({ ...env, KINTSUGI_S3_ENDPOINT: 'http://127.0.0.1:9' }, [
      'store',
      'verify',
    ]);
    expect(away.stderr).toMatch(
      /^kintsugi: The S3 bucket .* does not answer \(the connection is refused\): start it, or correct KINTSUGI_S3_ENDPOINT\.$/m,
    );
    expect(away.code).toBe(3);
  });
});
