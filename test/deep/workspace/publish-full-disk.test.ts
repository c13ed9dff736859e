import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toFailure } from '../../../src/activities/failures';
import { bundleChild } from '../../support/child';
import { canMount, onSmallDisk, withMount } from '../../support/small-disk';
import { tempFolder } from '../../support/temp-folder';

let folder: string;
beforeEach(() => (folder = tempFolder('full-disk')));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

(canMount() ? test : test.skip)(
  'a publish to a full disk names the directory, changes nothing and is tried again',
  () => {
    const root = join(folder, 'root');
    mkdirSync(root);
    const child = bundleChild(join(__dirname, 'publish-full-disk.child.ts'), folder);
    const ended = onSmallDisk(root, [child, root, join(folder, 'journals')]);
    expect(ended.stderr).toBe('');
    expect(JSON.parse(ended.stdout)).toEqual({
      message: `No room is left on the disk of ${root}: free some, and it goes on by itself. Nothing was changed.`,
      type: 'DiskFull',
      nonRetryable: false,
      nextRetryDelay: 20_000,
      unchanged: true,
      left: [],
    });
  },
);

(canMount() ? test : test.skip)(
  'a publish to a read-only disk says so, changes nothing and leaves nothing that a later one has to end',
  () => {
    const root = join(folder, 'root');
    mkdirSync(root);
    writeFileSync(join(root, 'small.txt'), 'small');
    const child = bundleChild(join(__dirname, 'publish-full-disk.child.ts'), folder);
    const mount = `mount --bind ${root} ${root} && mount -o remount,bind,ro ${root}`;
    const ended = withMount(mount, [child, root, join(folder, 'journals')]);
    expect(ended.stderr).toBe('');
    expect(JSON.parse(ended.stdout)).toEqual({
      message: `${root} is on a read-only file system. Nothing was changed.`,
      type: 'BadInput',
      nonRetryable: true,
      unchanged: true,
      left: [],
    });
  },
);

test('a full disk under the store names the data folder', () => {
  const error = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  expect(toFailure(error)).toMatchObject({
    type: 'DiskFull',
    message: expect.stringMatching(
      /^No room is left on the disk of Kintsugi's data \(KINTSUGI_HOME\): free some/,
    ) as string,
  });
});
