import type { CodeInput } from '../domain/agent/input';
import { codingAgentMachine } from '../domain/agent/machine';
import type { AgentEffect, AgentEvent } from '../domain/agent/state';
import { STORE } from './activity-options';
import { agentCalls } from './agent-calls';
import { lookAtWorker } from './look-at-worker';
import { hostRun, type Performers } from './run/host';
import type { Kit } from './run/kit';

/** Writes a function to a specification, by a model with tools or a fixed pipeline of them, and runs it on the caller's data. */
export const codingAgent = hostRun(codingAgentMachine, agentEffects);

/** How each effect of the agent is performed, and the event that comes of it. */
function agentEffects(kit: Kit<CodeInput>): Performers<AgentEffect, AgentEvent> {
  return {
    begin: async () => {
      const [begun, worker] = await Promise.all([begin(kit), lookAtWorker(kit, { needsModel: true })]);
      return { type: 'begun', ...begun, modelConfigured: worker.modelConfigured };
    },
    ...agentCalls(kit),
    'write-record': async ({ best }) => {
      const { record, blob } = await kit.call('write the record', STORE, (activities) =>
        activities.writeCodeRecord({ key: kit.key('record'), best }),
      );
      return { type: 'recorded', record, recordRef: blob };
    },
  };
}

/** A file is read on its own machine; data of the input is kept by any worker. */
function begin(kit: Kit<CodeInput>) {
  const { executionSpec, currentStep, maxIterations, model, testData, dataFile, directory } = kit.input;
  const task = { key: kit.key('begin'), executionSpec, currentStep, maxIterations, model };
  return dataFile === undefined
    ? kit.call('keep the task and its data', STORE, (activities) =>
        activities.beginAgent({ ...task, testData }),
      )
    : kit.onHost('read the test data', (activities) =>
        activities.beginAgent({ ...task, dataFile, directory }),
      );
}
