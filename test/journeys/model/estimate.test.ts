import { estimateCall } from '../../../src/activities/estimate';
import { chatReply, generateEdits, generateTests, type ExecuteInput, type LlmDeps } from '../../../src/coder';
import type { GenerateTestsInput } from '../../../src/coder/types';
import { boughtBy, modelsOf, pricedModel, type Pricing } from '../../../src/model/priced';
import { NO_USAGE } from '../../../src/domain/run/budget';
import { addEvidence } from '../../support/add-project';
import { executeInput, startModelBench, type ModelBench } from '../../support/model-bench';
import { reply, status } from '../../support/scripted-model';
import { treeOf } from '../../support/text-trees';

const PRICES = { small: { inputPerMillion: 1, outputPerMillion: 4 } };
const pricing: Pricing = { prices: PRICES, settings: { model: 'small' } };
/** Only repairs are shown related documents. */
const navigate = () => Promise.reject(new Error('no index is opened here'));
const options = { ...pricing, candidates: 2, replyTokens: 200, navigate };
const signal = new AbortController().signal;
const key = { run: 'run-1', effect: 'execute' };

let bench: ModelBench;
let deps: LlmDeps;

beforeEach(async () => {
  bench = await startModelBench();
  const plain = bench.deps();
  deps = { ...plain, model: pricedModel(plain.model, PRICES) };
});
afterEach(() => bench.server.close());

const input = async () => {
  const tree = await treeOf(bench.store, {
    'src/tax.ts': 'export const tax = (net: number) => net * 0.2;\n'.repeat(20),
    'src/tax.test.ts': "test('old', () => {});\n",
  });
  return executeInput(tree, 'src/tax.ts', 'halve the tax');
};

describe('an estimate', () => {
  /** Tokens of all that the server was asked and has replied, four characters a token, as providers count. */
  const tookTokens = (replies: readonly unknown[]): number => {
    const asked = bench.server.calls.flatMap(({ body }) => body.messages.map(({ content }) => content ?? ''));
    const told = replies.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
    return [...asked, ...told].reduce((sum, text) => sum + text.length, 0) / 4;
  };

  const EDITED = {
    summary: 'Halves the rate that `tax` takes, so that 100 are taxed with 10.',
    fileModifications: [
      {
        path: 'src/tax.ts',
        action: 'modify',
        content: 'export const tax = (net: number) => net * 0.1;\n'.repeat(20),
        replacements: null,
      },
    ],
  };
  const TESTED = {
    summary: 'Tests the rate.',
    tests: [
      {
        path: 'src/tax-rate.test.ts',
        content: `import { tax } from './tax';\n${"test('taxes', () => expect(tax(100)).toBe(10));\n".repeat(12)}`,
      },
    ],
  };
  const SAID = 'It takes a fifth of the net amount, '.repeat(12);

  const callsOf = {
    execute: (given: ExecuteInput) => generateEdits(deps, given, { signal }),
    'generate-tests': (given: GenerateTestsInput) => generateTests(deps, given, { signal }),
    chat: (given: ExecuteInput) => chatReply(deps, given, { signal }),
  };

  it.each([
    ['execute', EDITED],
    ['generate-tests', TESTED],
    ['chat', SAID],
  ] as const)('of %s is within three times what the call takes', async (of, answer) => {
    const given = { ...(await input()), changedFiles: ['src/tax.ts'] };
    const usual = { ...pricing, candidates: 1, navigate: options.navigate };
    const estimate = await estimateCall(deps, usual, { key, of, input: given });
    expect(bench.server.calls).toHaveLength(0);
    bench.server.script(reply(answer));
    await callsOf[of](given);
    const took = tookTokens([answer]);
    const estimated = estimate.inputTokens + estimate.outputTokens;
    expect(estimated).toBeGreaterThan(took / 3);
    expect(estimated).toBeLessThan(took * 3);
    const { inputPerMillion, outputPerMillion } = PRICES.small;
    expect(estimate).toMatchObject({
      modelCalls: 1,
      costMicroUsd: inputPerMillion * estimate.inputTokens + outputPerMillion * estimate.outputTokens,
    });
    bench.server.assertComplete();
  });

  it('takes the tokens of a reply that the user names', async () => {
    const given = await input();
    const estimate = await estimateCall(deps, options, { key, of: 'execute', input: given });
    expect(estimate.outputTokens).toBe(200);
  });

  it.each([1, 2, 5])('counts all of %d candidates, which are asked at once', async (candidates) => {
    const { spec, directory } = await input();
    const evidence = await addEvidence(bench.store);
    const task = await bench.store.blobs.put(Buffer.from(JSON.stringify({ evidence, spec, directory })));
    const proposal = { key, proposer: 'llm' as const, task };
    const estimate = (count: number) =>
      estimateCall(
        deps,
        { ...options, navigate: bench.navigate, candidates: count },
        { key, of: 'propose', input: proposal },
      );
    const [one, all] = [await estimate(1), await estimate(candidates)];
    expect(all).toMatchObject({ modelCalls: candidates, outputTokens: candidates * one.outputTokens });
    expect(all.inputTokens).toBeGreaterThanOrEqual(candidates * one.inputTokens);
    expect(bench.server.calls).toHaveLength(0);
  });

  it('says which model has no price, of the one that is asked', async () => {
    const given = { ...(await input()), model: 'dear' };
    const estimate = await estimateCall(deps, options, { key, of: 'chat', input: given });
    expect(estimate).toMatchObject({ modelCalls: 1, unpricedModels: ['dear'] });
    expect(estimate.costMicroUsd).toBeUndefined();
  });

  it('takes the price of the dearest model that may reply', async () => {
    const settings = { model: 'small', purposes: { chat: 'cheap' }, fallbacks: ['dear'] };
    const prices = {
      cheap: { inputPerMillion: 1, outputPerMillion: 1 },
      dear: { inputPerMillion: 10, outputPerMillion: 10 },
    };
    const given = { key, of: 'chat' as const, input: await input() };
    const dear = await estimateCall(deps, { ...options, settings, prices }, given);
    expect(dear.costMicroUsd).toBe(10 * (dear.inputTokens + dear.outputTokens));
    const unpriced = await estimateCall(deps, { ...options, settings }, given);
    expect(unpriced.unpricedModels).toEqual(['cheap', 'dear']);
    expect(modelsOf({ settings, prices }, undefined)).toEqual(['small', 'cheap', 'dear']);
  });

  it('is nothing where nothing is going to be asked', async () => {
    const given = { ...(await input()), changedFiles: ['src/gone.ts'] };
    expect(await estimateCall(deps, options, { key, of: 'generate-tests', input: given })).toEqual(NO_USAGE);
  });
});

describe('what an effect has bought', () => {
  it('is what it stored, by the prices of the models that replied, also where it was given up', async () => {
    const given = await input();
    const stores = bench.store;
    expect(await boughtBy(key, stores, PRICES)).toEqual(NO_USAGE);
    // The first reply is of no use and the second never comes.
    bench.server.script(reply('{'), status(401));
    await expect(generateEdits(deps, given, { signal })).rejects.toThrow('did not accept the key');
    const bought = await boughtBy(key, stores, PRICES);
    expect(bought).toMatchObject({ modelCalls: 1, outputTokens: 1 });
    expect(bought.costMicroUsd).toBe(bought.inputTokens + 4);
    expect(await boughtBy({ ...key, effect: 'exec' }, stores, PRICES)).toEqual(NO_USAGE);
  });

  it('says its cost when it is told, and the model that replied', async () => {
    const given = await input();
    bench.server.script(reply('It taxes.'), reply('It taxes.'));
    const { usage } = await chatReply(deps, { ...given, key: { ...key, effect: 'chat' } }, { signal });
    expect(usage).toEqual({
      ...usage,
      modelCalls: 1,
      costMicroUsd: usage.inputTokens + 4 * usage.outputTokens,
    });
    const other = await chatReply(
      deps,
      { ...given, key: { ...key, effect: 'chat-2' } },
      { signal, model: 'dear' },
    );
    expect(other.usage.unpricedModels).toEqual(['dear']);
  });
});
