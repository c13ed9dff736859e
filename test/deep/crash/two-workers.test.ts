import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { HealHandle, HealResult } from '../../../src/client';
import { openStore } from '../../../src/store';
import { homePaths } from '../../../src/machine/paths';
import { asBlob } from '../../support/hashes';
import { BROKEN_SUM, makeProject, startKintsugi, type TestKintsugi } from '../../support/kintsugi';
import { describeS3, startS3Server, type S3Server } from '../../support/s3-server';
import { inLanes } from '../../support/lanes';
import { testServer } from '../../support/temporal';
import { until } from '../../support/until';

let s3: S3Server;

beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(() => s3.close());

/** Starts a worker with a data folder, a host id and a cache of its own, on what the workers of one test share. */
type StartWorker = () => Promise<TestKintsugi>;

/** Workers that share a namespace and a prefix of the bucket, closed at the end. */
async function withWorkers(act: (startWorker: StartWorker) => Promise<void>): Promise<void> {
  const namespace = await (await testServer()).createNamespace();
  const prefix = randomUUID();
  const workers: TestKintsugi[] = [];
  try {
    await act(async () => {
      const worker = await startKintsugi({
        why: 'two workers share a bucket',
        settings: { TEMPORAL_NAMESPACE: namespace, ...s3.env(prefix) },
      });
      workers.push(worker);
      return worker;
    });
  } finally {
    for (const worker of workers) await worker.close();
  }
}

/** Heals a project of the worker's machine; each verification takes two seconds, so there is time to be killed. */
async function heal(worker: TestKintsugi, directory: string): Promise<HealHandle> {
  return worker.client.heal({
    directory,
    approval: { level: 'LOW' },
    verification: { commands: [{ command: 'sleep 2' }], allowUnsandboxed: true },
  });
}

/** Phases in their order: one may be over before anyone looks. */
const PHASES = ['importing', 'baseline', 'repairing', 'verifying', 'waiting-for-host'];

/** Waits until the run is in a phase, or past a short one, asked through a worker that is not going to be killed. */
async function untilPhase(asked: TestKintsugi, id: string, phase: string): Promise<void> {
  const run = asked.client.run(id);
  const wanted = PHASES.indexOf(phase);
  const phaseNow = () =>
    run.status().then(
      (status) => PHASES.indexOf(status.phase),
      () => -1,
    );
  await until(`the run has reached ${phase}`, async () => (await phaseNow()) >= wanted, 300_000);
}

/** Parts of a result that are the same whoever did the work. */
function essence({ status, totalAttempts, tree, diff, repairs, fixedTests, delivery }: HealResult) {
  return { status, totalAttempts, tree, diff: diff?.hash, repairs, fixedTests, delivery };
}

async function undisturbed(worker: TestKintsugi): Promise<ReturnType<typeof essence>> {
  const project = await makeProject(BROKEN_SUM);
  const result = await (await heal(worker, project.path)).result();
  await project.remove();
  return essence(result);
}

const moves = async (startWorker: StartWorker): Promise<void> => {
  const one = await startWorker();
  const expected = await undisturbed(one);
  const project = await makeProject(BROKEN_SUM);
  const run = await heal(one, project.path);
  await untilPhase(one, run.id, 'baseline');
  await one.kill();
  const two = await startWorker();
  // Only the other one is there now, so it is the one that looks for repairs.
  await untilPhase(two, run.id, 'repairing');
  await two.kill();
  await one.start();
  const result = await one.client.run(run.id).result();
  expect(essence(result)).toEqual(expected);
  expect(await readFile(join(project.path, 'src/sum.ts'), 'utf8')).toContain('a + b');
  await two.start();
  await project.remove();
};

const waitsForItsHost = async (startWorker: StartWorker): Promise<void> => {
  const one = await startWorker();
  const project = await makeProject(BROKEN_SUM);
  const run = await heal(one, project.path);
  await untilPhase(one, run.id, 'baseline');
  await one.kill();
  const two = await startWorker();
  await untilPhase(two, run.id, 'waiting-for-host');
  const status = await two.client.run(run.id).status();
  expect(status.detail).toContain(one.config.hostName);
  expect(await readFile(join(project.path, 'src/sum.ts'), 'utf8')).toContain('a - b');
  // What it made so far is for every machine to read.
  const store = await openStore(homePaths(two.config.home).store, { shared: two.config.s3 });
  expect((await store.blobs.load(status.diff?.hash ?? asBlob(''))).toString()).toContain('+  return a + b;');
  await store.close();
  await one.start();
  const result = await two.client.run(run.id).result();
  expect(result).toMatchObject({
    status: 'recovered',
    delivery: { status: 'published', files: ['src/sum.ts'] },
  });
  expect(await readFile(join(project.path, 'src/sum.ts'), 'utf8')).toContain('a + b');
  await project.remove();
};

const isForkedWithoutCache = async (startWorker: StartWorker): Promise<void> => {
  const one = await startWorker();
  const project = await makeProject(BROKEN_SUM);
  const source = () => readFile(join(project.path, 'src/sum.ts'), 'utf8');
  const run = await one.client.heal({ directory: project.path, approval: { level: 'LOW' } });
  expect(await run.result()).toMatchObject({ delivery: { status: 'published' } });
  await one.kill();
  await rm(homePaths(one.config.home).store, { recursive: true });
  await startWorker();
  await one.start();
  const patch = '--- a/src/sum.ts\n+++ b/src/sum.ts\n@@ -2 +2 @@\n-  return a - b;\n+  return b + a;\n';
  const fork = await one.client.fork(run.id, { checkpoint: '0', patch });
  expect(await fork.result()).toMatchObject({
    status: 'completed',
    forkedFrom: { of: run.id, checkpoint: 0 },
    delivery: { status: 'published', files: ['src/sum.ts'] },
  });
  expect(await source()).toContain('b + a');
  await one.client.rollback(fork.id, { to: '0' });
  expect(await source()).toContain('a + b');
  await one.client.rollback(run.id);
  expect(await source()).toBe(BROKEN_SUM['src/sum.ts']);
  await project.remove();
};

const CASES: [string, (startWorker: StartWorker) => Promise<void>][] = [
  ['a run moves to another worker and back when either is killed, with the same result', moves],
  ['the publish of a run waits for the machine that owns the directory', waitsForItsHost],
  ['a run is forked and rolled back where the machine has lost its cache', isForkedWithoutCache],
];

describeS3('two workers with one shared tier', () => {
  // Most of the time passes until the server notices that a worker is gone.
  const played = inLanes(
    CASES.map(([, play]) => play),
    () => CASES,
    withWorkers,
  );

  it.each(CASES)('%s', (_, play) => played(play));
});
