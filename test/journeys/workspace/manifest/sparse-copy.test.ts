import { createHash } from 'node:crypto';
import { closeSync, createReadStream, openSync } from 'node:fs';
import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyOpenFile } from '../../../../src/workspace/manifest/steps/staged';

const HOLE = 64 * 1024 ** 2;

describe('a copy of a file with holes', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kintsugi-sparse-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** A file with these texts at their places, and holes between. */
  const sparse = async (size: number, texts: Readonly<Record<number, string>>): Promise<string> => {
    const path = join(folder, 'film.img');
    const file = await open(path, 'w');
    for (const [at, text] of Object.entries(texts)) await file.write(text, Number(at));
    await file.truncate(size);
    await file.close();
    return path;
  };
  const copied = async (path: string): Promise<string> => {
    const target = join(folder, 'copy.img');
    const fd = openSync(path, 'r');
    await copyOpenFile(fd, path, target).finally(() => closeSync(fd));
    return target;
  };
  const storedBytes = async (path: string) => (await stat(path)).blocks * 512;
  const digestOf = async (path: string): Promise<string> => {
    const hash = createHash('sha256');
    for await (const part of createReadStream(path)) hash.update(part as Buffer);
    return hash.digest('hex');
  };

  it('has the same bytes, and stores no more of them: a hole of 64 MB takes no room', async () => {
    const path = await sparse(HOLE + 9_000_000, {
      0: 'begin',
      [HOLE]: 'x'.repeat(3_000_000),
      [HOLE + 8_999_000]: 'end',
    });
    const copy = await copied(path);
    expect((await stat(copy)).size).toBe(HOLE + 9_000_000);
    expect(await storedBytes(copy)).toBeLessThan(5_000_000);
    expect(await digestOf(copy)).toBe(await digestOf(path));
  });

  it('is one hole where the original is', async () => {
    const copy = await copied(await sparse(HOLE, {}));
    expect((await stat(copy)).size).toBe(HOLE);
    expect(await storedBytes(copy)).toBeLessThan(100_000);
  });

  it('takes the place of nothing', async () => {
    const path = await sparse(9, { 5: 'text' });
    await copied(path);
    await expect(copied(path)).rejects.toThrow('EEXIST');
  });
});
