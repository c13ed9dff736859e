import { ActivityFailure, ApplicationFailure } from '@temporalio/workflow';
import type { EstimateInput } from '../activities/types';
import { LIMIT_RESETS } from '../domain/error-types';
import type { RunInput } from '../domain/run/input';
import type { Usage } from '../domain/run/budget';
import { ESTIMATE, STORE } from './activity-options';
import { withinTask } from './quick-calls';
import type { PaidCall } from './run/budget-desk';
import type { Kit } from './run/kit';

/** Value of a paid call, or why there is none. */
export type Paid<T> =
  | { value: T; unpaid?: undefined; failed?: undefined }
  | { unpaid: string; value?: undefined; failed?: undefined }
  /** `limited`: its limit resets later than the run may wait. */
  | { failed: string; limited?: true; value?: undefined; unpaid?: undefined };

/** A model that fails for good takes away what it would have given, and nothing else. */
export async function payOrFail<T extends { usage: Usage }>(
  kit: Kit<RunInput>,
  what: string,
  given: Estimated,
  act: () => Promise<T>,
): Promise<Paid<T>> {
  try {
    return await kit.pay(paidCall(kit, what, given), act);
  } catch (error) {
    const failure = modelFailureOf(error);
    if (!failure) throw error;
    return { failed: failure.message, ...(failure.type === LIMIT_RESETS && { limited: true }) };
  }
}

const ESTIMATING = 'estimate what the call takes';

/** A call as the budget sees it. */
export function paidCall(kit: Kit<RunInput>, what: string, given: Estimated): PaidCall {
  const { key } = given.input;
  return {
    key: key.effect,
    what,
    estimate: () =>
      withinTask(ESTIMATING, { ...ESTIMATE, summary: ESTIMATING }, (activities) =>
        activities.estimateCall({ key, ...given }),
      ),
    bought: () => kit.call('count what was bought', STORE, (activities) => activities.boughtBy({ key })),
  };
}

/** Why the model gave no answer; undefined where something else went wrong. */
function modelFailureOf(error: unknown): ApplicationFailure | undefined {
  const failure = error instanceof ActivityFailure ? error.cause : error;
  return failure instanceof ApplicationFailure && failure.type?.startsWith('Model') ? failure : undefined;
}

/** A call that asks a model, as it is going to be run. */
export type Estimated = EstimateInput extends infer E ? (E extends unknown ? Omit<E, 'key'> : never) : never;
