import { boughtBy } from '../../../src/model/priced';
import { ask, failureOf, startModelBench, type ModelBench } from '../../support/model-bench';
import { cutStream, hang, reply, status } from '../../support/scripted-model';

let bench: ModelBench;
beforeEach(async () => {
  bench = await startModelBench();
});
afterEach(() => bench.server.close());

const PRICES = { small: { inputPerMillion: 1, outputPerMillion: 2 } };
const EFFECT = { run: 'run-1', effect: 'round-1/propose' };

describe('a call whose reply was lost', () => {
  test('is counted beside the one that brought it', async () => {
    bench.server.script(cutStream('{"sum"'), reply({ sum: 3 }));
    await failureOf(bench.client().structured(ask()));
    const { usage } = await bench.client().structured(ask({ attempt: 2 }));
    expect(usage).toMatchObject({ modelCalls: 2, lostCalls: 1, outputTokens: 1 });
    expect(usage.inputTokens).toBeGreaterThan(4);
  });

  test('is counted once, however often the stored reply is read', async () => {
    bench.server.script(cutStream('{"sum"'), reply({ sum: 3 }));
    await failureOf(bench.client().structured(ask()));
    const second = await bench.client().structured(ask({ attempt: 2 }));
    const fourth = await bench.client().structured(ask({ attempt: 4 }));
    expect(fourth.usage).toEqual(second.usage);
    bench.server.assertComplete();
  });

  test('is known of an effect that was given up, with its price', async () => {
    bench.server.script(hang());
    const controller = new AbortController();
    const call = failureOf(bench.client().structured(ask({ signal: controller.signal })));
    while (bench.server.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    controller.abort();
    await call;
    const usage = await boughtBy(EFFECT, bench.store, PRICES);
    expect(usage).toMatchObject({ modelCalls: 1, lostCalls: 1, outputTokens: 0 });
    expect(usage.costMicroUsd).toBe(usage.inputTokens);
  });

  test('is counted where another model answers in the same try', async () => {
    bench.server.script(cutStream('{"sum"'), reply({ sum: 3 }));
    const said = await bench.client({ fallbacks: ['other'] }).structured(ask({ attempt: 3 }));
    expect(said).toMatchObject({ model: 'other', usage: { modelCalls: 2, lostCalls: 1 } });
  });

  test('of another model is counted with the reply of the one that was asked next', async () => {
    bench.server.script(cutStream('{"sum"'), status(404, { code: 'model_not_found' }), reply({ sum: 3 }));
    const settings = { fallbacks: ['other'] };
    await failureOf(bench.client(settings).structured(ask()));
    const said = await bench.client(settings).structured(ask({ attempt: 2 }));
    expect(said).toMatchObject({ model: 'other', usage: { modelCalls: 2, lostCalls: 1 } });
  });
});

describe('a call that nobody has to pay for', () => {
  test.each([
    ['that the endpoint refused', status(500, { message: 'busy' })],
    ['that was one too many', status(429, { message: 'slow down' })],
  ])('%s leaves no trace in the usage', async (_, entry) => {
    bench.server.script(entry, reply({ sum: 3 }));
    await failureOf(bench.client().structured(ask()));
    const { usage } = await bench.client().structured(ask({ attempt: 2 }));
    expect(usage).toMatchObject({ modelCalls: 1, inputTokens: 4 });
    expect(usage.lostCalls).toBeUndefined();
    expect(await boughtBy(EFFECT, bench.store, PRICES)).toMatchObject({ modelCalls: 1 });
  });

  test('because its reply is there, counts once', async () => {
    bench.server.script(reply({ sum: 3 }));
    const first = await bench.client().structured(ask());
    const again = await bench.client().structured(ask({ attempt: 2 }));
    expect(again.usage).toEqual(first.usage);
    expect(bench.server.calls).toHaveLength(1);
  });
});
