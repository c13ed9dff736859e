import { setTimeout as delay } from 'node:timers/promises';
import type { Question, HealHandle } from '../../../src/client';
import { makeProject } from '../../support/kintsugi';
import { BROKEN_TEXTS, rewriting, ROMAN, SLUG } from '../../support/roman-project';
import { hang, reply } from '../../support/scripted-model';
import { useScriptedKintsugi } from '../../support/use-kintsugi';

const BOTH = rewriting({ 'src/roman.ts': ROMAN, 'src/slug.ts': SLUG });
const HALF = rewriting({ 'src/roman.ts': ROMAN });

const kintsugi = useScriptedKintsugi();

describe('the time limit of a run', () => {
  it('ends it with what it has, and a fork of it goes on from there', async () => {
    // The first repair mends half; the call for the second never ends.
    kintsugi.model.script(reply(HALF), hang());
    const project = await makeProject(BROKEN_TEXTS);
    const run = await kintsugi.client.heal({
      directory: project.path,
      approval: { level: 'LOW' },
      timeLimitMs: 12_000,
    });
    const result = await run.result();
    expect(result).toMatchObject({
      status: 'failed_after_repair',
      // Half of it is mended, and nobody was asked.
      delivery: { status: 'suggested' },
    });
    expect(result.finalError).toContain('time limit of 12s');
    expect(result.diff?.files.map(({ path }) => path)).toEqual(['src/roman.ts']);
    expect(await kintsugi.model.calls[1]?.closed).toEqual({ early: true });
    // The call that was given up may have to be paid for.
    expect(result.usage).toMatchObject({ modelCalls: 2, lostCalls: 1 });
    expect(result.timings.workMs).toBeGreaterThanOrEqual(12_000);

    kintsugi.model.script(reply(BOTH));
    const fork = await kintsugi.client.fork(run.id, { timeLimitMs: 60_000 });
    expect(await fork.result()).toMatchObject({ status: 'recovered', delivery: { status: 'published' } });
    await project.remove();
  });

  it('does not run while people are asked', async () => {
    kintsugi.model.script(reply(BOTH));
    const project = await makeProject(BROKEN_TEXTS);
    const run = await kintsugi.client.heal({
      directory: project.path,
      approval: { level: 'HIGH' },
      timeLimitMs: 10_000,
    });
    const pending = await question(run);
    await delay(11_000);
    await run.answer({ hash: pending.hash, decision: 'approve', scope: 'once' });
    const publishing = await question(run, pending.hash);
    await run.answer({ hash: publishing.hash, decision: 'approve', scope: 'once' });
    expect(await run.result()).toMatchObject({ status: 'recovered', delivery: { status: 'published' } });
    await project.remove();
  });
});

async function question(run: HealHandle, answered = ''): Promise<Question> {
  for (;;) {
    const { pending } = await run.status();
    if (pending && pending.hash !== answered) return pending;
    await delay(50);
  }
}
