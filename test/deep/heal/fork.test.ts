import { randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { HealHandle, HealResult } from '../../../src/client';
import { HealInput } from '../../../src/domain/heal/input';
import { MAIN_TASK_QUEUE } from '../../../src/messages';
import { homePaths } from '../../../src/machine/paths';
import { openStore } from '../../../src/store';
import { readTreeFile } from '../../../src/store/tree-store';
import { asTree } from '../../support/hashes';
import { ageLocalTier } from '../../support/aged-store';
import { CALC, CALC_PROJECT, LOOP, mulPatch, mulReply, withMul, WRONG } from '../../support/calc-project';
import { kintsugiCli } from '../../support/cli';
import { makeProject } from '../../support/kintsugi';
import { timedManifest } from '../../support/manifest';
import { reply } from '../../support/scripted-model';
import { useOwnScriptedKintsugi } from '../../support/use-kintsugi';

const LOW = { level: 'LOW' } as const;
const DAY = 24 * 3_600_000;

describe('fork', () => {
  const kintsugi = useOwnScriptedKintsugi({
    why: 'its model is asked for two replies',
    settings: { KINTSUGI_MODEL_CANDIDATES: '2' },
  });
  let project: { path: string; remove(): Promise<void> };

  beforeEach(async () => {
    project = await makeProject(CALC_PROJECT);
  });

  afterEach(async () => {
    kintsugi.model.assertComplete();
    await project.remove();
  });

  const source = () => readFile(join(project.path, 'src/calc.ts'), 'utf8');
  const write = (path: string, text: string) => writeFile(join(project.path, path), text);
  const reasons = async (id: string) =>
    (await kintsugi.client.checkpoints(id)).checkpoints.map(({ reason }) => reason);

  /** A run with the states 0 (before), 1 (`mul` is wrong) and 2 (repaired). */
  async function start(more: object = { approval: LOW }): Promise<HealHandle> {
    kintsugi.model.script(reply(mulReply('Adds mul.', WRONG)));
    return kintsugi.client.heal({ directory: project.path, request: 'Add mul', ...more });
  }

  async function published(): Promise<HealHandle> {
    const run = await start();
    expect(await run.result()).toMatchObject({ status: 'recovered', delivery: { status: 'published' } });
    return run;
  }

  async function asking(run: HealHandle): Promise<string> {
    for (let tries = 0; tries < 600; tries += 1) {
      const { pending } = await run.status();
      if (pending) return pending.hash;
      await delay(50);
    }
    throw new Error('the run did not ask');
  }

  it('begins with a patch of the last state; the request, checks and settings stay', async () => {
    const run = await start({ verification: { tests: ['test/*.test.ts'] }, maxAttempts: 2 });
    const hash = await asking(run);
    await run.answer({ hash, decision: 'reject', reason: 'no', scope: 'once' });
    await run.result();
    const patch = '--- a/src/calc.ts\n+++ b/src/calc.ts\n@@ -1 +1 @@\n-// A calculator.\n+// Patched.\n';
    const fork = await kintsugi.client.fork(run.id, { patch, request: null, approval: LOW });
    const result = await fork.result();
    expect(result).toMatchObject({
      status: 'completed',
      message: expect.stringMatching(
        /^Done: nothing to repair, all checks pass on the forked files/,
      ) as string,
      delivery: { status: 'published' },
      forkedFrom: { of: run.id, checkpoint: 2, tree: result.tree },
    });
    expect(await source()).toBe(withMul('return a * b;').replace('A calculator', 'Patched'));
    expect(await reasons(fork.id)).toEqual(['before the run', `forked from ${run.id} checkpoint 2`]);
    expect((await fork.status()).maxAttempts).toBe(2);
    // A fork can be forked.
    kintsugi.model.script(reply(mulReply('A loop.', LOOP)));
    const third = await kintsugi.client.fork(fork.id, { checkpoint: '0', request: 'Write mul as a loop' });
    expect(await third.result()).toMatchObject({ status: 'completed', delivery: { status: 'published' } });
    expect(await source()).toBe(withMul(LOOP));
  });

  it('keeps what the user changed meanwhile, in the same file too', async () => {
    const run = await published();
    await write('src/calc.ts', (await source()).replace('A calculator', 'My calculator'));
    await write('notes.txt', 'mine\n');
    const fork = await kintsugi.client.fork(run.id, {
      checkpoint: '1',
      request: null,
      patch: mulPatch(LOOP),
    });
    expect(await fork.result()).toMatchObject({
      status: 'completed',
      delivery: { status: 'published', files: ['src/calc.ts'] },
    });
    expect(await source()).toBe(withMul(LOOP).replace('A calculator', 'My calculator'));
    expect(await readFile(join(project.path, 'notes.txt'), 'utf8')).toBe('mine\n');
  });

  it('goes on after the run was rolled back and the user went on working', async () => {
    const run = await published();
    await kintsugi.client.rollback(run.id);
    expect(await source()).toBe(CALC);
    await write('notes.txt', 'mine\n');
    const fork = await kintsugi.client.fork(run.id, { request: null });
    expect(await fork.result()).toMatchObject({ status: 'completed', delivery: { status: 'published' } });
    expect(await source()).toBe(withMul('return a * b;'));
  });

  it('forks a run that goes on, which then meets what the fork published', async () => {
    const run = await start({});
    const hash = await asking(run);
    expect(await reasons(run.id)).toHaveLength(3);
    const fork = await kintsugi.client.fork(run.id, { checkpoint: '1', request: null, approval: LOW });
    expect(await fork.result()).toMatchObject({ status: 'recovered', delivery: { status: 'published' } });
    const healed = await source();
    await write('src/calc.ts', healed.replace('A calculator', 'My calculator'));
    await run.answer({ hash, decision: 'approve', scope: 'once' });
    expect(await run.result()).toMatchObject({ delivery: { status: 'conflict' } });
    expect(await source()).toContain('My calculator');
  });

  it('refuses a patch that does not fit the state, and changes nothing', async () => {
    const run = await published();
    const before = timedManifest(project.path);
    const patch = '--- a/src/calc.ts\n+++ b/src/calc.ts\n@@ -1 +1 @@\n-// Something else.\n+// Patched.\n';
    const fork = await kintsugi.client.fork(run.id, { patch });
    const result = await fork.result();
    expect(result.badInput).toContain(
      `The patch does not fit checkpoint 2 of ${run.id}, so nothing was done: `,
    );
    expect(result.badInput).toContain('// A calculator.');
    expect(result).toMatchObject({ status: 'failed', delivery: { status: 'nothing-to-publish' } });
    expect(timedManifest(project.path)).toEqual(before);
  });

  it.each([
    [
      'a state that is not there',
      { checkpoint: '7' },
      'has no checkpoint "7": take a number from 0 to 2, as "kintsugi checkpoints ',
    ],
    ['a patch that is none', { patch: 'hello\n' }, 'The patch cannot be used: '],
    ['an empty patch', { patch: '' }, 'The patch '],
    ['a setting', { maxAttempts: 1_001 }, 'maxAttempts cannot be used: '],
  ])('says in a sentence that %s cannot be used', async (_, request, sentence) => {
    const run = await published();
    await expect(kintsugi.client.fork(run.id, request)).rejects.toThrow(sentence);
  });

  it('says what of another kind cannot be forked, and that there is no such run', async () => {
    const run = await published();
    const back = await kintsugi.client.rollback(run.id);
    await expect(kintsugi.client.fork(back.id)).rejects.toThrow(
      `${back.id} is a rollback run, and only heal runs can be forked: see kintsugi list.`,
    );
    await expect(kintsugi.client.fork('heal-nothing')).rejects.toThrow(
      'There is no run heal-nothing: see kintsugi list.',
    );
    await rm(project.path, { recursive: true });
    const fork = await kintsugi.client.fork(run.id);
    await expect(fork.result()).rejects.toThrow(`There is no folder ${project.path}`);
    await expect(kintsugi.client.fork(fork.id)).rejects.toThrow('has no checkpoint to begin at');
  });

  describe('and collection', () => {
    const collect = async (): Promise<void> => {
      const store = await openStore(homePaths(kintsugi.config.home).store);
      await ageLocalTier(store.local, 2 * DAY);
      await store.close();
      // All runs that have ended are collected.
      const env = { ...kintsugi.env, KINTSUGI_RETENTION_DAYS: '0.000001' };
      expect(await kintsugiCli(env, ['store', 'gc'])).toMatchObject({ code: 0 });
    };

    it('an open fork keeps what it comes from, and goes on', async () => {
      const run = await published();
      const origin: HealResult = await run.result();
      const fork = await kintsugi.client.fork(run.id, {
        checkpoint: '1',
        request: null,
        patch: mulPatch(LOOP),
        approval: { level: 'MEDIUM' },
      });
      const hash = await asking(fork);
      await collect();
      const store = await openStore(homePaths(kintsugi.config.home).store);
      for (const { tree } of origin.record.codeHistory) expect(await store.blobs.has(tree)).toBe(true);
      await store.close();
      await fork.answer({ hash, decision: 'approve', scope: 'once' });
      expect(await fork.result()).toMatchObject({ status: 'completed', delivery: { status: 'published' } });
      expect(await source()).toBe(withMul(LOOP));
      expect((await kintsugiCli(kintsugi.env, ['store', 'verify'])).stdout).toContain('all whole');
      expect(await kintsugi.client.rollback(fork.id)).toMatchObject({ status: 'published' });
      expect(await source()).toBe(withMul('return a * b;'));
    });

    it('so does one that still waits for the machine of its directory', async () => {
      const run = await published();
      const { baseTree, directory, record, tree } = await run.result();
      const start = record.codeHistory[0]?.tree ?? '';
      const input = HealInput.parse({
        directory: { ...directory, hostId: randomUUID(), hostName: 'another-machine' },
        fork: { of: run.id, checkpoint: 1, start, left: [tree, baseTree, start] },
      });
      const fork = await kintsugi.client.temporal.workflow.start('heal', {
        taskQueue: MAIN_TASK_QUEUE,
        workflowId: `heal-${randomUUID()}`,
        args: [input],
      });
      const store = await openStore(homePaths(kintsugi.config.home).store);
      while ((await store.refs.list(fork.firstExecutionRunId)).length < 2) await delay(50);
      await collect();
      expect((await store.trees.list(asTree(start))).map(({ path }) => path)).toEqual(
        Object.keys(CALC_PROJECT).sort(),
      );
      expect((await readTreeFile(store, asTree(start), 'src/calc.ts'))?.toString()).toBe(withMul(WRONG));
      await store.close();
      await fork.terminate();
    });

    it('says so where the state was collected, and the store stays in order', async () => {
      const run = await published();
      await collect();
      const fork = await kintsugi.client.fork(run.id, { checkpoint: '1', request: null });
      expect((await fork.result()).badInput).toBe(
        `The files of checkpoint 1 of ${run.id} are no longer in the store, or on another machine: fork a newer run, or start anew with kintsugi heal DIR.`,
      );
      expect((await kintsugiCli(kintsugi.env, ['store', 'verify'])).stdout).toContain('all whole');
      expect(await kintsugiCli(kintsugi.env, ['store', 'gc'])).toMatchObject({ code: 0 });
    });
  });
});
