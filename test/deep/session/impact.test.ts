import { newContext } from '../../../src/domain/session/context';
import { SessionBench } from '../../support/session-bench';

const bench = new SessionBench();
afterAll(() => bench.close());

const FILES = {
  'src/money.ts': 'export const round = (n: number) => Math.round(n);\nexport const zero = 0;\n',
  'src/price.ts': "import { round } from './money';\nexport const price = (n: number) => round(n);\n",
  'src/empty.ts': "import { zero } from './money';\nexport const empty = zero;\n",
  'src/cart.ts': "import { price } from './price';\nexport const cart = (n: number) => price(n);\n",
  'test/cart.test.ts': "import { cart } from '../src/cart';\ntest('adds', () => cart(1));\n",
  'src/alone.ts': 'export const alone = 1;\n',
};

describe('the impact of a change', () => {
  it.each([
    ['en', 'what breaks if I change `round`?', 'tests among them: 1'],
    ['ko', '"round" 함수를 바꾸면 영향 범위는?', '그중 테스트 1개'],
    ['zh', '修改 `round` 会影响什么？', '其中测试 1 个'],
  ] as const)('follows the users of a symbol up to its tests (%s)', async (language, text, told) => {
    const result = await bench.handle('impact_analysis', FILES, { text, language });
    expect(result).toMatchObject({
      status: 'done',
      trigger: 'affected_tests',
      symbols: ['src/money.ts#round'],
      impact: ['test/cart.test.ts', 'src/cart.ts', 'src/price.ts'],
    });
    expect(result.answer).toContain(told);
    expect(result.answer).toContain('- 3 test/cart.test.ts [test] ← src/cart.ts');
  });

  it('tells the chains from the symbol to its tests', async () => {
    const { chain, shown } = await bench.handle('impact_analysis', FILES, { text: 'impact of `round`' });
    const way = 'src/money.ts#round → src/price.ts#price → src/cart.ts#cart → test/cart.test.ts';
    expect(chain).toEqual([way]);
    expect(shown).toContain(way);
  });

  it('leaves out a file that only has another symbol of the same name', async () => {
    const namesake = { 'src/half.ts': "import { zero } from './money';\nexport const round = () => zero;\n" };
    const text = 'what breaks if I change `round` in src/money.ts?';
    const { impact } = await bench.handle('impact_analysis', { ...FILES, ...namesake }, { text });
    expect(impact).toEqual(['test/cart.test.ts', 'src/cart.ts', 'src/price.ts']);
  });

  it('goes by imports where the graph of code gives no answer, and says so', async () => {
    const unanswered = { status: 'unanswered', reason: 'it took too long' } as const;
    const deafTo = () => Promise.resolve(unanswered);
    const deaf = new SessionBench({ graph: { impact: deafTo, callers: deafTo, callees: deafTo } });
    const { impact, chain, answer } = await deaf.handle('impact_analysis', FILES, { text: '`round`' });
    deaf.close();
    expect(impact).toEqual(['test/cart.test.ts', 'src/cart.ts', 'src/price.ts']);
    expect(chain).toEqual([]);
    expect(answer).toContain('told by imports alone');
  });

  it('reaches all users of a file that is named whole', async () => {
    const { impact } = await bench.handle('impact_analysis', FILES, { text: 'impact of src/money.ts' });
    expect(impact).toContain('src/empty.ts');
  });

  it('begins at the changes of the session where the request names nothing', async () => {
    const result = await bench.handle('impact_analysis', FILES, {
      text: 'what does this affect?',
      context: {
        ...newContext(),
        pendingChanges: [{ path: 'src/cart.ts', change: 'modified', addedLines: 1, removedLines: 0 }],
      },
    });
    expect(result).toMatchObject({ trigger: 'affected_tests', impact: ['test/cart.test.ts'] });
  });

  it('says that no test covers a file that nothing depends on', async () => {
    const result = await bench.handle('impact_analysis', FILES, { text: 'impact of src/alone.ts' });
    expect(result.answer).toContain('No test depends on it.');
    expect(result.trigger).toBeUndefined();
  });

  it('asks for a name where there is none', async () => {
    const result = await bench.handle('impact_analysis', FILES, { text: 'what would it affect?' });
    expect(result).toMatchObject({ status: 'lacking', answer: expect.stringContaining('Name a file') });
  });
});
