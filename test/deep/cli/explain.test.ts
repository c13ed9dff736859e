import { execFileSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Explanation } from '../../../src/domain/files/explanation';
import { kintsugiCli } from '../../support/cli';
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

  it('follows the settings, and says which rule comes from which', async () => {
    const { stdout } = await explain([project], {
      KINTSUGI_HEAVY_FOLDERS: ' data , ,other',
      KINTSUGI_CAPTURE_FOLDERS: 'dist,unknown',
    });
    expect(stdout).toContain('captured: 3 files (12 B)');
    expect(stdout).toMatch(
      / {2}data\/ +a folder of your choice \(KINTSUGI_HEAVY_FOLDERS\); a checkout has an empty/,
    );
    expect(stdout).not.toContain('dist/');
    expect(stdout).toContain('KINTSUGI_HEAVY_FOLDERS also leaves out: data, other\n');
    expect(stdout).toContain(
      'KINTSUGI_CAPTURE_FOLDERS captures anyway: dist, unknown (no rule leaves it out)\n',
    );
  });

  it('shows names so that no terminal obeys them, and of long lists the beginning', async () => {
    execFileSync('mkfifo', [join(project, 'pipe')]);
    writeFileSync(join(project, '\u001b[31mred'), '');
    plant(
      project,
      Array.from({ length: 25 }, (_, index) => ({ path: `p${index}/node_modules/x`, text: '' })),
    );
    const { stdout } = await explain([project]);
    expect(stdout).toContain('  pipe  it is a FIFO\n');
    expect(stdout).toContain('"\\u001b[31mred"');
    expect(stdout).not.toContain('\u001b');
    expect(stdout).toContain('… and 8 more: --json lists all');
    const json = await explain(['--json', project]);
    expect(Explanation.parse(JSON.parse(json.stdout)).heavy).toHaveLength(28);
  });

  it.each([
    ['a folder that is not there', 'none', 'There is no directory'],
    ['a file', 'package.json', 'is not a directory'],
    ['the folder of git', '.git', 'belongs to git itself; name the folder of the project.'],
    ['the root of the file system', '/', '/ is the root of the file system'],
  ])('answers %s with one sentence and 2', async (_, path, sentence) => {
    for (const json of [[], ['--json']]) {
      const { code, stdout, stderr } = await explain([path === '/' ? path : join(project, path), ...json]);
      const said = { error: { message: expect.stringContaining(sentence), exitCode: 2 } };
      expect([code, stdout && JSON.parse(stdout)]).toEqual([2, json.length > 0 ? said : '']);
      expect(stderr).toMatch(/^kintsugi: [^\n]*\n$/);
      expect(stderr).toContain(sentence);
    }
  });

  it.each([
    ['KINTSUGI_HEAVY_FOLDERS', 'data,src/gen', 'names "src/gen", which cannot be used'],
    ['KINTSUGI_CAPTURE_FOLDERS', 'dist*', 'has no wildcards'],
    ['KINTSUGI_CAPTURE_FOLDERS', '.git', 'a history is never captured'],
  ])('refuses %s=%s, as every command does that starts runs', async (name, value, sentence) => {
    const env = { PATH: process.env['PATH'] ?? '', HOME: folder, KINTSUGI_HOME: join(folder, 'home') };
    const healed = await kintsugiCli({ ...env, [name]: value }, ['heal', project]);
    for (const { code, stdout, stderr } of [await explain([project], { [name]: value }), healed]) {
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(new RegExp(`^kintsugi: ${name} [^\n]*\n$`));
      expect(stderr).toContain(sentence);
    }
    expect(existsSync(join(folder, 'home'))).toBe(false);
  });
});
