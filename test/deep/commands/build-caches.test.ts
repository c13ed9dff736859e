import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { createCheckRunner, type CommandTools } from '../../../src/commands';
import { sweepBuildCaches } from '../../../src/commands/build-caches';
import { createMemoryStore } from '../../support/memory-store';
import { describeIsolated, FOUND_TOOLS } from '../../support/isolation';
import { tempFolder } from '../../support/temp-folder';

const store = createMemoryStore();
let folder: string;
let checkouts: string;

beforeEach(() => {
  folder = tempFolder('build caches, of: many');
  checkouts = join(folder, 'data', 'checkouts');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Where {
  project?: string;
  /** The command runs on the user's own files. */
  own?: boolean;
  tools?: CommandTools;
}

/** Output of a command, in a project of that name. */
async function said(command: string, { project = 'app', own = false, tools }: Where = {}): Promise<string> {
  const dependencies = join(folder, project);
  mkdirSync(dependencies, { recursive: true });
  const path = process.env['PATH'] ?? '';
  const runner = await createCheckRunner({ ...store, checkouts, path, tools: tools ?? FOUND_TOOLS });
  const task = { dependencies, allowUnsandboxed: true, keepsBuilds: own };
  const tree = await store.trees.emptyTree();
  const { stdout, stderr } = await runner(task)(
    tree,
    { command, timeoutMs: 30_000 },
    new AbortController().signal,
  );
  return `${stdout}${stderr}`.trim();
}

const CACHES = ['GOCACHE', 'CARGO_TARGET_DIR'] as const;

describeIsolated('the cache of a build tool', () => {
  test.each(CACHES)(
    '%s has what the project built, and nothing that a change or another project wrote',
    async (name) => {
      const show = `cat "$${name}/built" "$${name}/forged" "$${name}/deep/part" 2>/dev/null; true`;
      await said(`mkdir "$${name}/deep"; echo right > "$${name}/built"; echo part > "$${name}/deep/part"`, {
        own: true,
      });
      const forge = `echo wrong > "$${name}/built"; echo wrong > "$${name}/forged"; rm -r "$${name}/deep"; ${show}`;
      expect(await said(show)).toBe('right\npart');
      expect(await said(forge)).toBe('wrong\nwrong');
      expect(await said(show)).toBe('right\npart');
      expect(await said(show, { own: true })).toBe('right\npart');
      expect(await said(show, { project: 'other', own: true })).toBe('');
      renameSync(join(folder, 'app'), join(folder, 'app-of-before'));
      expect(await said(show, { own: true })).toBe('');
    },
  );

  test('is empty for each change where folders can not be layered', async () => {
    const tools = { ...FOUND_TOOLS, layers: undefined };
    await said('echo right > "$GOCACHE/built"', { own: true, tools });
    expect(
      await said('cat "$GOCACHE/built"; echo wrong > "$GOCACHE/built"; cat "$GOCACHE/built"', { tools }),
    ).toBe(`wrong\ncat: ${'/tmp/home/.cache/go-build/built'}: No such file or directory`);
    expect(await said('cat "$GOCACHE/built"', { own: true, tools })).toBe('right');
  });

  test('goes when nobody used it for weeks, or others are newer', async () => {
    await said('true', { own: true });
    const caches = join(checkouts, 'caches');
    await sweepBuildCaches(checkouts);
    const [project = ''] = readdirSync(caches);
    utimesSync(join(caches, project), 1, 1);
    await sweepBuildCaches(checkouts);
    expect(existsSync(join(caches, project))).toBe(false);
    for (let day = 1; day <= 25; day++) {
      mkdirSync(join(caches, `p${day}`));
      utimesSync(join(caches, `p${day}`), day * 86_400, day * 86_400);
    }
    await sweepBuildCaches(checkouts, 10 * 86_400_000);
    expect(readdirSync(caches).toSorted()).toEqual(
      Array.from({ length: 20 }, (_, at) => `p${at + 6}`).toSorted(),
    );
  });
});

describeIsolated('of all places that a command writes', () => {
  const MARK = 'mark-of-a-command';
  const everywhere = `find / -xdev -type d -writable -exec sh -c 'for f; do : > "$f/${MARK}"; done' sh {} + 2>/dev/null
    for f in / /tmp /dev/shm "$HOME" . "$GOCACHE" "$CARGO_TARGET_DIR"; do find "$f" -type d -writable -exec sh -c 'for f; do : > "$f/${MARK}"; done' sh {} + 2>/dev/null; done
    find "$HOME" -name ${MARK} | sort`;
  const left = (): string[] =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith(MARK))
      .map((path) => path.replace(/\/caches\/[^/]+\//, '/caches/…/'))
      .sort();

  test('none outlives it where it runs on a change, and the two caches where it runs on the user’s files', async () => {
    const seen = ['/tmp/home', '/tmp/home/.cache/cargo-target', '/tmp/home/.cache/go-build'].map(
      (place) => `${place}/${MARK}`,
    );
    expect((await said(everywhere)).split('\n')).toEqual(expect.arrayContaining(seen));
    expect(left()).toEqual([]);
    await said(everywhere, { own: true });
    expect(left()).toEqual([
      `data/checkouts/caches/…/cargo-target/${MARK}`,
      `data/checkouts/caches/…/go-build/${MARK}`,
    ]);
  });
});
