import { ApplicationFailure, Context } from '@temporalio/activity';
import { nameInRow } from '../domain/run/row-type';

type Act = (...given: unknown[]) => Promise<unknown>;

/** The activities by their names, and by types that name them before the words of a row. */
export function byRow<T extends object>(activities: T): T & { default: Act } {
  const named = new Map(Object.entries(activities) as [string, Act][]);
  const act: Act = (...given) => {
    const { activityType } = Context.current().info;
    const found = named.get(nameInRow(activityType));
    // Temporal's own answer to an activity that a worker lacks: another one may have it.
    if (!found) throw ApplicationFailure.retryable(`This worker has no ${activityType}.`, 'NotFoundError');
    return found(...given);
  };
  return { ...activities, default: act };
}
