import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createCheckRunner } from '../../../src/commands';
import { createMemoryStore } from '../../support/memory-store';
import { describeIsolated, FOUND_TOOLS } from '../../support/isolation';
import { tempFolder } from '../../support/temp-folder';

interface Attack {
  name: string;
  why: string;
  /** With `$C` for the cache. */
  command: string;
}

const FILE = join(__dirname, '../../attacks/caches/caches.json');
const ATTACKS = JSON.parse(readFileSync(FILE, 'utf8')) as Attack[];
const CACHES = ['GOCACHE', 'CARGO_TARGET_DIR'];
const LISTING = 'cd "$C" && find . | sort && cat built deep/part && stat -c %Y built';

describeIsolated('a build cache outlives the attack of a change', () => {
  const store = createMemoryStore();
  let folder: string;
  beforeEach(() => (folder = tempFolder('cache-attacks')));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  async function said(project: string, command: string, keepsBuilds: boolean): Promise<string> {
    const dependencies = join(folder, project);
    mkdirSync(dependencies, { recursive: true });
    const given = { ...store, checkouts: join(folder, 'data', 'checkouts'), path: process.env['PATH'] ?? '' };
    const runner = await createCheckRunner({ ...given, tools: FOUND_TOOLS });
    const task = { dependencies, allowUnsandboxed: false, keepsBuilds };
    const tree = await store.trees.emptyTree();
    const check = { command, timeoutMs: 60_000 };
    const { stdout, stderr } = await runner(task)(tree, check, new AbortController().signal);
    return `${stdout}${stderr}`;
  }

  const rows = ATTACKS.flatMap((attack) => CACHES.map((cache) => ({ ...attack, cache })));
  it.each(rows)('$name of $cache: $why', async ({ command, cache }) => {
    const of = (text: string): string => `C="$${cache}"; ${text}`;
    const build = (words: string): string =>
      of(
        `echo ${words} > "$C/built"; mkdir -p "$C/deep"; echo part > "$C/deep/part"; touch -d 2020-01-01 "$C/built"`,
      );
    await said('app', build('right'), true);
    await said('other', build('private words'), true);
    const before = await said('app', of(LISTING), true);
    expect(before).toContain('right');
    const seen = await said('app', of(command), false);
    expect(seen).not.toContain('private');
    await delay(command.includes('setsid') ? 1_500 : 0);
    expect(await said('app', of(LISTING), true)).toBe(before);
    expect(await said('app', of(LISTING), false)).toBe(before);
    expect(await said('other', of('cat "$C/built"'), true)).toBe('private words\n');
  });
});
