/** A request that the agent carries out on a directory: how its work begins, and what is said of it at its end. */
import type { BlobHash, EffectKey, TreeHash } from '../../domain/ids';
import type { ApprovalLevel } from '../../domain/run/input';
import type { ExecuteInput, ExecuteOutcome } from '../types';
import { changeFindings, type LlmDeps } from '../edits';
import { ProjectInstructions } from '../instructions';
import { Material } from '../material';
import type { BlobStore } from '../../store';
import { DirectoryResult } from '../tools/directory';
import { readKnown } from './known';
import { keepTask, readTask } from './task';
import { readNode } from './transcript';

const SUMMARY_CHARS = 2_000;

export interface BeginWorkInput extends ExecuteInput {
  /** Tests and checks that fail before the work, a line each. */
  failing?: readonly string[];
  /** Level by which the project's own checks were found; absent: the user declared them. */
  finds?: ApprovalLevel;
}

/** Keeps the task of a run; resolves to its blob. */
export function beginWork(blobs: BlobStore, given: BeginWorkInput): Promise<BlobHash> {
  const {
    tree,
    request,
    impactedFiles,
    report,
    spec,
    failing,
    finds,
    directory,
    heavyFolders,
    policy,
    mode,
    model,
  } = given;
  return keepTask(blobs, {
    version: 1,
    toolSet: 'directory',
    request,
    impactedFiles: [...impactedFiles],
    base: tree,
    report,
    checks: spec,
    failing: failing && [...failing],
    ...{ finds, directory, heavyFolders, policy, mode, model },
  });
}

export interface EndWorkInput {
  key: EffectKey;
  task: BlobHash;
  /** The directory's tree: all that differs from it is the change. */
  base: TreeHash;
  tree: TreeHash;
  transcript?: BlobHash;
  /** Result of the call that ended the work; absent: the model said `said`. */
  summary?: BlobHash;
  said: string;
}

/** Facts of the change that the work made. */
export type EndedWork = Omit<Extract<ExecuteOutcome, { status: 'edited' }>, 'status' | 'tree' | 'usage'>;

/** Looks at the whole change of the work, as if it had been made by one answer. */
export async function endWork(
  deps: Omit<LlmDeps, 'model'>,
  { task: hash, base, tree, transcript, summary, said }: EndWorkInput,
): Promise<EndedWork> {
  const { blobs, redact, workspace } = deps;
  const task = await readTask(blobs, hash);
  if (task.toolSet !== 'directory') throw new Error('work on a directory ends with a task on one');
  const { checks: spec, directory, report, impactedFiles, request } = task;
  const diff = await workspace.diffTrees(base, tree);
  const start = { base, spec, directory, report, impactedFiles, isAsked: true, asked: request };
  const { signs } = await changeFindings(deps, { ...start, tree });
  const known = await readKnown(blobs, transcript && (await readNode(blobs, transcript)).known);
  const material = await Material.of(deps, tree);
  const paths = [...impactedFiles, ...known.files.map(({ path }) => path)];
  const { files: instructions } = await ProjectInstructions.for(material, paths, redact);
  const told =
    summary === undefined ? said : DirectoryResult.parse(JSON.parse(String(await blobs.load(summary)))).text;
  return {
    changedFiles: diff.files.map(({ path }) => path),
    summary: redact(told).slice(0, SUMMARY_CHARS),
    ...(signs.length > 0 && { signs: signs.map(({ sign }) => sign) }),
    ...(instructions.length > 0 && { instructions }),
  };
}
