/** Tools on folders of people, by name. Each takes the run's tree and gives another one; nothing on disk changes. */
import { contradiction, type Claim, pathsOf, type Standing } from '../../../domain/goal/expect';
import type { TreeHash } from '../../../domain/ids';
import type { ToolOutcome } from '../../../domain/goal/outcome';
import type { GoalTool, ResolvedArgs } from '../../../domain/goal/tool-args';
import { type BlobStore, treeChanges, type TreeStore, withSignal } from '../../../store';
import { TreeDraft } from './tree-draft';
import type { FilesContext, FileTool } from './context';
import { deleteTool, makeFolderTool, writeTool, renameTool, editTool } from './write';
import { findTool } from './find';
import { listTool, readTool, locateTool } from './read';
import { runTool } from './run';
import { copyTool, moveTool } from './transfer';

export { type Contents, goalContents } from './contents';
export type { FilesContext } from './context';

const FILE_TOOLS = {
  locate: locateTool,
  list: listTool,
  find: findTool,
  read: readTool,
  make_folder: makeFolderTool,
  move: moveTool,
  copy: copyTool,
  rename: renameTool,
  write: writeTool,
  edit: editTool,
  delete: deleteTool,
  run: runTool,
} satisfies { [T in GoalTool]?: FileTool<T> };

/** Name of a tool that works on folders. */
export type FileToolName = keyof typeof FILE_TOOLS;

/** True for the tools that `runFileTool` runs; the others have runs of their own. */
export function isFileTool(tool: GoalTool): tool is FileToolName {
  return Object.hasOwn(FILE_TOOLS, tool);
}

/** Runs one call of a tool. Rejects with the signal's reason, and where the store fails; all else is an outcome. */
export function runFileTool<T extends FileToolName>(
  context: FilesContext,
  tool: T,
  args: ResolvedArgs<T>,
): Promise<ToolOutcome> {
  const run = FILE_TOOLS[tool] as unknown as FileTool<T>;
  return withSignal(context.signal, () => run(context, args));
}

/** The first thing in which a call's outcome and the trees before and after it disagree; undefined where they agree. */
export async function verifyOutcome(
  stores: { trees: TreeStore; blobs: BlobStore },
  before: TreeHash,
  claim: Claim,
): Promise<string | undefined> {
  const after = claim.outcome.tree ?? before;
  const [was, is] = [new TreeDraft(stores, before), new TreeDraft(stores, after)];
  const known = new Map<string, { before?: Standing; after?: Standing }>();
  for (const path of pathsOf(claim))
    known.set(path, { before: await was.find(path), after: await is.find(path) });
  const changes = await treeChanges(stores.trees, before, after);
  return contradiction(claim, { changes, at: (path) => known.get(path) ?? {} });
}
