import { makeProject } from '../../support/kintsugi';
import { reply } from '../../support/scripted-model';
import { useOwnScriptedKintsugi } from '../../support/use-kintsugi';

const LOW = { level: 'LOW' } as const;

/** A shop in four modules: prices are numbers, and are to become whole cents everywhere. */
const SHOP = {
  'package.json': '{ "name": "shop", "private": true }\n',
  'src/money.ts':
    'export type Money = number;\nexport const show = (money: Money): string => money.toFixed(2);\n',
  'src/cart.ts': [
    "import type { Money } from './money';",
    'export interface Item { name: string; price: Money; count: number }',
    'export const total = (items: readonly Item[]): Money =>',
    '  items.reduce((sum, item) => sum + item.price * item.count, 0);',
    '',
  ].join('\n'),
  'src/receipt.ts': [
    "import { total, type Item } from './cart';",
    "import { show } from './money';",
    'export const receipt = (items: readonly Item[]): string =>',
    "  [...items.map((item) => `${item.name} ${show(item.price)}`), `total ${show(total(items))}`].join('\\n');",
    '',
  ].join('\n'),
  'src/unrelated.ts': 'export const VERSION = 1;\n',
  'test/receipt.test.ts': [
    "import { receipt } from '../src/receipt';",
    "it('is exact', () =>",
    "  expect(receipt([{ name: 'tea', price: 110, count: 3 }])).toBe('tea 1.10\\ntotal 3.30'));",
    "it('is empty', () => expect(receipt([])).toBe('total 0.00'));",
    '',
  ].join('\n'),
};

const IMPACTED = ['src/money.ts', 'src/cart.ts', 'src/receipt.ts'];
const modify = (path: string, content: string) => ({ path, action: 'modify', content, replacements: null });
const replaced = (path: string, search: string, replacement: string) => ({
  path,
  action: 'modify',
  content: null,
  replacements: [{ search, replacement }],
});

/** The line as the request writes it: the repair mends its text and keeps its form. */
const REWRITTEN =
  "  items.map((item) => `${item.name} ${show(item.price)}`).concat(`sum ${show(total(items))}`).join('\\n');";
const LINE =
  "  [...items.map((item) => `${item.name} ${show(item.price)}`), `total ${show(total(items))}`].join('\\n');";

describe('a refactoring over impacted files', () => {
  const kintsugi = useOwnScriptedKintsugi({
    why: 'its model is asked for two replies',
    settings: { KINTSUGI_MODEL_CANDIDATES: '2' },
  });

  it.each(['SPEED', 'PRECISION'] as const)(
    'changes several files in one attempt, and repairs two of them in the next (%s)',
    async (mode) => {
      const project = await makeProject(SHOP);
      const wrongMoney = SHOP['src/money.ts'].replace(
        'money.toFixed(2)',
        '`${Math.floor(money / 100)}.${money % 100}`',
      );
      kintsugi.model.script(
        reply({
          summary: 'Prices are whole cents.',
          fileModifications: [
            modify(
              'src/money.ts',
              wrongMoney.replace('Money = number', 'Cents = number').replace(': Money', ': Cents'),
            ),
            replaced('src/cart.ts', 'import type { Money }', 'import type { Cents as Money }'),
            replaced('src/receipt.ts', LINE, REWRITTEN),
          ],
        }),
      );
      const repair = (cents: string) => ({
        rootCause: 'show drops a zero, and the receipt has another word for its total',
        errorCategory: 'logic',
        fileModifications: [
          replaced('src/money.ts', '`${Math.floor(money / 100)}.${money % 100}`', cents),
          replaced('src/receipt.ts', '`sum ${', '`total ${'),
        ],
        verificationCommands: ['npx jest'],
      });
      kintsugi.model.script(
        { ...reply(repair('(money / 100).toFixed(2)')), when: 'smallest repair' },
        {
          ...reply(repair("`${Math.floor(money / 100)}.${String(money % 100).padStart(2, '0')}`")),
          when: 'second explanation',
        },
      );
      const run = await kintsugi.client.heal({
        directory: project.path,
        request: 'Keep prices in whole cents',
        taskType: 'refactor_code',
        impactedFiles: IMPACTED,
        mode,
        executor: 'answer',
        acceptAmbiguous: true,
        approval: LOW,
      });
      const result = await run.result();
      expect(result).toMatchObject({
        status: 'recovered',
        totalAttempts: 2,
        tests: { passed: 2, failed: 0 },
        record: { mode, impactedFiles: IMPACTED, retryCount: 1 },
        delivery: { status: 'published' },
      });
      expect(result.diff?.files.map((file) => file.path).sort()).toEqual([...IMPACTED].sort());
      expect(result.record.codeHistory.map((entry) => entry.attempt)).toEqual([0, 1]);
      const [choice] = result.choices;
      // A search can't tell the slip from what was asked for.
      expect(choice?.stages).toEqual([['llm']]);
      // Both replies are right; the smaller change wins, whichever reply came first.
      expect(choice?.consideredCount).toBeGreaterThanOrEqual(2);
      expect(choice?.considered[0]?.tree).toBe(choice?.winner);
      expect(choice?.reason).toMatch(/^the likeliest green change \(rank 1 of 2 candidates\)/);
      kintsugi.model.assertComplete();
      await project.remove();
    },
  );

  it('touches nothing outside of the impacted files', async () => {
    const project = await makeProject(SHOP);
    const change = {
      summary: 'More.',
      fileModifications: [modify('src/unrelated.ts', 'export const VERSION = 2;\n')],
    };
    kintsugi.model.script(reply(change), reply(change));
    const run = await kintsugi.client.heal({
      directory: project.path,
      request: 'Keep prices in whole cents',
      impactedFiles: IMPACTED,
      approval: LOW,
    });
    expect(await run.result()).toMatchObject({
      status: 'failed',
      finalError: expect.stringContaining('src/unrelated.ts is not among the files to change') as string,
    });
    kintsugi.model.assertComplete();
    await project.remove();
  });
});
