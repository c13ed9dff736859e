import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Explanation } from '../../../src/domain/files/explanation';
import { kintsugiCli } from '../../support/cli';
import { timedManifest } from '../../support/manifest';
import { plant } from '../../support/plant-tree';
import { tempFolder } from '../../support/temp-folder';

describe('kintsugi workspace explain', () => {
  let folder: string;
  let project: string;

  beforeEach(() => {
    folder = tempFolder('explain-cli');
    project = join(folder, 'shop');
    plant(project, [
      { path: 'package.json', text: '{}' },
      { path: 'src/a.ts', text: '12345' },
      { path: 'src/link', link: 'a.ts' },
      { path: 'empty', dir: true },
      { path: 'dist/a.js', text: 'built' },
      { path: 'data/big', text: 'big' },
      { path: 'node_modules/p/index.js', text: '' },
      { path: '.git/HEAD', text: '' },
    ]);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const explain = (args: string[], env: Record<string, string> = {}) =>
    kintsugiCli(
      {
        PATH: process.env['PATH'] ?? '',
        HOME: folder,
        KINTSUGI_HOME: join(folder, 'home'),
        KINTSUGI_CACHE: join(folder, 'cache'),
        ...env,
      },
      ['workspace', 'explain', ...args],
    );

  it('says what is captured, what is left out and by which rules, and writes nothing', async () => {
    const before = timedManifest(folder);
    const { code, stdout, stderr } = await explain([project]);
    expect([code, stderr]).toEqual([0, '']);
    const lines = stdout.split('\n');
    expect(lines[0]).toBe(project);
    expect(stdout).toContain('captured: 3 files (10 B), 1 link, 1 empty folder\n');
    expect(stdout).toContain('left out: 3 heavy folders, 0 other paths\n');
    expect(lines).toContain(
      '  dist/          build output (built in); a checkout has an empty folder of its own',
    );
    expect(lines).toContain('  .git/          the history of git (built in); a checkout has nothing');
    expect(stdout).toMatch(
      / {2}node_modules\/ +installed packages \(built in\); a checkout has yours, read-only/,
    );
    expect(lines).toContain('  KINTSUGI_HEAVY_FOLDERS also leaves out: nothing');
    expect(lines).toContain('  KINTSUGI_CAPTURE_FOLDERS captures anyway: nothing');
    expect(Math.max(...lines.slice(lines.indexOf('Rules')).map((line) => line.length))).toBeLessThan(110);
    expect(timedManifest(folder)).toEqual(before);
    expect([existsSync(join(folder, 'home')), existsSync(join(folder, 'cache'))]).toEqual([false, false]);
  });

  it('prints one object with --json', async () => {
    const { code, stdout, stderr } = await explain(['--json', project], { KINTSUGI_HEAVY_FOLDERS: 'data' });
    expect([code, stderr]).toEqual([0, '']);
    const told = Explanation.parse(JSON.parse(stdout));
    expect(told).toMatchObject({
      directory: project,
      captured: { files: 2, bytes: 7, links: 1, folders: 2, emptyFolders: 1 },
      skipped: [],
      oddNames: [],
    });
    expect(told.heavy.map(({ path, rule }) => `${path} ${rule.kind} ${rule.from}`)).toEqual([
      '.git/ history built-in',
      'data/ output KINTSUGI_HEAVY_FOLDERS',
      'dist/ output built-in',
      'node_modules/ dependencies built-in',
    ]);
  });
});
