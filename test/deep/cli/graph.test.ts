import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
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

  test('callers are shown as chains with their places, for each symbol of the name', async () => {
    expect(await lines('callers', project, 'tax', '--depth', '3')).toEqual([
      'src/price.ts:4:10  tax',
      '  src/price.ts:1:17  price  at src/price.ts:2:10',
      '    src/cart.ts:3:3  Cart.total  at src/cart.ts:4:12',
      '      src/app.ts:2:14  main  at src/app.ts:2:38',
      '      test/cart.test.ts:1:1  at test/cart.test.ts:3:14',
    ]);
    expect(await lines('callers', project, 'price')).toEqual([
      '2 symbols of this name:',
      '',
      'src/price.ts:1:17  price',
      '  src/cart.ts:3:3  Cart.total  at src/cart.ts:4:12',
      '',
      'tools/run.py:1:5  price',
      '  tools/run.py:4:5  run  at tools/run.py:5:12',
    ]);
  });

  test('callees, references and definitions are listed with their places', async () => {
    expect(await lines('callees', project, 'Cart.total')).toEqual([
      'src/cart.ts:3:3  Cart.total',
      '  src/price.ts:1:17  price  at src/cart.ts:4:12',
    ]);
    expect(await lines('references', project, 'src/price.ts#price')).toEqual([
      'src/price.ts:1:17  price',
      '  src/price.ts:1:17  definition  in price',
      '  src/cart.ts:1:10  import',
      '  src/cart.ts:4:12  call  in Cart.total',
    ]);
    expect(await lines('definition', project, 'src/cart.ts:4:13')).toEqual([
      'src/price.ts:1:17  price',
      '  export function price(n: number) {',
    ]);
  });

  test('an unknown symbol is answered by one sentence with the nearest names, and nothing is stored', async () => {
    const { code, stdout, stderr } = await run('callers', project, 'totl');
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`kintsugi: There is no symbol totl in ${project}: did you mean total`);
    expect(existsSync(join(folder, 'home'))).toBe(false);
  });

  test.each([
    [['callers', 'DIR', 'price', '--depth', '6'], 'a number from 1 to 5'],
    [['callers', 'DIR', 'price', '--limit', '0'], '--limit'],
    [['impact', 'DIR/none', 'price'], 'There is no directory'],
  ])('%j is wrong usage', async (args, sentence) => {
    const { code, stderr } = await run(...args.map((arg) => arg.replace('DIR', project)));
    expect(code).toBe(2);
    expect(stderr).toContain(sentence);
  });
});
