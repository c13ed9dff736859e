import {
  beginTalk,
  compareExports,
  endTalk,
  handleTask,
  readIntent,
  readSession,
  type SessionDeps,
} from '../coder/session';
import { effect, keptEffect, type EffectStores } from './effect';
import type { Repositories } from '../workspace/git';
import type { HeavyRules } from '../domain/files/heavy-rules';
import type { TreeHash } from '../domain/ids';
import type { SnapshotRef } from '../domain/run/checkpoints';
import type { EffectContext } from '../machine/effect-context';
import type { Workspaces } from '../workspace';
import type { IntentReading } from '../domain/session/intent/index';
import type { SessionActivities } from './session-types';

/** The effects of sessions. */
export function sessionActivities(
  deps: EffectStores & {
    session: SessionDeps;
    repositories: Repositories;
    workspaces: Workspaces;
    /** Reads what a message asks for. */
    classify(text: string): IntentReading;
  },
): SessionActivities {
  const { session, workspaces } = deps;
  return {
    handleTask: keptEffect(deps, async (input, context) => {
      const handled = await handleTask(session, input, context);
      if (!handled.change) return handled;
      return {
        ...handled,
        change: await workspaces.withUnkept(handled.change, input.directory.realpath),
      };
    }),
    beginTalk: effect(deps, (input) => beginTalk(session, input)),
    endTalk: effect(deps, (input) => endTalk(session, input)),
    classifyTask: effect(deps, ({ text }) => Promise.resolve(deps.classify(text))),
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
    takeBack: effect(deps, async (input, context) => {
      const { realpath } = input.directory;
      const present = await look(workspaces, { ...input, directory: realpath }, context);
      return { present, merged: await workspaces.takeBack({ present: present.tree, undo: input.undo }) };
    }),
    changeDirectory: effect(deps, async (input, context) => {
      const outcome = await workspaces.publish(input, context.signal);
      if (outcome.status === 'conflict') return { outcome };
      const { base, tree, isBaseFresh } = input;
      return {
        outcome,
        files: await look(workspaces, input, context, isBaseFresh ? { base, tree } : undefined),
      };
    }),
    readSession: effect(deps, ({ saved }) => readSession(session, saved)),
  };
}

async function look(
  workspaces: Workspaces,
  { directory, heavyFolders }: { directory: string; heavyFolders?: HeavyRules },
  { signal, progress }: EffectContext,
  change?: { base: TreeHash; tree: TreeHash },
): Promise<SnapshotRef> {
  const options = { signal, progress, heavyFolders };
  const { tree, times } = await (change
    ? workspaces.importChange(directory, change, options)
    : workspaces.importDirectory(directory, options));
  return { tree, times };
}
