/**
 * `npm run bench:agent -- [--calls N] [--short N]`: what a call of a tool costs beside the model, on the embedded server: a
 * short run, and one of N calls of which the last tenth is compared with the first.
 */
import { parseArgs } from 'node:util';
import { readHistory } from '../test/support/run-history';
import { callTools, reply, ScriptedModel, type ChatRequest } from '../test/support/scripted-model';
import type { KintsugiClient } from '../src/client';
import { startService } from './service';
import { rounded } from './statistics';

const CODE =
  'export function total(data: number[]): number {\n  if (data.length === 0) return 0;\n  return data.length;\n}\n';
const SPEC = { functionName: 'total', description: 'Counts the rows.' };

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** A model with no latency that checks another code with each turn, so often. */
function checking(calls: number): (body: ChatRequest) => ReturnType<typeof reply> {
  let asked = 0;
  return () => {
    asked += 1;
    if (asked > calls) return reply('Done.');
    const code = `${CODE}// ${asked}\n`;
    return callTools([{ id: `c${asked}`, name: 'checkCode', arguments: { code, functionName: 'total' } }]);
  };
}

interface Measured {
  msPerCall: number;
  /** Of the first and the last tenth of its calls. */
  first: number;
  last: number;
  historyBytes: number;
}

/** Runs the agent with so many calls, each in a turn of its own: times are of the turn and its call. */
async function measure(client: KintsugiClient, model: ScriptedModel, calls: number): Promise<Measured> {
  model.otherwise(checking(calls));
  const arrivals: number[] = [];
  model.onCall = () => arrivals.push(performance.now());
  const run = await client.code({ executionSpec: SPEC, maxCalls: 2_000 });
  const result = await run.result();
  if (result.calls !== calls) throw new Error(`The run made ${result.calls} calls: ${result.message}`);
  const { bytes } = await readHistory(client.temporal, run.id);
  const gaps = arrivals.slice(1).map((at, index) => at - (arrivals[index] ?? 0));
  const mean = (list: number[]) => list.reduce((sum, ms) => sum + ms, 0) / Math.max(list.length, 1);
  const tenth = Math.max(1, Math.ceil(gaps.length / 10));
  return {
    msPerCall: mean(gaps),
    first: mean(gaps.slice(0, tenth)),
    last: mean(gaps.slice(-tenth)),
    historyBytes: bytes.length / calls,
  };
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { calls: { type: 'string', default: '1000' }, short: { type: 'string', default: '30' } },
  });
  const [calls, short] = [Number(values.calls), Number(values.short)];
  if (!(calls >= 10 && calls <= 2_000 && short >= 10))
    throw new Error('--calls: give a number from 10 to 2000.');
  const model = await ScriptedModel.start();
  const service = await startService({ modelUrl: model.baseUrl, say });
  try {
    // The first run loads what the others have loaded.
    await measure(service.client, model, 10);
    const few = await measure(service.client, model, short);
    const many = await measure(service.client, model, calls);
    say(`calls   ms a turn with its call   first tenth   last tenth   history bytes a call`);
    for (const [count, one] of [
      [short, few],
      [calls, many],
    ] as const)
      say(
        `${String(count).padStart(5)}${String(rounded(one.msPerCall)).padStart(26)}${String(rounded(one.first)).padStart(14)}${String(rounded(one.last)).padStart(13)}${String(Math.round(one.historyBytes)).padStart(23)}`,
      );
    const line = {
      bench: 'agent',
      msPerCall: rounded(few.msPerCall),
      msPerCallAt1000: rounded(many.last),
      historyBytesPerCall: Math.round(few.historyBytes),
    };
    say(JSON.stringify(line));
  } finally {
    await service.close();
    await model.close();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
});
