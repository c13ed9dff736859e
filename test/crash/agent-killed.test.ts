import { setTimeout as delay } from 'node:timers/promises';
import fc from '../support/fast-check';
import { mendingModel, TOTAL_DATA, TOTAL_SPEC } from '../support/agent-scripts';
import { startKintsugi, type TestKintsugi } from '../support/kintsugi';
import { inLanes } from '../support/lanes';
import { ScriptedModel } from '../support/scripted-model';

/** Kills, each in a run of its own: `KINTSUGI_TEST_KILLS=50 npm test -- test/crash/agent-killed.test.ts`. */
const KILLS = Number(process.env['KINTSUGI_TEST_KILLS'] ?? 2);
const LANES = Math.min(KILLS, 2);
/** A whole run takes as long, with turns of some 150 ms each. */
const RUN_MS = 2_500;

interface Lane {
  worker: TestKintsugi;
  model: ScriptedModel;
}

async function startLane(): Promise<Lane> {
  const model = await ScriptedModel.start();
  model.otherwise((body) => ({ ...mendingModel(body), msPerChunk: 10 }) as ReturnType<typeof mendingModel>);
  const worker = await startKintsugi({
    KINTSUGI_MODEL: 'scripted',
    KINTSUGI_MODEL_BASE_URL: model.baseUrl,
  });
  return { worker, model };
}

/** Plays a run; `meanwhile` may do harm. */
async function play({ worker, model }: Lane, meanwhile: () => Promise<void> = () => Promise.resolve()) {
  model.forget();
  const run = await worker.client.code({ executionSpec: TOTAL_SPEC, testData: TOTAL_DATA });
  await meanwhile();
  const result = await run.result();
  const asked = model.calls.map(({ body }) => JSON.stringify(body.messages));
  return { result, asked: asked.length, different: new Set(asked).size };
}

describe(`${KILLS} runs of the coding agent whose worker is killed`, () => {
  let lanes: Lane[];
  let expected: Awaited<ReturnType<typeof play>>;
  const moments = fc.sample(fc.integer({ min: 0, max: RUN_MS }), KILLS).map((ms, index) => ({ ms, index }));

  beforeAll(async () => {
    lanes = await Promise.all(Array.from({ length: LANES }, startLane));
    expected = await play(lanes[0] as Lane);
    expect(expected).toMatchObject({ asked: 9, different: 9, result: { record: { isCodeValid: true } } });
  }, 120_000);
  afterAll(() => Promise.all(lanes.map(({ worker, model }) => worker.close().then(() => model.close()))));

  const killedIn = inLanes(
    moments,
    () => lanes,
    async ({ ms }, lane) => {
      const { result, asked, different } = await play(lane, async () => {
        await delay(ms);
        await lane.worker.kill();
        await lane.worker.start();
      });
      expect(result.record).toEqual(expected.result.record);
      expect(different).toBe(expected.different);
      // Only a call that was under way when the worker died can be made again, and it is told as lost.
      const { modelCalls, lostCalls = 0 } = result.usage;
      expect(asked - different).toBeLessThanOrEqual(1);
      expect(modelCalls - lostCalls).toBe(different);
      expect(lostCalls).toBeLessThanOrEqual(1);
    },
  );

  it.each(moments)(
    'come to the same record and buy no reply twice: killed after $ms ms (run $index)',
    killedIn,
    240_000,
  );
});
