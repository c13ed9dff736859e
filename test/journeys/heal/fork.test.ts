import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { HealHandle } from '../../../src/client';
import { CALC_PROJECT, LOOP, mulReply, withMul, WRONG } from '../../support/calc-project';
import { makeProject } from '../../support/kintsugi';
import { timedManifest } from '../../support/manifest';
import { reply } from '../../support/scripted-model';
import { useOwnScriptedKintsugi } from '../../support/use-kintsugi';

const LOW = { level: 'LOW' } as const;

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

  it('goes on from a middle state with another request and model, and can be rolled back', async () => {
    const run = await published();
    const before = timedManifest(project.path);
    const calls = kintsugi.model.calls.length;
    kintsugi.model.script(reply(mulReply('A loop.', LOOP)));
    const fork = await kintsugi.client.fork(run.id, {
      checkpoint: '1',
      request: 'Write mul as a loop',
      model: 'another',
    });
    const result = await fork.result();
    expect(result).toMatchObject({
      status: 'completed',
      delivery: { status: 'published', files: ['src/calc.ts'] },
      forkedFrom: { of: run.id, checkpoint: 1 },
    });
    expect(await source()).toBe(withMul(LOOP));
    const [call] = kintsugi.model.calls.slice(calls);
    expect(call?.body.model).toBe('another');
    const asked = call?.body.messages.map(({ content }) => content).join('\n');
    expect(asked).toContain('Write mul as a loop');
    // It was shown the state, in which mul is wrong, and not the directory.
    expect(asked?.match(/return a \+ b;/g)).toHaveLength(2);
    expect(await reasons(fork.id)).toEqual([
      'before the run',
      `forked from ${run.id} checkpoint 1`,
      'A loop.',
    ]);
    const back = await kintsugi.client.rollback(fork.id, { to: '0' });
    expect(back).toMatchObject({ status: 'published' });
    expect(timedManifest(project.path)).toEqual(before);
  });

  it('ends in conflict where the user changed the same lines, and writes nothing', async () => {
    const run = await published();
    const mine = withMul('return b * a; // mine');
    await write('src/calc.ts', mine);
    const fork = await kintsugi.client.fork(run.id, { checkpoint: '1', request: null });
    const result = await fork.result();
    expect(result).toMatchObject({
      status: 'failed',
      finalError: `Checkpoint 1 of ${run.id} and the directory as it is now do not go together: src/calc.ts`,
      delivery: { status: 'conflict', conflicts: [{ path: 'src/calc.ts' }] },
      usage: { modelCalls: 0 },
    });
    expect(result.badInput).toBeUndefined();
    expect(result.forkedFrom).toEqual({ of: run.id, checkpoint: 1 });
    expect(await source()).toBe(mine);
    expect(await reasons(fork.id)).toEqual(['before the run']);
  });

  it('forks a run that was cancelled', async () => {
    const run = await start({});
    await asking(run);
    await run.cancel();
    await expect(run.result()).rejects.toThrow('was cancelled');
    const fork = await kintsugi.client.fork(run.id, { request: null, approval: LOW });
    expect(await fork.result()).toMatchObject({ status: 'completed', delivery: { status: 'published' } });
    expect(await source()).toBe(withMul('return a * b;'));
  });
});
