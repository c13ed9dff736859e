import {
  answerTask,
  compareExports,
  handleTask,
  readIntent,
  readSession,
  type SessionDeps,
} from '../coder/session';
import { effect, keptEffect, type EffectStores } from './effect';
import type { Repositories } from '../workspace/git';
import type { SessionActivities } from './types';

/** The effects of sessions. */
export function sessionActivities(
  deps: EffectStores & { session: SessionDeps; repositories: Repositories },
): SessionActivities {
  const { session } = deps;
  return {
    handleTask: keptEffect(deps, (input, context) => handleTask(session, input, context)),
    answerTask: keptEffect(deps, (input, context) => {
      context.progress('waiting for the model');
      return answerTask(session, input, context);
    }),
    readIntent: keptEffect(deps, (input, context) => {
      context.progress('waiting for the model');
      return readIntent(session, input, context);
    }),
    lookAtRepository: effect(deps, ({ directory, paths, branch }, { signal }) =>
      deps.repositories.look(directory.realpath, { paths, branch, signal }),
    ),
    commitChanges: effect(deps, ({ directory, plan }, { signal }) =>
      deps.repositories.commit(directory.realpath, plan, signal),
    ),
    compareExports: effect(deps, ({ before, after }) => compareExports(session, { before, after })),
    readSession: effect(deps, ({ saved }) => readSession(session, saved)),
  };
}
