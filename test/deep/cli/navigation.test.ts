import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { kintsugiCli } from '../../support/cli';
import { plant } from '../../support/plant-tree';
import { tempFolder } from '../../support/temp-folder';

describe('kintsugi search and map', () => {
  let folder: string;
  let project: string;

  beforeEach(() => {
    folder = tempFolder('navigation-cli');
    project = join(folder, 'shop');
    plant(project, [
      { path: 'package.json', text: '{}' },
      {
        path: 'src/login.ts',
        text: '/** Signs in. */\nexport function login(name: string) {\n\treturn name;\n}\n',
      },
      {
        path: 'src/cart.ts',
        text: "import { login } from './login';\nexport const total = () => login('a');\n",
      },
      { path: 'node_modules/p/login.js', text: 'exports.login = function login() {};' },
    ]);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const kintsugi = (...args: string[]) =>
    kintsugiCli({ PATH: process.env['PATH'] ?? '', HOME: folder, KINTSUGI_HOME: join(folder, 'home') }, args);

  it('finds code by a question in Korean without a server, and shows its lines', async () => {
    const { code, stdout } = await kintsugi('search', project, '로그인 기능 어디 있어?');
    expect(code).toBe(0);
    expect(stdout.split('\n')[0]).toMatch(/^src\/login\.ts:2 {2}login {2}\(.*symbols 1/);
    expect(stdout).toContain('export function login(name: string) {');
    expect(stdout).not.toContain('node_modules');
    expect(existsSync(join(folder, 'home', 'up.json'))).toBe(false);
  });

  it('prints JSON with places and ways, as many as are asked for, and sees a change', async () => {
    const first = await kintsugi('search', project, 'login', '--json', '--limit', '1');
    const { version, hits } = JSON.parse(first.stdout);
    expect([version, hits.length, hits[0].path, hits[0].symbolId]).toEqual([
      1,
      1,
      'src/login.ts',
      'src/login.ts#login',
    ]);
    expect(hits[0].why[0].rank).toBe(1);
    writeFileSync(join(project, 'src', 'cart.ts'), 'export function basket() {}\n');
    const second = await kintsugi('search', project, 'basket', '--json');
    expect(JSON.parse(second.stdout).hits[0].symbolId).toBe('src/cart.ts#basket');
  });

  it('outlines a repository within its tokens, the file that others import first', async () => {
    const { code, stdout } = await kintsugi('map', project);
    expect(code).toBe(0);
    expect(stdout.split('\n').slice(0, 2)).toEqual([
      'src/login.ts',
      '  2: export function login(name: string)',
    ]);
    const small = JSON.parse((await kintsugi('map', project, '--tokens', '5', '--json')).stdout);
    expect(small.tokens).toBeLessThanOrEqual(5);
    expect(small.total).toBe(3);
  });

  it('says what is wrong with a folder that is not there, and with a wrong number', async () => {
    const missing = await kintsugi('search', join(folder, 'nowhere'), 'login');
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('There is no directory')]);
    const wrong = await kintsugi('map', project, '--tokens', 'many');
    expect(wrong.code).toBe(2);
  });
});
