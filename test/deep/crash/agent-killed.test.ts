import { setTimeout as delay } from 'node:timers/promises';
import fc from '../../support/fast-check';
import { mendingModel, TOTAL_DATA, TOTAL_SPEC } from '../../support/agent-scripts';
import { MEAN_PROJECT, MEAN_REQUEST, MEAN_TURNS, meanModel } from '../../support/directory-scripts';
import { makeProject, startKintsugi, type TestKintsugi } from '../../support/kintsugi';
import { inLanes } from '../../support/lanes';
import { ScriptedModel, type ChatRequest, type ScriptedEntry } from '../../support/scripted-model';

/** Kills, each in a run of its own: `KINTSUGI_TEST_KILLS=50 npm run test:deep -- crash/agent-killed`. */
const KILLS = Number(process.env['KINTSUGI_TEST_KILLS'] ?? 2);
const LANES = Math.min(KILLS, 2);
/** A whole run takes as long, with turns of some 150 ms each. */
const RUN_MS = 2_500;

interface Lane {
  worker: TestKintsugi;
  model: ScriptedModel;
}

async function startLane(answer: (body: ChatRequest) => ScriptedEntry): Promise<Lane> {
  const model = await ScriptedModel.start();
  model.otherwise((body) => ({ ...answer(body), msPerChunk: 10 }) as ScriptedEntry);
  const worker = await startKintsugi({
    why: 'it is killed',
    settings: {
      KINTSUGI_MODEL: 'scripted',
      KINTSUGI_MODEL_BASE_URL: model.baseUrl,
    },
  });
  return { worker, model };
}

/** Parts of a result that are the same whatever happens on the way. */
interface Ended {
  record: unknown;
  usage: { modelCalls: number; lostCalls?: number };
}

/** A function for data: the record of the code. */
async function onData({ worker }: Lane): Promise<() => Promise<Ended>> {
  const run = await worker.client.code({ executionSpec: TOTAL_SPEC, testData: TOTAL_DATA });
  return async () => {
    const { record, usage } = await run.result();
    expect(record.isCodeValid).toBe(true);
    return { record, usage };
  };
}

/** A request on a directory: the files that were published. */
async function onDirectory({ worker }: Lane): Promise<() => Promise<Ended>> {
  const { path } = await makeProject(MEAN_PROJECT);
  const request = { directory: path, request: MEAN_REQUEST, approval: { level: 'LOW' } } as const;
  const run = await worker.client.agent(request);
  return async () => {
    const { status, tree, delivery, usage, checkpoints } = await run.result();
    expect({ status, delivery }).toMatchObject({ status: 'completed', delivery: { status: 'published' } });
    return { record: { tree, reasons: checkpoints.map(({ reason }) => reason) }, usage };
  };
}

describe.each([
  ['on data', onData, mendingModel, 9],
  ['on a directory', onDirectory, meanModel, MEAN_TURNS],
] as const)(`${KILLS} runs of the agent %s whose worker is killed`, (_, start, answer, turns) => {
  let lanes: Lane[];
  let expected: Awaited<ReturnType<typeof play>>;
  const moments = fc.sample(fc.integer({ min: 0, max: RUN_MS }), KILLS).map((ms, index) => ({ ms, index }));

  /** Plays a run; `meanwhile` may do harm. */
  async function play(lane: Lane, meanwhile: () => Promise<void> = () => Promise.resolve()) {
    lane.model.forget();
    const ended = await start(lane);
    await meanwhile();
    const { record, usage } = await ended();
    const asked = lane.model.calls.map(({ body }) => JSON.stringify(body.messages));
    return { record, usage, asked: asked.length, different: new Set(asked).size };
  }

  beforeAll(async () => {
    lanes = await Promise.all(Array.from({ length: LANES }, () => startLane(answer)));
    expected = await play(lanes[0] as Lane);
    expect(expected).toMatchObject({ asked: turns, different: turns });
  });
  afterAll(() => Promise.all(lanes.map(({ worker, model }) => worker.close().then(() => model.close()))));

  const killedIn = inLanes(
    moments,
    () => lanes,
    async ({ ms }, lane) => {
      const { record, usage, asked, different } = await play(lane, async () => {
        await delay(ms);
        await lane.worker.kill();
        await lane.worker.start();
      });
      expect(record).toEqual(expected.record);
      expect(different).toBe(expected.different);
      // Only a call that was under way when the worker died can be made again, and it is told as lost.
      const { modelCalls, lostCalls = 0 } = usage;
      expect(asked - different).toBeLessThanOrEqual(1);
      expect(modelCalls - lostCalls).toBe(different);
      expect(lostCalls).toBeLessThanOrEqual(1);
    },
  );

  it.each(moments)(
    'come to the same end and buy no reply twice: killed after $ms ms (run $index)',
    killedIn,
    240_000,
  );
});
