import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundleChild } from '../../../support/child';
import { canMount, onSmallDisk } from '../../../support/small-disk';
import { tempFolder } from '../../../support/temp-folder';

let folder: string;
beforeEach(() => (folder = tempFolder('full-disk')));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

(canMount() ? test : test.skip)(
  'a copy that finds no room is undone with all that belongs to it, and says so',
  () => {
    const root = join(folder, 'root');
    mkdirSync(root);
    const child = bundleChild(join(__dirname, 'full-disk.child.ts'), folder);
    const ended = onSmallDisk(root, [child, root, join(folder, 'home')]);
    expect(ended.stderr).toBe('');
    expect(JSON.parse(ended.stdout)).toEqual({
      message: `No room is left on the disk of ${root}: free some, and it goes on by itself. Nothing was changed.`,
      type: 'DiskFull',
      unchanged: true,
    });
  },
);

(canMount() ? test : test.skip)(
  'a disk that turns read-only is left as it was, and the failure says so',
  () => {
    const root = join(folder, 'root');
    mkdirSync(root);
    const child = bundleChild(join(__dirname, 'full-disk.child.ts'), folder);
    const ended = onSmallDisk(root, [child, root, join(folder, 'home'), 'read-only'], '1m');
    expect(ended.stderr).toBe('');
    expect(JSON.parse(ended.stdout)).toEqual({
      message: `${root} is on a read-only file system. Nothing was changed.`,
      type: 'BadInput',
      unchanged: true,
    });
  },
);
