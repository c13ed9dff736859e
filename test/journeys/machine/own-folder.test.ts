import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownFolder } from '../../../src/service/up';

test('a data folder that exists is taken away from others, with the files directly in it', async () => {
  const top = await mkdtemp(join(tmpdir(), 'kintsugi-own-'));
  const home = join(top, 'home');
  const modeOf = async (path: string) => (await stat(path)).mode & 0o777;
  await ownFolder(home);
  expect(await modeOf(home)).toBe(0o700);
  await chmod(home, 0o755);
  await writeFile(join(home, 'temporal.db'), '', { mode: 0o644 });
  await mkdir(join(home, 'checkouts'), { mode: 0o755 });
  await ownFolder(home);
  expect(await modeOf(home)).toBe(0o700);
  expect(await modeOf(join(home, 'temporal.db'))).toBe(0o600);
  expect(await modeOf(join(home, 'checkouts'))).toBe(0o755);
  await rm(top, { recursive: true });
});
