import { HealResult } from '../../../src/domain/heal/result';
import { kintsugiCli } from '../../support/cli';
import { timedManifest } from '../../support/manifest';
import { makeProject } from '../../support/kintsugi';
import { useKintsugi, useProject } from '../../support/use-kintsugi';

const MINE = '\n// mine\n';

const ROOM = 'src/room.ts';
const STAY = 'src/stay.ts';

/** A project with one bug in each of two files. */
const TWO_BUGS = {
  'package.json': '{ "name": "booking", "private": true }\n',
  [ROOM]: 'export function priceOf(nights: number, rate: number): number {\n  return nights + rate;\n}\n',
  [STAY]: 'export function nightsOf(from: number, to: number): number {\n  return to + from;\n}\n',
  'test/booking.test.ts': [
    "import { priceOf } from '../src/room';",
    "import { nightsOf } from '../src/stay';",
    "it('has a price for each night', () => {",
    '  expect([priceOf(3, 40), priceOf(1, 70), priceOf(0, 50)]).toEqual([120, 70, 0]);',
    '});',
    "it('counts the nights', () => {",
    '  expect([nightsOf(2, 5), nightsOf(10, 11), nightsOf(-1, 3)]).toEqual([3, 1, 4]);',
    '});',
    '',
  ].join('\n'),
};

describe('a conflict in one of two files', () => {
  const kintsugi = useKintsugi();
  const project = useProject(() => makeProject(TWO_BUGS));

  const cli = (...args: string[]) => kintsugiCli(kintsugi.env, args);
  const read = (path: string) => project.read(path);

  /** Heals up to the question, changes a file as the user would, and approves. */
  async function healBeside(...flags: string[]): Promise<{ id: string; before: string[] }> {
    const waiting = await cli('heal', project.path, '--json', ...flags);
    const { taskId, pending } = JSON.parse(waiting.stdout) as { taskId: string; pending: { hash: string } };
    await project.write(STAY, (await read(STAY)) + MINE);
    const before = timedManifest(project.path);
    expect(await cli('approve', taskId, '--hash', pending.hash, '--no-wait')).toMatchObject({ code: 0 });
    return { id: taskId, before };
  }

  it('publishes nothing by default', async () => {
    const { id, before } = await healBeside();
    const { code, stdout } = await cli('watch', id);
    expect(stdout).toContain(
      `Not published: conflict. Your files are unchanged. These changed while the run worked: ${STAY} (it was changed).`,
    );
    expect(code).toBe(1);
    expect(timedManifest(project.path)).toEqual(before);
  });

  it('publishes the other with --partial, says so with 6, and takes back exactly that', async () => {
    const mine = (await read(STAY)) + MINE;
    const broken = await read(ROOM);
    const { id, before } = await healBeside('--partial');
    const { code, stdout } = await cli('watch', id);
    expect(code).toBe(6);
    expect(stdout).toContain(`Published in part to ${project.path}: ${ROOM}.`);
    expect(stdout).toContain(`Left as you have them: ${STAY} (it was changed).`);
    expect(stdout).toContain('start the run again to heal the present files');
    expect(await read(STAY)).toBe(mine);
    expect(await read(ROOM)).not.toBe(broken);
    const report = await cli('report', id, '--json');
    expect(report.code).toBe(6);
    expect(HealResult.parse(JSON.parse(report.stdout)).delivery).toMatchObject({
      status: 'partial',
      files: [ROOM],
      left: [{ path: STAY, reason: 'it was changed' }],
      leftCount: 1,
    });
    expect((await cli('checkpoints', id)).stdout).toContain('what was published of it');
    expect((await cli('list')).stdout).toContain('published in part');
    expect((await cli('rollback', id)).stdout).toContain(`Rolled back: ${ROOM}.`);
    expect(timedManifest(project.path)).toEqual(before);
  });
});
