import { constants } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { HostDirectory } from '../domain/files/workspace';
import type { HeavyRules } from '../domain/files/heavy-rules';
import type { TreeHash } from '../domain/ids';
import { VerificationSpec, type CheckReport, type CommandCheck } from '../domain/verification/verification';
import { errorCode } from '../machine/system-errors';
import type { CheckRunner } from './bench';
import { HEAVY_FOLDERS } from '../domain/files/heavy-folders';
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

export interface TreeCommandTask {
  directory: HostDirectory;
  tree: TreeHash;
  command: string;
  timeoutMs: number;
  spec?: VerificationSpec;
  heavyFolders?: HeavyRules;
  /** Folder of the copy, by its plain name, whose files are read once the command has ended. */
  collect?: string;
}

/** File that a command left in the folder that was asked for. */
export interface CollectedFile {
  name: string;
  bytes: Buffer;
}

/** How a command on a tree ended, and the files that it left, by name. */
export interface TreeCommandEnd {
  report: CheckReport;
  collected: readonly CollectedFile[];
}

/** Most files that are read, and bytes of each: a command may leave anything. */
const MOST_FILES = 32;
const MOST_BYTES = 64 * 1024 ** 2;

type RunnerOf = (
  task: Pick<TreeCommandTask, 'directory' | 'heavyFolders'> & { spec: VerificationSpec },
) => CheckRunner;

/** Makes a runner of single commands on trees. What they write is thrown away but for the files asked for. */
export function createTreeCommands(
  checksOf: RunnerOf,
): (task: TreeCommandTask, context: { signal: AbortSignal }) => Promise<TreeCommandEnd> {
  return async ({ directory, tree, command, timeoutMs, spec, heavyFolders, collect }, { signal }) => {
    const run = checksOf({ directory, spec: spec ?? VerificationSpec.parse({}), heavyFolders });
    let collected: readonly CollectedFile[] = [];
    const report = await run(tree, { command, timeoutMs }, signal, {
      afterwards: async (folder) => {
        if (collect !== undefined) collected = await filesIn(join(folder, collect));
      },
    });
    return { report, collected };
  };
}

/** Files of a folder that a command made. A link is not followed: it may lead to files of the user. */
async function filesIn(folder: string): Promise<readonly CollectedFile[]> {
  try {
    if (!(await lstat(folder)).isDirectory()) return [];
    const names = (await readdir(folder)).sort().slice(0, MOST_FILES);
    const files = await Promise.all(names.map((name) => plainFile(folder, name)));
    return files.filter((file) => file !== undefined);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

async function plainFile(folder: string, name: string): Promise<CollectedFile | undefined> {
  // A named pipe would block the open.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await open(join(folder, name), flags).catch(() => undefined);
  if (!handle) return undefined;
  try {
    const facts = await handle.stat();
    if (!facts.isFile() || facts.size > MOST_BYTES) return undefined;
    return { name, bytes: await handle.readFile() };
  } finally {
    await handle.close();
  }
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
