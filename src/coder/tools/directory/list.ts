import { z } from 'zod';
import { joinPath } from '../../../domain/files/paths';
import type { TreeHash } from '../../../domain/ids';
import { sizeText } from '../../../domain/text';
import type { TreeEntry } from '../../../store';
import { answer, failure, shownPath } from './answers';
import { type DirectoryContext, tool } from './context';
import { givenPath } from './tree-paths';

const MOST_ENTRIES = 800;
const DEEPEST = 6;

/** Entries of a folder, with those of the folders in it down to a depth. */
export const listTool = tool({
  name: 'list',
  description:
    'Lists a folder of the project: files with their sizes, folders with a slash at the end. `depth` 2 lists the folders in it too.',
  kind: 'read',
  activity: 'quick',
  input: z.object({
    path: z.string().nullish().describe('From the root of the project; absent: the root.'),
    depth: z.number().int().min(1).max(DEEPEST).nullish(),
  }),
  summary: ({ path }) => `list ${path ?? '.'}`,
  run: async (context, { path, depth }) => {
    const at = givenPath(path ?? '');
    if ('problem' in at) return failure(context, at.problem);
    const folder = await folderAt(context, at.path);
    if (folder === undefined)
      return failure(
        context,
        `There is no folder ${shownPath(at.path)} in the project: list the one above it.`,
      );
    const lines: string[] = [];
    await entries(context, folder, at.path, depth ?? 1, lines);
    if (lines.length === 0) return answer(context, 'The folder is empty.');
    const cut = lines.length > MOST_ENTRIES ? ['… and more: list one of these folders.'] : [];
    return answer(context, [...lines.slice(0, MOST_ENTRIES), ...cut].join('\n'));
  },
});

async function folderAt({ trees, tree }: DirectoryContext, path: string): Promise<TreeHash | undefined> {
  if (path === '') return tree;
  const found = await trees.find(tree, path);
  return found?.type === 'dir' ? found.hash : undefined;
}

async function entries(
  context: DirectoryContext,
  hash: TreeHash,
  folder: string,
  depth: number,
  into: string[],
): Promise<void> {
  for (const entry of await context.trees.readDir(hash)) {
    if (into.length > MOST_ENTRIES) return;
    const path = joinPath(folder, entry.name);
    into.push(await line(context, entry, path, depth));
    if (entry.type === 'dir' && depth > 1) await entries(context, entry.hash, path, depth - 1, into);
  }
}

async function line(
  { blobs, trees }: DirectoryContext,
  entry: TreeEntry,
  path: string,
  depth: number,
): Promise<string> {
  if (entry.type === 'link')
    return `${shownPath(path)}  link to ${shownPath((await blobs.load(entry.hash)).toString('utf8'))}`;
  if (entry.type !== 'dir') return `${shownPath(path)}  ${sizeText(entry.size)}`;
  const held = (await trees.readDir(entry.hash)).length;
  return depth > 1
    ? `${shownPath(path)}/`
    : `${shownPath(path)}/  ${held === 1 ? '1 entry' : `${held} entries`}`;
}
