import { SessionBench } from '../../support/session-bench';

const bench = new SessionBench();
afterAll(() => bench.close());

const CODE = {
  'src/cart.ts': 'export class Cart {\n  addItem(name: string) {}\n  removeItem(name: string) {}\n}\n',
  'src/round.ts': 'export const roundPrice = (n: number) => Math.round(n);\n',
  'test/cart.test.ts':
    "import { Cart } from '../src/cart';\ntest('adds an item to the cart', () => new Cart().addItem('a'));\n",
};
const items = ({ whole }: { whole: unknown }) =>
  (whole as { items: { item: { line: number }; status: string }[] }).items.map(
    ({ item, status }) => `${item.line} ${status}`,
  );

describe('a comparison with a specification', () => {
  it('tells items with code and tests from those without', async () => {
    const result = await bench.handle('spec_compliance', {
      ...CODE,
      'SPEC.md': '- [ ] Add an item to the cart\n- [ ] `roundPrice` rounds\n- [ ] Send invoices by email\n',
    });
    expect(items(result)).toEqual(['1 met', '2 untested', '3 missing']);
    expect(result).toMatchObject({ trigger: 'gap_found', reason: 'items without code: 1' });
    expect(result.answer).toContain('| 3: Send invoices by email | missing | - | - |');
  });

  it('finds all met where every item has code and a test', async () => {
    const result = await bench.handle(
      'spec_compliance',
      { ...CODE, 'notes/plan.md': '1. Add an item to the cart\n' },
      { text: 'notes/plan.md 명세 충족 여부를 확인해줘', language: 'ko' },
    );
    expect(result).toMatchObject({ trigger: 'spec_met', status: 'done' });
    expect(result.answer).toContain('충족 1개');
  });

  it('asks for a specification where there is none', async () => {
    expect(await bench.handle('spec_compliance', CODE)).toMatchObject({ status: 'lacking' });
  });
});
