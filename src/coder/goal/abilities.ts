import type { GoalTool } from '../../domain/goal/tool-args';

/** Abilities of the worker that tools of a plan need. */
export interface Abilities {
  /** A model is configured. */
  hasModel: boolean;
  /** Commands can be run in isolation. */
  runsCommands: boolean;
}

const NO_MODEL = 'needs a model: set KINTSUGI_MODEL and start the worker again.';

/** Tools that this worker does not have, with the reason. */
export function missingTools({ hasModel, runsCommands }: Abilities): Partial<Record<GoalTool, string>> {
  return {
    ...(hasModel ? {} : { code: `code ${NO_MODEL}`, agent: `agent ${NO_MODEL}` }),
    ...(runsCommands ? {} : { run: 'run needs bubblewrap: install it, or plan without commands.' }),
  };
}
