import { mkdtempSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { folderRules } from '../../../src/domain/files/heavy-folders';
import { folderPrint } from '../../../src/workspace/io';

describe('the print of a folder as it is captured', () => {
  const root = mkdtempSync(join(tmpdir(), 'print-'));
  afterAll(() => rmSync(root, { recursive: true }));
  const print = () => folderPrint(root, { rules: folderRules() });

  it.each(['src', '.'])(
    'shows a file that came to %s and went again, though times were set back',
    async (folder) => {
      mkdirSync(join(root, folder), { recursive: true });
      utimesSync(join(root, folder), 1, 1);
      const before = await print();
      expect(await print()).toBe(before);
      writeFileSync(join(root, folder, 'passing.txt'), 'x');
      rmSync(join(root, folder, 'passing.txt'));
      utimesSync(join(root, folder), 1, 1);
      expect(await print()).not.toBe(before);
    },
  );

  it('does not show what is written in heavy folders', async () => {
    mkdirSync(join(root, 'node_modules/left-pad'), { recursive: true });
    const before = await print();
    writeFileSync(join(root, 'node_modules/left-pad/index.js'), '');
    expect(await print()).toBe(before);
  });
});
