import { setTimeout as delay } from 'node:timers/promises';
import { HealResult } from '../../../src/domain/heal/result';
import { RunEvent } from '../../../src/domain/run/events';
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

  it('a dry run of heal writes nothing, shows the change, and names what it would do', async () => {
    const before = timedManifest(project.path);
    const { code, stdout } = await cli('heal', project.path, '--dry-run');
    expect(stdout).toContain(`Dry run, nothing was written. It would publish: ${ROOM}, ${STAY}.`);
    expect(stdout).toContain(`+++ b/${ROOM}`);
    expect(code).toBe(0);
    expect(timedManifest(project.path)).toEqual(before);
  });

  it.each([
    ['', 'conflict', []],
    ['--partial', 'partial', [ROOM]],
  ])('a dry run of heal %s names the conflicts', async (flag, would, files) => {
    const flags = flag === '' ? [] : [flag];
    // At level high it asks before the repair, and then the user works on.
    const args = ['heal', project.path, '--dry-run', '--approval', 'high', '--json', ...flags];
    const { taskId, pending } = JSON.parse((await cli(...args)).stdout) as {
      taskId: string;
      pending: { hash: string };
    };
    await project.write(STAY, (await read(STAY)) + MINE);
    const before = timedManifest(project.path);
    await cli('approve', taskId, '--hash', pending.hash, '--kind', '--no-wait');
    const { code, stdout } = await cli('watch', taskId, '--json');
    const [last = '', ...told] = stdout.trimEnd().split('\n').reverse();
    const events = told.reverse().map((line) => RunEvent.parse(JSON.parse(line)));
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
    expect(events.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['asked', 'answered', 'proposed', 'final']),
    );
    expect(HealResult.parse(JSON.parse(last)).delivery).toEqual({
      status: 'planned',
      would,
      files,
      conflicts: [{ path: STAY, reason: 'it was changed' }],
    });
    expect(code).toBe(0);
    expect(timedManifest(project.path)).toEqual(before);
    const refused = await cli('rollback', taskId);
    expect(refused.stderr).toContain('published nothing');
  });

  it('a dry run of rollback shows the difference, and names the conflicts', async () => {
    const { stdout: healed } = await cli('heal', project.path, '--approval', 'low', '--json');
    const { taskId } = HealResult.parse(JSON.parse(healed));
    const repaired = timedManifest(project.path);
    const dry = await cli('rollback', taskId, '--dry-run');
    expect(dry.stdout).toContain(`+++ b/${ROOM}`);
    expect(dry.stdout).toContain(`Dry run, nothing was written. It would change: ${ROOM}, ${STAY}.`);
    expect(dry.code).toBe(0);
    expect(timedManifest(project.path)).toEqual(repaired);
    await project.write(STAY, '// mine\n');
    const before = timedManifest(project.path);
    const conflict = await cli('rollback', taskId, '--dry-run');
    expect(conflict.stdout).toContain(`It would change nothing: ${STAY} (`);
    expect(conflict.code).toBe(0);
    const partial = await cli('rollback', taskId, '--dry-run', '--partial', '--json');
    expect(partial.code).toBe(0);
    const planned = JSON.parse(partial.stdout) as { diff: { text: string } };
    expect(planned).toMatchObject({
      status: 'planned',
      files: [{ path: ROOM }],
      conflicts: [{ path: STAY }],
      diff: { files: [{ path: ROOM }] },
    });
    expect(planned.diff.text).toContain(`+++ b/${ROOM}`);
    expect(planned.diff.text).not.toContain(STAY);
    expect(timedManifest(project.path)).toEqual(before);
  });

  it('a partial rollback takes back the other file, and can be taken back', async () => {
    const broken = await read(ROOM);
    const { stdout: healed } = await cli('heal', project.path, '--approval', 'low', '--json');
    const { taskId } = HealResult.parse(JSON.parse(healed));
    await project.write(STAY, '// mine\n');
    const before = timedManifest(project.path);
    expect(await cli('rollback', taskId)).toMatchObject({ code: 1 });
    expect(timedManifest(project.path)).toEqual(before);
    await delay(5);
    const { code, stdout } = await cli('rollback', taskId, '--partial');
    expect(code).toBe(6);
    expect(stdout).toContain(`Rolled back in part: ${ROOM}.`);
    expect(stdout).toContain(`Left as you have them: ${STAY} (`);
    expect(await read(ROOM)).toBe(broken);
    expect(await read(STAY)).toBe('// mine\n');
    const undo = /kintsugi rollback (rollback-\S+)/.exec(stdout)?.[1] ?? '';
    expect(await cli('rollback', undo)).toMatchObject({ code: 0 });
    expect(timedManifest(project.path)).toEqual(before);
  });
});
