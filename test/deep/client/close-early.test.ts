import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { HealHandle } from '../../../src/client';
import { useOwnKintsugi, useProject } from '../../support/use-kintsugi';
import { untilStatus } from '../../support/until';

const PAUSES_MS = [0, 5, 20, 60, 150, 1_000];
const exec = promisify(execFile);

describe('a client that is closed while a call is under way', () => {
  const kintsugi = useOwnKintsugi({ why: 'it is killed' });
  const project = useProject();

  /** Output of a process that asks and closes early; rejects where it crashes. */
  async function outcomes(run: HealHandle, question: 'answer' | 'status'): Promise<string[]> {
    const child = join(__dirname, 'close-early.child.cjs');
    const env = { ...process.env, ...kintsugi.env };
    const ends = PAUSES_MS.map((pauseMs) =>
      exec(process.execPath, [child, run.id, question, String(pauseMs)], { env }),
    );
    return (await Promise.all(ends)).map(({ stdout, stderr }) => stdout + stderr);
  }

  async function waiting(): Promise<HealHandle> {
    const run = await kintsugi.client.heal({ directory: project.path });
    await untilStatus(
      () => run.status(),
      ({ pending }) => pending !== undefined,
    );
    return run;
  }

  it('ends with one sentence or with the answer, whether or not a worker is there', async () => {
    const run = await waiting();
    const closed = `The client was closed before the run ${run.id} answered; the run goes on.`;
    const refused = expect.stringMatching(/^The answer is for 0{12}, but the run now asks about/) as string;
    for (const outcome of await outcomes(run, 'answer')) expect([closed, refused]).toContainEqual(outcome);
    for (const outcome of await outcomes(run, 'status')) expect([closed, 'answered']).toContain(outcome);
    await kintsugi.kill();
    const alone = await outcomes(run, 'status');
    await kintsugi.start();
    expect(alone).toEqual(PAUSES_MS.map(() => closed));
    await run.cancel();
  });
});
