/**
 * `npm run bench:loop -- [--rounds N] [--topology] [--verbose]`: what the loop itself costs, with a model that answers at once: wrong,
 * wrong, right. Kintsugi against the same loop as a LangGraph graph that runs jest or node:test as a subprocess, in turn.
 */
import { parseArgs } from 'node:util';
import type { HealResult } from '../src/client';
import { reply, ScriptedModel } from '../test/support/scripted-model';
import { createGraph, nodeTest, npxJest, type Ask, type Runner } from './loop/graph';
import { heal } from './loop/healing';
import { effectsOf, type EffectTime } from './loop/effects';
import { freshTask, type Task } from './loop/task';
import { peerPackages } from './peer-packages';
import { startService, type Service } from './service';
import { median, rounded, timed } from './statistics';
import { startBacking } from './topology/backing';

/** Rounds that are run and not counted: caches of jest, of the disk and of V8 are warm for all that counts. */
const WARM_ROUNDS = 3;

interface Round {
  ms: number;
  npxJestMs: number;
  nodeTestMs: number;
  /** Kintsugi with the mutation proposer before the model. */
  searchedMs: number;
  timings: HealResult['timings'];
  effects: EffectTime[];
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

interface Options {
  rounds: number;
  verbose: boolean;
  /** PostgreSQL, a Temporal server and an S3 server in place of the embedded server and a store of one machine. */
  topology: boolean;
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '9' },
      verbose: { type: 'boolean', default: false },
      topology: { type: 'boolean', default: false },
    },
  });
  const rounds = Number(values.rounds);
  if (!(rounds >= 1)) throw new Error(`--rounds ${values.rounds}: give a number from 1.`);
  return { rounds, verbose: values.verbose, topology: values.topology };
}

/** The endpoint without a client library between, which is to the graph's favour. */
function askOver(model: ScriptedModel): Ask {
  return async (prompt) => {
    const response = await fetch(`${model.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'scripted', messages: [{ role: 'user', content: prompt }] }),
    });
    const body = (await response.json()) as { choices: { message: { content: string } }[] };
    return body.choices[0]?.message.content ?? '';
  };
}

/** A graph with a runner, and what the model answers it. */
function peerOf(packages: NodeJS.Require, model: ScriptedModel, run: Runner, testOf: (task: Task) => string) {
  const carryOut = createGraph(packages, { ask: askOver(model), run });
  return async (task: Task): Promise<number> => {
    const [first, second, third] = task.answers;
    model.script(reply(first), reply(second), reply(third));
    const ms = await timed(() => carryOut(task, testOf(task)));
    model.assertComplete();
    return ms;
  };
}

interface Loops {
  model: ScriptedModel;
  /** The loop itself: no other proposer than the model has work to do, as in the graph. */
  alone: Service;
  /** As `kintsugi up` starts it: a quick search for a repair before each call of the Debugger. */
  beside: Service;
  withJest(task: Task): Promise<number>;
  withNode(task: Task): Promise<number>;
}

async function measureRound(
  { model, alone, beside, withJest, withNode }: Loops,
  round: number,
): Promise<Round> {
  const task = freshTask(round);
  const { ms, result } = await heal(alone, model, task);
  const npxJestMs = await withJest(task);
  const nodeTestMs = await withNode(task);
  const { ms: searchedMs } = await heal(beside, model, task);
  const effects = await effectsOf(alone.client, result.taskId);
  return { ms, npxJestMs, nodeTestMs, searchedMs, timings: result.timings, effects };
}

async function measure({ rounds, topology }: Options): Promise<Round[]> {
  const packages = await peerPackages(say);
  const model = await ScriptedModel.start();
  const services: Service[] = [];
  const backing = topology ? await startBacking(say) : undefined;
  const start = async (proposers?: string): Promise<Service> => {
    const options = {
      modelUrl: model.baseUrl,
      proposers,
      backing: backing?.variables(proposers ?? 'all'),
      say,
    };
    const service = await startService(options);
    services.push(service);
    return service;
  };
  try {
    const loops: Loops = {
      model,
      alone: await start('llm'),
      beside: await start(),
      withJest: peerOf(packages, model, npxJest, ({ jestTest }) => jestTest),
      withNode: peerOf(packages, model, nodeTest, ({ nodeTest: test }) => test),
    };
    const measured: Round[] = [];
    for (let round = -WARM_ROUNDS; round < rounds; round += 1) {
      const times = await measureRound(loops, round);
      if (round >= 0) measured.push(times);
    }
    return measured;
  } finally {
    for (const service of services) await service.close();
    await backing?.close();
    await model.close();
  }
}

/** Where the run says that its time went: medians, ms. */
function partsOf(rounds: readonly Round[]): string {
  const of = (pick: (timings: Round['timings']) => number): number =>
    Math.round(median(rounds.map(({ timings }) => pick(timings))));
  const parts = {
    import: of(({ importMs }) => importMs),
    baseline: of(({ baselineMs }) => baselineMs),
    execute: of(({ executeMs }) => executeMs),
    'first repair': of(({ repairMs }) => repairMs[0] ?? NaN),
    'second repair': of(({ repairMs }) => repairMs[1] ?? NaN),
    'the whole workflow': of(({ workMs }) => workMs),
  };
  return Object.entries(parts)
    .map(([name, ms]) => `${name} ${ms}`)
    .join(', ');
}

/** Each effect of the run, medians: the server's and the worker's share apart. */
function sayRounds(rounds: readonly Round[]): void {
  for (const { ms, npxJestMs, nodeTestMs } of rounds)
    say(
      `kintsugi ${Math.round(ms)}, npx jest ${Math.round(npxJestMs)}, node --test ${Math.round(nodeTestMs)} ms`,
    );
  say(`\n${'effect'.padEnd(44)}  decide    wait    work, ms`);
  for (const [index, { summary }] of (rounds[0]?.effects ?? []).entries()) {
    const of = (key: 'decideMs' | 'waitMs' | 'workMs'): string =>
      median(rounds.map(({ effects }) => effects[index]?.[key] ?? NaN))
        .toFixed(1)
        .padStart(8);
    say(`${summary.slice(0, 44).padEnd(44)}${of('decideMs')}${of('waitMs')}${of('workMs')}`);
  }
  say('');
}

async function main(): Promise<void> {
  const options = readOptions();
  const rounds = await measure(options);
  if (options.verbose) sayRounds(rounds);
  const of = (pick: (round: Round) => number): number => median(rounds.map(pick));
  const [ms, searchedMs] = [of((round) => round.ms), of((round) => round.searchedMs)].map(Math.round);
  say(`ms, medians of ${rounds.length} rounds:`);
  say(`kintsugi                    ${ms}`);
  say(`kintsugi, mutations first   ${searchedMs}`);
  say(`LangGraph and npx jest      ${Math.round(of(({ npxJestMs }) => npxJestMs))}`);
  say(`LangGraph and node --test   ${Math.round(of(({ nodeTestMs }) => nodeTestMs))}`);
  say(`of it: ${partsOf(rounds)}`);
  const summary = {
    bench: 'loop',
    ms,
    vsNpxJest: rounded(of((round) => round.npxJestMs / round.ms)),
    vsNodeTest: rounded(
      of((round) => round.nodeTestMs / round.ms),
      2,
    ),
    searchedMs,
    searchedVsNpxJest: rounded(of((round) => round.npxJestMs / round.searchedMs)),
    searchedVsNodeTest: rounded(
      of((round) => round.nodeTestMs / round.searchedMs),
      2,
    ),
  };
  say(JSON.stringify(summary));
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
