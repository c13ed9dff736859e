import {
  beginTalk,
  compareExports,
  endTalk,
  handleTask,
  readIntent,
  readSession,
  type SessionDeps,
  type BeginTalkInput,
  type EndTalkInput,
  type HandlerInput,
  type IntentInput,
} from '../coder/session';
import { effect, keptEffect, type EffectStores } from './effect';
import type { Repositories, CommitOutcome } from '../workspace/git';
import type { HeavyRules } from '../domain/files/heavy-rules';
import type { TreeHash, BlobHash, EffectKey } from '../domain/ids';
import type { SnapshotRef } from '../domain/run/checkpoints';
import type { EffectContext } from '../machine/effect-context';
import type { Workspaces } from '../workspace';
import type { IntentReading, ReadIntent } from '../domain/session/intent/index';
import type { HostDirectory, MergeOutcome, PublishOutcome, PublishRequest } from '../domain/files/workspace';
import type { Usage } from '../domain/run/budget';
import type { CommitPlan, RepositoryLook } from '../domain/session/commit-plan';
import type { ExportDifference } from '../domain/session/exports';
import type { Handled } from '../domain/session/handling';
import type { Answered } from '../domain/session/state';

export interface SessionActivities {
  /** Does the work of a mode on the session's files; what it writes is thrown away. */
  handleTask(input: HandlerInput): Promise<Handled>;
  /** The mode that a message asks for, by the weights of this worker. */
  classifyTask(input: { key: EffectKey; text: string }): Promise<IntentReading>;
  /** The mode that a message asks for, by a model; without an intent where its reply can't be used. */
  readIntent(input: IntentInput): Promise<{ intent?: ReadIntent; usage: Usage }>;
  /** Keeps what the model of a turn is told; resolves to its blob. */
  beginTalk(input: BeginTalkInput): Promise<BlobHash>;
  /** The answer of a loop that has ended. */
  endTalk(input: EndTalkInput): Promise<Answered>;
  /** The git repository of a directory of this host, and the commit that changes of these paths would make; by default of all that changed. */
  lookAtRepository(input: {
    key: EffectKey;
    directory: HostDirectory;
    paths?: readonly string[];
    branch?: string;
  }): Promise<RepositoryLook>;
  /** Makes a commit in the git repository of a directory of this host. One that can't be made is a value. */
  commitChanges(input: {
    key: EffectKey;
    directory: HostDirectory;
    plan: CommitPlan;
  }): Promise<CommitOutcome>;
  /** Exported names whose declarations differ between two trees. */
  compareExports(input: {
    key: EffectKey;
    before: TreeHash;
    after: TreeHash;
  }): Promise<readonly ExportDifference[]>;
  /** The directory of this host as it is, and as it would be without these changes, the newest first. */
  takeBack(input: {
    key: EffectKey;
    directory: HostDirectory;
    heavyFolders?: HeavyRules;
    undo: readonly { before: TreeHash; after: TreeHash }[];
  }): Promise<{ present: SnapshotRef; merged: MergeOutcome }>;
  /**
   * Changes the directory of this host, and looks at it anew: people may have changed other files. `isBaseFresh`: the directory
   * was captured as `base` just before, so only the change is looked at.
   */
  changeDirectory(
    input: PublishRequest & { heavyFolders?: HeavyRules; isBaseFresh?: boolean },
  ): Promise<{ outcome: PublishOutcome; files?: SnapshotRef }>;
  readSession(input: { key: EffectKey; saved: BlobHash }): Promise<object>;
}

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
