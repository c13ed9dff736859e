import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { answerUpdate, eventsQuery, MAIN_TASK_QUEUE, statusQuery } from '../../../src/client';
import { outcomeText } from '../../../src/domain/run/outcomes';
import type { RunStatus } from '../../../src/domain/run/status';
import { loadConfig } from '../../../src/config';
import { PROJECT_ROOT } from '../../../src/machine/paths';
import { locateTemporalCli } from '../../../src/temporal/embedded/index';
import { BROKEN_SUM } from '../../support/kintsugi';
import { untilStatus } from '../../support/until';
import { useKintsugi, useProject } from '../../support/use-kintsugi';

const PAGE = readFileSync(join(PROJECT_ROOT, 'docs', 'temporal.md'), 'utf8');
const FOLDER = '/home/ann/shop';
const run = promisify(execFile);

/** Commands of the page that begin with a text, in their order. */
const commandsOf = (start: string) =>
  PAGE.split('\n').flatMap((line) => (line.startsWith(`    ${start}`) ? [line.trim()] : []));

describe('docs/temporal.md', () => {
  const kintsugi = useKintsugi();
  const project = useProject();
  let cli = '';

  beforeAll(async () => {
    const { temporalCli, cache, path } = loadConfig();
    cli = (await locateTemporalCli({ override: temporalCli, cacheDir: cache, path })) ?? '';
  });

  /** Runs a command of the page on the project of the test, and on the server of the tests. */
  const shell = async (command: string, hash = '') => {
    const line = command.replaceAll(FOLDER, project.path).replace('HASH', hash);
    const named = line.replace(/^TEMPORAL_ADDRESS=\S+/, '');
    const env = { ...kintsugi.env, CLI: cli };
    return (await run('sh', ['-c', `temporal() { "$CLI" "$@"; }; ${named}`], { env, cwd: PROJECT_ROOT }))
      .stdout;
  };
  const startHeal = (input: object) =>
    kintsugi.client.temporal.workflow.start('heal', {
      taskQueue: MAIN_TASK_QUEUE,
      workflowId: `contract-${Math.random()}`,
      args: [input],
    });
  const followedBy = async (id: string) => {
    const told: string[] = [];
    for await (const { sequence, kind } of kintsugi.client.run(id).follow()) told.push(`${sequence} ${kind}`);
    return told;
  };

  it('heals by its commands of the temporal CLI, from the path of a folder alone', async () => {
    const [start = '', query = '', answer = '', result = '', list = ''] = commandsOf('temporal ');
    await shell(start);
    const handle = kintsugi.client.temporal.workflow.getHandle('heal-shop');
    const status = await untilStatus(
      () => handle.query(statusQuery).catch(() => ({}) as RunStatus),
      ({ pending }) => pending !== undefined,
    );
    const followed = followedBy('heal-shop');
    expect(await shell(query)).toContain(status.pending?.hash);
    await shell(answer, status.pending?.hash.slice(0, 12));
    expect(await shell(result)).toContain('recovered');
    const { events } = await handle.query(eventsQuery, 0);
    expect(await followed).toEqual(events.map(({ sequence, kind }) => `${sequence} ${kind}`));
    expect([query, answer].join()).toMatch(`--type ${statusQuery.name},`);
    expect(answer).toContain(`--name ${answerUpdate.name} `);
    expect(await shell(list)).not.toContain('heal-shop');
    expect(await project.read('src/sum.ts')).not.toBe(BROKEN_SUM['src/sum.ts']);
    const [listed] = await kintsugi.client.list({ directory: project.path });
    expect(listed).toMatchObject({ id: 'heal-shop', kind: 'heal', outcome: 'healed' });
    // The input of its first event is whole, so it can be forked and rolled back like any run.
    expect(await kintsugi.client.rollback('heal-shop')).toMatchObject({ status: 'published' });
    expect(await project.read('src/sum.ts')).toBe(BROKEN_SUM['src/sum.ts']);
  });

  it("heals by its example of Temporal's own client", async () => {
    const [command = ''] = commandsOf('TEMPORAL_ADDRESS=');
    const node = command.replace(' node ', ` ${process.execPath} `);
    expect(await shell(node)).toMatch(
      /^awaiting-approval: publish 1 changed file[\s\S]*recovered, published: /,
    );
  });

  it.each([
    [{}, 'The input of the run needs directory: a path, like {"directory": "/home/ann/shop"}.'],
    [{ directory: 'shop' }, 'shop is no absolute path: begin it with /.'],
    [{ directory: '/no/such' }, 'There is no directory /no/such: check the path.'],
    [{ directory: '/', mod: 'SPEED' }, 'has a field that there is not: mod.'],
    [{ directory: '/', approval: { levle: 'LOW' } }, 'has a field that there is not: approval.levle.'],
    [{ directory: '/', maxAttempts: 'two' }, 'maxAttempts cannot be used: must be a number.'],
  ])('ends a run with the input %j by one sentence', async (input, sentence) => {
    const handle = await startHeal(input);
    await expect(handle.result()).rejects.toMatchObject({
      cause: { type: 'BadInput', message: expect.stringContaining(sentence) as string },
    });
    await expect(kintsugi.client.run(handle.workflowId).result()).rejects.toThrow(sentence);
    await expect(kintsugi.client.run(handle.workflowId).status()).rejects.toThrow('asks nothing');
  });

  it('names outcomes as they are listed', () => {
    const [, table = ''] = PAGE.split('`kintsugi list` says');
    const rows = [...(table.split('\n\n')[0] ?? '').matchAll(/^\| (`.{1,60}`) +\| (.{1,60}?) +\|$/gm)];
    const said = rows.flatMap(([, names = '', text]) =>
      [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => [name, text]),
    );
    expect(said.length).toBeGreaterThan(15);
    expect(said).toEqual(said.map(([name = '']) => [name, outcomeText('heal', name)]));
  });
});
