import type { WorkerFacts } from '../activities/types';
import type { TreeHash } from '../domain/ids';
import type { RunInput } from '../domain/run/input';
import type { Kit } from './run/kit';

interface Look {
  /** The run can do nothing without a model, so it waits for a worker that has one. */
  needsModel: boolean;
  keep?: readonly TreeHash[];
  prices?: { model?: string };
}

/** Abilities of the worker; where none with a model has come in time, those of one without. */
export async function lookAtWorker(kit: Kit<RunInput>, { needsModel, ...look }: Look): Promise<WorkerFacts> {
  for (;;) {
    const facts = await kit.quietly('look at the worker', (activities) =>
      activities.inspectWorker({ key: kit.key('inspect'), ...look }),
    );
    if (facts.modelConfigured || !needsModel || !(await kit.untilModel())) return facts;
  }
}
