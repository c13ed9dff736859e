import type { BeginTalkInput, EndTalkInput, HandlerInput, IntentInput } from '../coder/session';
import type { HeavyRules } from '../domain/files/heavy-rules';
import type { HostDirectory, MergeOutcome, PublishOutcome, PublishRequest } from '../domain/files/workspace';
import type { BlobHash, EffectKey, TreeHash } from '../domain/ids';
import type { SnapshotRef } from '../domain/run/checkpoints';
import type { Usage } from '../domain/run/usage';
import type { CommitPlan, RepositoryLook } from '../domain/session/commit-plan';
import type { ExportDifference } from '../domain/session/exports';
import type { Handled } from '../domain/session/handling';
import type { IntentReading, ReadIntent } from '../domain/session/intent/index';
import type { Answered } from '../domain/session/talk-state';
import type { CommitOutcome } from '../workspace/git';

/** Effects of sessions. */
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
  /** A saved state of the session. */
  readSession(input: { key: EffectKey; saved: BlobHash }): Promise<object>;
}
