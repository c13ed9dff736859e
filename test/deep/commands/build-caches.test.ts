import { existsSync, mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBuildCaches, sweepBuildCaches } from '../../../src/commands/build-caches';
import { Slots } from '../../../src/commands/slots';

describe('caches of build tools', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kintsugi-caches-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });
  const pathsOf = async (project: string, slot: number) =>
    (await openBuildCaches(folder, project, slot)).map(({ source }) => source);

  test('a project finds its caches again, and shares only those that know what went into them', async () => {
    const first = await pathsOf('/a', 0);
    expect(await pathsOf('/a', 0)).toEqual(first);
    const [go, cargo] = await pathsOf('/b', 0);
    expect(go).toBe(first[0]);
    expect(cargo).not.toBe(first[1]);
  });

  test('commands that run at a time do not share a cache that goes by modification times', async () => {
    expect((await pathsOf('/a', 0))[1]).not.toBe((await pathsOf('/a', 1))[1]);
  });

  test('a cache that nobody used for weeks is removed', async () => {
    const [go = '', cargo = ''] = await pathsOf('/a', 0);
    utimesSync(cargo, 1, 1);
    await sweepBuildCaches(folder);
    expect([existsSync(go), existsSync(cargo)]).toEqual([true, false]);
  });
});

test('work that runs at a time has different slots, and a freed slot goes to who waits', async () => {
  const slots = new Slots(2);
  const seen: number[] = [];
  const never = new AbortController().signal;
  const work = async (slot: number) => {
    seen.push(slot);
    await new Promise((resolve) => setTimeout(resolve, slot === 0 ? 5 : 30));
  };
  await Promise.all([slots.run(never, work), slots.run(never, work), slots.run(never, work)]);
  expect(seen).toEqual([0, 1, 0]);
});
