import { beginTask, callTool, think, ToolRegistry, writeRecord } from '../../src/coder/agent';
import type { ToolDeps } from '../../src/coder/tools/registry';
import { CodeInput } from '../../src/domain/agent/input';
import { codingAgentMachine } from '../../src/domain/agent/machine';
import type { AgentEffect, AgentEvent, CodeResult } from '../../src/domain/agent/state';
import type { NewEvent } from '../../src/domain/run/events';
import type { KitEffect, RunTotals } from '../../src/domain/run/machine';
import { NO_USAGE } from '../../src/domain/run/budget';
import { createSandbox } from '../../src/sandbox';
import type { TreeStore } from '../../src/store';
import { startModelBench, type ModelBench } from './model-bench';

/** Everything that a run of the agent stands on but Temporal: a scripted endpoint over HTTP, a store in memory, the real sandbox. */
export interface AgentBench extends ModelBench {
  tools: ToolDeps & { trees: TreeStore };
  registry: ToolRegistry;
  close(): Promise<void>;
}

export async function startAgentBench(): Promise<AgentBench> {
  const bench = await startModelBench();
  const sandbox = createSandbox({ children: 2 });
  const { blobs } = bench.store;
  const { model, redact } = bench.deps();
  return {
    ...bench,
    tools: { model, blobs, trees: bench.store.trees, redact, sandbox },
    registry: new ToolRegistry(),
    close: async () => {
      await sandbox.close();
      await bench.server.close();
    },
  };
}

export interface PlayedRun {
  result: CodeResult;
  events: NewEvent[];
  /** Kinds of effects that were performed, in order. */
  effects: string[];
}

const TOTALS: RunTotals = { givenUp: NO_USAGE, clocks: {}, workMs: 0, waitingMs: 0, checkpoints: [] };
/** A run that performs more effects does not end. */
const MOST_EFFECTS = 5_000;
let runs = 0;

/** Plays a run whole in this process: the machine decides, the real turn reader and the real tools act. */
export async function playAgent(bench: AgentBench, given: object): Promise<PlayedRun> {
  const input = CodeInput.parse(given);
  const run = `run-${(runs += 1)}`;
  let transition = codingAgentMachine.start(input, { id: run });
  const events = [...transition.events];
  const effects: string[] = [];
  while (transition.effect.type !== 'finish') {
    if (effects.length > MOST_EFFECTS)
      throw new Error(`The run does not end: ${effects.slice(-20).join(', ')}`);
    effects.push(transition.effect.type);
    const event = await perform(bench, input, run, transition.effect);
    // What continue-as-new carries is JSON.
    const state = JSON.parse(JSON.stringify(transition.state)) as typeof transition.state;
    transition = codingAgentMachine.decide(state, event);
    events.push(...transition.events);
  }
  return { result: codingAgentMachine.result(transition.state, TOTALS), events, effects };
}

async function perform(
  { tools, registry }: AgentBench,
  input: CodeInput,
  run: string,
  effect: AgentEffect | KitEffect,
): Promise<AgentEvent> {
  const key = (name: string) => ({ run, effect: name });
  const context = { signal: new AbortController().signal, attempt: 1 };
  switch (effect.type) {
    case 'begin':
      return {
        type: 'begun',
        modelConfigured: true,
        ...(await beginTask(tools.blobs, { ...input, key: key('begin') })),
      };
    case 'think': {
      const { turn, task, transcript, heard } = effect;
      const asked = { key: key(`turn-${turn}`), task, transcript, heard };
      return { type: 'thought', turn: await think({ ...tools, registry }, asked, context) };
    }
    case 'call-tools': {
      const { task, calls } = effect;
      const begin = () => Promise.resolve(true);
      const done = await Promise.all(
        calls.map(({ label, tool, source }) =>
          callTool({ ...tools, registry }, { key: key(label), task, tool, source, begin }, context),
        ),
      );
      return { type: 'called', outcomes: done.map((one) => ({ status: 'done', done: one })) };
    }
    case 'write-record': {
      const { record, blob } = await writeRecord(tools.blobs, { key: key('record'), best: effect.best });
      return { type: 'recorded', record, recordRef: blob };
    }
    default:
      throw new Error(`no run on data asks for the effect ${effect.type}`);
  }
}
