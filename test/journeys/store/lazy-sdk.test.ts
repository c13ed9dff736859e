import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundleChild } from '../../support/child';
import { tempFolder } from '../../support/temp-folder';

test('a store without a shared tier does not load the S3 client, and one with it only when it is used', () => {
  const folder = tempFolder('lazy');
  const program = bundleChild(join(__dirname, 'lazy-sdk.child.ts'), folder);
  const env = { ...process.env, NODE_PATH: join(__dirname, '../../../node_modules') };
  const output = execFileSync(process.execPath, [program, folder], { env, encoding: 'utf8' });
  rmSync(folder, { recursive: true, force: true });
  expect(JSON.parse(output)).toEqual({ alone: false, opened: false, used: true });
});
