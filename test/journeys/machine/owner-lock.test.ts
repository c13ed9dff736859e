import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { identify, isAlive, ownIdentity } from '../../../src/machine/process-identity';
import { acquireOwnerLock, readOwner } from '../../../src/machine/owner-lock';
import { bundleChild, ended, nextMessage, startChild } from '../../support/child';
import { tempFolder } from '../../support/temp-folder';

let folder: string;
let child: string;

beforeAll(() => {
  folder = tempFolder('lock');
  child = bundleChild(join(__dirname, 'owner-lock.child.ts'), folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const lockPath = (name: string): string => join(folder, name, 'the.lock');

describe('process identity', () => {
  test('this process is alive, and the same one each time', () => {
    expect(isAlive(ownIdentity())).toBe(true);
    expect(identify(process.pid)).toEqual(ownIdentity());
  });

  test('a reused pid, another boot and an ended process are not', async () => {
    const own = ownIdentity();
    expect(isAlive({ ...own, startTime: `${own.startTime}1` })).toBe(false);
    expect(isAlive({ ...own, bootId: 'another' })).toBe(false);
    const other = startChild(child, [lockPath('identity'), '', '', 'hold']);
    await nextMessage(other);
    const identity = identify(other.pid ?? 0);
    expect(identity && isAlive(identity)).toBe(true);
    other.kill('SIGKILL');
    await ended(other);
    expect(identity && isAlive(identity)).toBe(false);
  });
});

describe('owner lock', () => {
  test('is held once, says by whom, and can be taken after its release', async () => {
    const path = lockPath('once');
    const first = await acquireOwnerLock(path, { role: 'up', port: 7233 });
    expect(first.heldBy).toBeUndefined();
    const second = await acquireOwnerLock(path);
    expect(second.heldBy).toMatchObject({ ...ownIdentity(), info: { role: 'up', port: 7233 } });
    expect(await readOwner(path)).toMatchObject({ pid: process.pid });
    await first.release?.();
    expect(await readOwner(path)).toBeUndefined();
    const third = await acquireOwnerLock(path);
    expect(third.heldBy).toBeUndefined();
    await third.release?.();
    expect(readdirSync(join(folder, 'once'))).toEqual([]);
  });

  test('of a living process is respected, of a killed one taken over', async () => {
    const path = lockPath('killed');
    const other = startChild(child, [path, '', '', 'hold']);
    expect(await nextMessage(other)).toBe('held');
    expect((await acquireOwnerLock(path)).heldBy).toMatchObject({ pid: other.pid });
    other.kill('SIGKILL');
    await ended(other);
    expect(await readOwner(path)).toBeUndefined();
    const taken = await acquireOwnerLock(path);
    expect(taken.heldBy).toBeUndefined();
    await taken.release?.();
  });

  test('a lock file that holds nothing is no lock', async () => {
    const path = lockPath('empty');
    await (await acquireOwnerLock(path)).release?.();
    writeFileSync(path, '');
    const taken = await acquireOwnerLock(path);
    expect(taken.heldBy).toBeUndefined();
    await taken.release?.();
  });

  test('a dead lock and its dead claim are taken over by exactly one of many at once', async () => {
    const path = lockPath('race');
    await (await acquireOwnerLock(path)).release?.();
    writeFileSync(path, JSON.stringify({ ...ownIdentity(), startTime: '1', since: '', info: {} }));
    const taken = await Promise.all(Array.from({ length: 8 }, () => acquireOwnerLock(path)));
    expect(taken.filter((lock) => !lock.heldBy)).toHaveLength(1);
  });

  test('four processes that compete for it, starting from a dead one, never hold it together', async () => {
    const path = lockPath('compete');
    await (await acquireOwnerLock(path)).release?.();
    writeFileSync(path, JSON.stringify({ ...ownIdentity(), startTime: '1', since: '', info: {} }));
    const log = join(folder, 'compete.log');
    const children = Array.from({ length: 4 }, () => startChild(child, [path, join(folder, 'marker'), log]));
    expect(await Promise.all(children.map(nextMessage))).toEqual(['done', 'done', 'done', 'done']);
    await Promise.all(children.map(ended));
    expect(existsSync(log)).toBe(false);
    expect(readdirSync(join(folder, 'compete'))).toEqual([]);
  });
});
