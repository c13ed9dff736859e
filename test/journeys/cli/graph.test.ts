import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { kintsugiCli, type CliResult } from '../../support/cli';
import { tempFolder } from '../../support/temp-folder';

describe('kintsugi callers, callees, references, definition and impact', () => {
  let folder: string;
  let project: string;
  beforeAll(() => {
    folder = tempFolder('graph-cli');
    project = join(folder, 'shop');
    const texts = {
      'src/price.ts':
        'export function price(n: number) {\n  return tax(n);\n}\nfunction tax(n: number) {\n  return n;\n}\n',
      'src/cart.ts':
        "import { price } from './price';\nexport class Cart {\n  total() {\n    return price(1);\n  }\n}\n",
      'src/app.ts': "import { Cart } from './cart';\nexport const main = () => new Cart().total();\n",
      'test/cart.test.ts':
        "import { Cart } from '../src/cart';\ntest('adds', () => {\n  new Cart().total();\n});\n",
      'tools/run.py': 'def price():\n    return 1\n\ndef run():\n    return price()\n',
      'node_modules/other/index.js': 'price();\n',
    };
    for (const [path, text] of Object.entries(texts)) {
      mkdirSync(dirname(join(project, path)), { recursive: true });
      writeFileSync(join(project, path), text);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const run = (...args: string[]): Promise<CliResult> =>
    kintsugiCli(
      {
        PATH: process.env['PATH'] ?? '',
        HOME: folder,
        KINTSUGI_HOME: join(folder, 'home'),
        KINTSUGI_CACHE: join(folder, 'cache'),
      },
      args,
    );
  const lines = async (...args: string[]): Promise<string[]> => {
    const { code, stdout, stderr } = await run(...args);
    expect([code, stderr]).toEqual([0, '… reading the sources\n']);
    return stdout.trimEnd().split('\n');
  };

  test('the impact of a symbol and of a file names the tests', async () => {
    const impact = await lines('impact', project, 'tax');
    expect(impact.slice(impact.indexOf('Tests among them (1)'))).toEqual([
      'Tests among them (1)',
      '  test/cart.test.ts',
    ]);
    expect(impact).toContain('  1  src/price.ts:1:17  price');
    const json = await run('impact', project, 'src/price.ts', '--json');
    expect(JSON.parse(json.stdout)).toMatchObject({
      version: 1,
      command: 'impact',
      tests: ['test/cart.test.ts'],
      files: [
        { path: 'src/cart.ts', by: 'symbols' },
        { path: expect.any(String) },
        { path: expect.any(String) },
      ],
    });
  });
});
