import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { toFailure } from '../../../src/activities/failures';
import { bundleChild } from '../../support/child';
import { canMount, onSmallDisk } from '../../support/small-disk';
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
