import { HEAVY_FOLDERS } from '../domain/files/heavy-folders';
import type { HeavyRules } from '../domain/files/heavy-rules';
import type { TreeHash } from '../domain/ids';
import type { CheckReport, CommandCheck } from '../domain/verification/verification';
import type { BlobStore, StatCache } from '../store';
import { importDirectory } from '../workspace';

/** Folders of people have no rules for heavy folders: all but histories is captured. */
const EVERYTHING: HeavyRules = {
  add: [],
  capture: HEAVY_FOLDERS.filter(({ kind }) => kind !== 'history').map(({ name }) => name),
};

/** A folder that is captured once has no use for a cache. */
const NO_STATS: StatCache = {
  get: () => undefined,
  setMany: () => Promise.resolve(),
  epoch: () => 0,
};

export interface FolderCommandTask {
  /** The folder; all of its files are in the store. */
  tree: TreeHash;
  command: string;
  timeoutMs: number;
  signal: AbortSignal;
}

/** How a command ended, and the folder as it left it; absent where it did not run. */
export interface FolderCommandEnd {
  report: CheckReport;
  after?: TreeHash;
}

/** Runs a command on a tree, as `createCheckRunner` makes it. */
type RunOnTree = (
  tree: TreeHash,
  check: CommandCheck,
  signal: AbortSignal,
  options: { afterwards(folder: string): Promise<void> },
) => Promise<CheckReport>;

interface FolderRights {
  allowUnsandboxed: boolean;
}

/** Makes a runner of commands on folders: each runs in a private copy, whose whole content is taken over. */
export function createFolderCommands(
  deps: { blobs: BlobStore; checks(task: FolderRights & { heavyFolders: HeavyRules }): RunOnTree },
  rights: FolderRights,
): (task: FolderCommandTask) => Promise<FolderCommandEnd> {
  const run = deps.checks({ ...rights, heavyFolders: EVERYTHING });
  return async ({ tree, command, timeoutMs, signal }) => {
    let after: TreeHash | undefined;
    const afterwards = async (folder: string): Promise<void> => {
      const captured = { blobs: deps.blobs, stats: NO_STATS };
      after = (await importDirectory(captured, folder, { heavyFolders: EVERYTHING, signal })).tree;
    };
    const report = await run(tree, { command, timeoutMs }, signal, { afterwards });
    return after === undefined ? { report } : { report, after };
  };
}
