import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openNavigation, treeSources } from '../../../src/codebase/navigation';
import { Material } from '../../../src/coder/material';
import { documentsText, relatedDocuments } from '../../../src/repair/llm/related';
import { packageImports } from '../../../src/repair/llm/related/package-types';
import { createMemoryStore } from '../../support/memory-store';
import { treeOf } from '../../support/text-trees';

const PROJECT = {
  'README.md': [
    '# Shop',
    'A shop.',
    '## Prices',
    'All prices are in cents; `roundHalfUp` decides what becomes of halves.',
    '## Deploying',
    'Push to main.',
    '```',
    '# not a heading about roundHalfUp',
    '```',
    '## Modules',
    'The cart is in `src/cart.ts`.',
  ].join('\n'),
  'docs/README.md': 'Nothing of interest.\n',
  'src/cart.ts': [
    "import { readFileSync } from 'node:fs';",
    "import { format, type Money } from 'money';",
    "import * as lodash from '@scope/tools/list';",
    "import { applyVat } from '@app/tax';",
    'export function total(prices: number[]): Money {',
    '  return format(applyVat(roundHalfUp(lodash.sum(prices))));',
    '}',
  ].join('\n'),
  'lib/tax.ts': [
    '/** Another function. */',
    'export const other = 1;',
    '',
    '/**',
    ' * Adds the VAT of the country.',
    ' * @param cents without VAT',
    ' */',
    'export function applyVat(',
    '  cents: number,',
    '): number {',
    '  return SECRET_RATE * cents;',
    '}',
  ].join('\n'),
  'lib/round.ts':
    '/** Rounds half cents up. */\nexport const roundHalfUp = (cents: number): number => Math.floor(cents + 0.5);\n',
  'lib/undocumented.ts': 'export function format(): void {}\n',
  'test/helper.ts': '/** Of the tests. */\nexport function applyVat(): void {}\n',
};

const PACKAGES = {
  'node_modules/money/package.json': JSON.stringify({
    exports: { '.': { types: './types/index.d.ts', default: './index.js' } },
  }),
  'node_modules/money/types/index.d.ts': "export * from './money.js';\nexport { format } from './format';\n",
  'node_modules/money/types/money.d.ts':
    'export interface Other {}\nexport interface Money {\n  cents: number;\n  currency: string;\n}\n',
  'node_modules/money/types/format.d.ts':
    '/** Money as text. */\nexport declare function format(cents: number, options?: {\n  currency: string;\n}): string;\nexport declare function unused(): void;\n',
  'node_modules/@types/scope__tools/package.json': '{ "types": "index" }',
  'node_modules/@types/scope__tools/list.d.ts': 'export function sum(list: readonly number[]): number;\n',
};

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'kintsugi-related-'));
  for (const [path, text] of Object.entries(PACKAGES)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function related(
  files: Record<string, string> = PROJECT,
  dependencies: string | undefined = root,
  said = '',
) {
  const store = createMemoryStore();
  const tree = await treeOf(store, files);
  const material = await Material.of(store, tree);
  const navigation = await openNavigation(await treeSources(store, tree));
  return relatedDocuments(material, [{ path: 'src/cart.ts', lines: [6] }], {
    dependencies,
    navigation,
    said,
  });
}

const textOf = (documents: Awaited<ReturnType<typeof related>>, source: string): string | undefined =>
  documents.find((one) => one.source === source)?.text;

describe('documents that have to do with a failure', () => {
  it('are the parts of a README that name the file or a symbol, and no others', async () => {
    const sources = (await related())
      .map(({ source }) => source)
      .filter((source) => source.includes('README'));
    expect(sources.sort()).toEqual(['README.md, "Deploying"', 'README.md, "Modules"', 'README.md, "Prices"']);
    const renamed = { ...PROJECT, 'README.md': PROJECT['README.md'].replaceAll('roundHalfUp', 'rounding') };
    expect((await related(renamed)).filter(({ source }) => source.includes('README'))).toMatchObject([
      { source: 'README.md, "Modules"' },
    ]);
  });

  it('are doc comments and heads of what the code calls, also through an alias; no bodies, no tests', async () => {
    const documents = await related();
    expect(textOf(documents, 'lib/tax.ts: applyVat')).toBe(
      '/**\n * Adds the VAT of the country.\n * @param cents without VAT\n */\nexport function applyVat(\n  cents: number,\n): number {',
    );
    expect(textOf(documents, 'lib/round.ts: roundHalfUp')).toContain('/** Rounds half cents up. */');
    const all = JSON.stringify(documents);
    expect(all).not.toContain('SECRET_RATE');
    expect(all).not.toContain('Of the tests');
    expect(all).not.toContain('Another function');
  });

  it('are comments of what the code calls in other languages too', async () => {
    const files = {
      'src/cart.ts': 'export function total(prices: number[]) {\n  return roundCents(prices[0]);\n}\n',
      'tools/round.py': '# Rounds to the even cent.\ndef roundCents(n):\n    return n\n',
    };
    const documents = await related(files);
    expect(textOf(documents, 'tools/round.py: roundCents')).toBe(
      '# Rounds to the even cent.\ndef roundCents(n):',
    );
  });

  it('are passages that the index finds for the words of a failure, in files that nothing else leads to', async () => {
    const far = Object.fromEntries(
      Array.from({ length: 150 }, (_, n) => [`src/part${n}.ts`, `export const part${n} = ${n};\n`]),
    );
    const files = {
      ...PROJECT,
      ...far,
      'zz/coupons.ts':
        "export function redeemCoupon(code: string): void {\n  throw new Error('the coupon has expired');\n}\n",
      'test/coupons.test.ts': "test('coupon', () => { throw new Error('the coupon has expired'); });\n",
    };
    const said = 'cart > redeems a coupon Error: the coupon has expired';
    const found = await related(files, undefined, said);
    expect(textOf(found, 'zz/coupons.ts:1 redeemCoupon')).toContain('the coupon has expired');
    expect(JSON.stringify(found)).not.toContain('coupons.test.ts');
    expect(JSON.stringify(await related(files, undefined))).not.toContain('redeemCoupon');
  });

  it('leave out what the model sees anyway', async () => {
    const store = createMemoryStore();
    const tree = await treeOf(store, PROJECT);
    const material = await Material.of(store, tree);
    const navigation = await openNavigation(await treeSources(store, tree));
    const exhibits = ['src/cart.ts', 'lib/tax.ts'].map((path) => ({ path, lines: [] }));
    const sources = (await relatedDocuments(material, exhibits, { navigation })).map(({ source }) => source);
    expect(sources).toContain('lib/round.ts: roundHalfUp');
    expect(sources).not.toContain('lib/tax.ts: applyVat');
  });

  it('are the types that it imports, through re-exports, exports maps and @types', async () => {
    const documents = await related();
    expect(textOf(documents, 'types of money: format')).toBe(
      '/** Money as text. */\nexport declare function format(cents: number, options?: {\n  currency: string;\n}): string;',
    );
    expect(textOf(documents, 'types of money: Money')).toBe(
      'export interface Money {\n  cents: number;\n  currency: string;\n}',
    );
    expect(textOf(documents, 'types of @scope/tools/list: sum')).toBe(
      'export function sum(list: readonly number[]): number;',
    );
    expect(JSON.stringify(documents)).not.toContain('unused');
  });

  it('read nothing outside of the folder of the dependencies', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'kintsugi-outside-'));
    const inside = await mkdtemp(join(tmpdir(), 'kintsugi-inside-'));
    await writeFile(join(outside, 'package.json'), '{ "types": "index.d.ts" }');
    await writeFile(join(outside, 'index.d.ts'), 'export interface Money { stolen: true; }\n');
    await mkdir(join(inside, 'node_modules'));
    await symlink(outside, join(inside, 'node_modules', 'money'));
    expect(JSON.stringify(await related(PROJECT, inside))).not.toContain('stolen');
    await Promise.all([outside, inside].map((folder) => rm(folder, { recursive: true })));
  });

  it('come with those first that say most, and within their budget', async () => {
    const documents = await related();
    const scores = documents.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(documents[0]?.source).toBe('README.md, "Modules"');
    const text = documentsText(documents, 200);
    expect(text.length).toBeLessThanOrEqual(220);
    expect(text).toContain('The cart is in `src/cart.ts`.');
    expect(documentsText([], 100)).toBe('(none)');
  });

  it('are cut where they are long', async () => {
    const long = { ...PROJECT, 'README.md': `# Cart\n\`src/cart.ts\`\n${'a line of text\n'.repeat(500)}` };
    const [first] = await related(long, undefined);
    expect(first?.text.length).toBeLessThan(1_600);
    expect(first?.text.endsWith('\n…')).toBe(true);
  });
});

test('imports of packages name what is used of them, and leave Node out', () => {
  const text = [
    "import z, { type ZodType as Type } from 'zod';",
    "const { join: j } = require('path');",
    "const _ = require('lodash');",
    "import './side-effect';",
    "import own from './own';",
    'z.object({}); z.string(); _.map([]);',
  ].join('\n');
  expect(packageImports(text)).toEqual([
    { specifier: 'zod', names: ['ZodType', 'z', 'object', 'string'] },
    { specifier: 'lodash', names: ['_', 'map'] },
  ]);
});
