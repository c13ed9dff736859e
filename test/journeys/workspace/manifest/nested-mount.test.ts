import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundleChild } from '../../../support/child';
import { canMount, withMount } from '../../../support/small-disk';
import { tempFolder } from '../../../support/temp-folder';

let folder: string;
beforeEach(() => (folder = tempFolder('mount')));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe.each([
  ['another file system', (at: string) => `mount -t tmpfs tmpfs ${at}`],
  ['a folder of the same file system', (at: string) => `mount --bind ${join(folder, 'elsewhere')} ${at}`],
])('%s that is mounted in a root', (_, mount) => {
  (canMount() ? test : test.skip)(
    'takes files by copies and gives them back by renames, and stays where it is',
    () => {
      const root = join(folder, 'root');
      for (const path of ['root/inner', 'elsewhere']) mkdirSync(join(folder, path), { recursive: true });
      const child = bundleChild(join(__dirname, 'nested-mount.child.ts'), folder);
      const ended = withMount(mount(join(root, 'inner')), [child, root, join(folder, 'home')]);
      expect(ended.stderr).toBe('');
      expect(JSON.parse(ended.stdout)).toEqual({
        moved: ['inner', 'inner/a', 'inner/folder', 'inner/folder/x', 'y'],
        status: 'published',
        isRestored: true,
        refusal: {
          status: 'conflict',
          conflicts: [{ path: '0/inner', reason: 'it is a mount point, or in use by the system' }],
        },
      });
    },
  );
});
