import type { HeavyRules } from '../../../domain/files/heavy-rules';
import type { HostDirectory } from '../../../domain/files/workspace';
import type { EffectKey } from '../../../domain/ids';
import type { VerificationSpec } from '../../../domain/verification/verification';
import type { RunCheck } from '../../../verifier';
import { readKnown } from '../../agent/known';
import { readNode } from '../../agent/transcript';
import type { CallParts, ToolSource } from '../registry';
import { DIRECTORY_TOOLS, type DirectoryContext, type DirectoryDeps } from './index';

export interface DirectoryToolDeps extends DirectoryDeps {
  /** Runs commands on copies of trees, with the dependencies of a directory. */
  checksOf(input: {
    directory: HostDirectory;
    spec: VerificationSpec;
    heavyFolders?: HeavyRules;
    key?: EffectKey;
  }): RunCheck;
}

/** The tools on the files of a run, as a set. */
export function directoryTools(deps: DirectoryToolDeps): ToolSource<DirectoryContext> {
  return {
    toolSet: 'directory',
    tools: DIRECTORY_TOOLS,
    ofDirectory: true,
    contextOf: (parts) => contextOf(deps, parts),
  };
}

async function contextOf(
  { checksOf, ...deps }: DirectoryToolDeps,
  { key, task, tree, turn, signal }: CallParts,
): Promise<DirectoryContext> {
  if (task.toolSet !== 'directory') throw new Error('tools on a directory are called for a task on one');
  const { base, checks: spec, finds, directory, heavyFolders, request, impactedFiles, report, policy } = task;
  const { mode } = task;
  const known = await readKnown(deps.blobs, turn && (await readNode(deps.blobs, turn)).known);
  return {
    ...deps,
    tree: tree ?? base,
    ...{ base, spec, finds, directory, heavyFolders, request, impactedFiles, report, policy, mode },
    seen: new Map(known.files.map(({ path, ...file }) => [path, file])),
    runCheck: checksOf({ directory, spec, heavyFolders, key }),
    signal,
  };
}
