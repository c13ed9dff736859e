import { ask, failureOf, startModelBench } from '../../support/model-bench';
import { reply, ScriptedModel } from '../../support/scripted-model';

test('nobody listening is final at the fifth try, unless the endpoint has worked before in the run', async () => {
  const bench = await startModelBench();
  await bench.server.close();
  const failed = (attempt: number) => failureOf(bench.client().structured(ask({ attempt })));
  expect((await failed(4)).failure.retryable).toBe(true);
  expect((await failed(5)).failure.retryable).toBe(false);
  const server = await ScriptedModel.start([reply({ sum: 3 })]);
  await bench.client({ baseUrl: server.baseUrl }).structured(ask());
  await server.close();
  // The stored reply of the same request would be found.
  const other = ask({ attempt: 11, messages: [{ role: 'user', content: 'And now?' }] });
  expect((await failureOf(bench.client().structured(other))).failure.retryable).toBe(true);
});
