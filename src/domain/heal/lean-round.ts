import { excerpt } from '../text';
import type { RoundChoice } from './choice';
import type { RepairAttempt } from './proposal';
import { shorten } from './shorten';

const CHARS = 150;
const FEW = { chars: CHARS, items: 3 };

/** A round's attempt in few words. */
export function leanAttempt(attempt: RepairAttempt): RepairAttempt {
  const { errorContext, debuggerResponse } = attempt;
  const lean: RepairAttempt = {
    ...attempt,
    errorContext: {
      ...errorContext,
      errorStack: undefined,
      failedOutput: undefined,
      projectStructure: undefined,
    },
    debuggerResponse: debuggerResponse && {
      ...debuggerResponse,
      fileModifications: debuggerResponse.fileModifications.map(({ path, action }) => ({ path, action })),
    },
  };
  return shorten(lean, '', FEW) as RepairAttempt;
}

/** How a round chose, in few words. */
export function leanChoice(choice: RoundChoice): RoundChoice {
  return { ...choice, considered: [], rejected: [], notes: [], reason: excerpt(choice.reason, CHARS) };
}

/** A repair in few words. */
export function leanRepair<T extends object>(repair: T): T {
  return shorten(repair, '', { chars: CHARS, items: 5 }) as T;
}
