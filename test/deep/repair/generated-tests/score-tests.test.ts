import { scoreTests } from '../../../../src/repair/generated-tests/score-tests';
import { createSandbox } from '../../../../src/sandbox';
import { createProgramLoader } from '../../../../src/verifier/load-program';
import { scoreNotes, type TestScore } from '../../../../src/domain/verification/test-score';
import { VerificationSpec } from '../../../../src/domain/verification/verification';
import { createMemoryStore } from '../../../support/memory-store';
import { treeOf } from '../../../support/text-trees';

const store = createMemoryStore();
const sandbox = createSandbox({ children: 2 });
afterAll(() => sandbox.close());

const PRICE = [
  'export function price(count: number, each: number): number {',
  '  if (count < 0) throw new RangeError("count");',
  '  const total = count * each;',
  '  return count >= 10 ? total * 0.9 : total;',
  '}',
  'export const label = (count: number) => `${count} pieces`;',
  '',
].join('\n');

const GOOD = [
  "import { price } from './price';",
  "it('multiplies', () => expect(price(2, 5)).toBe(10));",
  "it('gives a discount', () => expect(price(10, 10)).toBe(90));",
  "it('gives none below', () => expect(price(9, 10)).toBe(90));",
  "it('takes zero', () => expect(price(0, 7)).toBe(0));",
  "it('refuses negative counts', () => expect(() => price(-1, 1)).toThrow(RangeError));",
  '',
].join('\n');

async function scored(test: string, more: Record<string, string> = {}): Promise<TestScore> {
  const base = await treeOf(store, { 'src/other.ts': 'export const other = () => 1;' });
  const tree = await treeOf(store, {
    'src/other.ts': 'export const other = () => 1;',
    'src/price.ts': PRICE,
    'src/price.test.ts': test,
    ...more,
  });
  return scoreTests(
    {
      ...store,
      sandbox,
      loadProgram: createProgramLoader(store),
    },
    {
      base,
      tree,
      files: ['src/price.test.ts'],
      spec: VerificationSpec.parse({ limits: { wallMs: 5_000, turnMs: 2_000 } }),
      signal: new AbortController().signal,
      progress: () => undefined,
    },
  );
}

describe('scoreTests', () => {
  it('trusts tests that notice mistakes, names what they leave out, and gives the same answer again', async () => {
    const score = await scored(GOOD);
    expect(score).toMatchObject({
      runnable: ['src/price.test.ts'],
      trusted: true,
      unexercised: ['src/price.ts: label'],
    });
    expect(score.sampled).toBeGreaterThan(8);
    expect(score.killed / score.sampled).toBeGreaterThan(0.8);
    expect(await scored(GOOD)).toEqual(score);
  });

  it.each([
    ['compare nothing', "it('runs', () => { price(2, 5); price(10, 1); expect(true).toBe(true); });"],
    ['accept anything', "it('runs', () => { expect(price(2, 5)).toBeDefined(); label(1); });"],
  ])('does not trust tests that %s', async (_, test) => {
    const score = await scored(`import { price, label } from './price';\n${test}`);
    expect(score).toMatchObject({ runnable: ['src/price.test.ts'], trusted: false });
    expect(score.killed * 2).toBeLessThan(score.sampled);
    expect(score.survived?.[0]).toMatch(/^src\/price\.ts:\d+: ./);
  });

  it.each([
    ['do not load', "import { nothing } from './nowhere';\nit('runs', () => nothing());"],
    ['do not parse', 'it("runs", () => {'],
    ['fail on the change', "it('fails', () => expect(1).toBe(2));"],
    ['define no test', 'export {};'],
  ])('does not trust tests that %s', async (_, test) => {
    expect(await scored(test)).toMatchObject({ runnable: [], sampled: 0, killed: 0, trusted: false });
  });

  it('does not count a test that fails on the change as one that notices mistakes', async () => {
    const test = `${GOOD.split('\n')[0]}\nit('is wrong', () => expect(price(1, 1)).toBe(2));\nit('runs', () => undefined);`;
    expect(await scored(test)).toMatchObject({ runnable: ['src/price.test.ts'], killed: 0, trusted: false });
  });

  it('does not wait for mutants that never end', async () => {
    const loop =
      'export function sum(n: number) {\n  let s = 0;\n  for (let i = 0; i < n; i++) s += i;\n  return s;\n}\n';
    const test = "import { sum } from './sum';\nit('sums', () => expect(sum(4)).toBe(6));";
    expect(await scored(test, { 'src/sum.ts': loop, 'src/price.ts': '' })).toMatchObject({ trusted: true });
  });
});

test('what is said of tests without a sample', () => {
  const none = {
    runnable: ['a.test.ts'],
    sampled: 0,
    killed: 0,
    trusted: false,
    unexercised: [],
    survived: [],
  };
  expect(scoreNotes(none, [], 'en')).toEqual([
    'Generated tests are not trusted: the change holds nothing that could be varied to try them.',
  ]);
});
