/**
 * `npm run bench:calls -- [--calls N] [--continue-after N]`: what a heal of very many model calls leaves behind: events and
 * bytes of each execution, and the state that one hands to the next.
 */
import { parseArgs } from 'node:util';
import { healByManyCalls, type ManyCalls } from '../test/support/many-calls';
import { ScriptedModel } from '../test/support/scripted-model';
import { startService } from './service';
import { rounded } from './statistics';

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function readOptions(): { calls: number; continueAfter?: number } {
  const { values } = parseArgs({
    options: { calls: { type: 'string', default: '1000' }, 'continue-after': { type: 'string' } },
  });
  const calls = Number(values.calls);
  if (!(calls >= 1 && calls <= 1_000)) throw new Error('--calls: give a number from 1 to 1000.');
  const after = values['continue-after'];
  return { calls, continueAfter: after === undefined ? undefined : Number(after) };
}

const KIB = 1024;

function print({ result, executions, asked, bytesPerCall, seconds }: ManyCalls): void {
  say('execution   events   history KiB   state handed on KiB');
  executions.forEach(({ events, bytes, carried }, index) => {
    const state = carried === undefined ? '-' : String(rounded(carried / KIB));
    say(
      `${String(index + 1).padStart(9)}${String(events).padStart(9)}${String(rounded(bytes / KIB)).padStart(14)}${state.padStart(22)}`,
    );
  });
  const { status, usage } = result;
  say(`${status}: ${usage.modelCalls} model calls, ${asked} seen by the endpoint, ${rounded(seconds)} s`);
  const summary = {
    bench: 'calls',
    calls: usage.modelCalls,
    asked,
    executions: executions.length,
    mostEvents: Math.max(...executions.map(({ events }) => events)),
    mostHistoryKiB: rounded(Math.max(...executions.map(({ bytes }) => bytes)) / KIB),
    mostStateKiB: rounded(Math.max(0, ...executions.map(({ carried = 0 }) => carried)) / KIB),
    bytesPerCall: Math.round(bytesPerCall),
    seconds: rounded(seconds),
  };
  say(JSON.stringify(summary));
  if (status !== 'recovered' || asked !== usage.modelCalls) process.exitCode = 1;
}

async function main(): Promise<void> {
  const { calls, continueAfter } = readOptions();
  const model = await ScriptedModel.start();
  const service = await startService({ modelUrl: model.baseUrl, proposers: 'llm', say });
  try {
    print(await healByManyCalls({ client: service.client, model }, calls, continueAfter));
  } finally {
    await service.close();
    await model.close();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
});
