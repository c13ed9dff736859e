import { z } from 'zod';
import { joinPath } from '../../../domain/files/paths';
import type { TreeHash } from '../../../domain/ids';
import { sizeText, plural } from '../../../domain/text';
import type { TreeEntry } from '../../../store';
import { answer, failure, shownPath, type DirectoryContext, tool } from './context';
import { givenPath } from './tree-paths';
import { compileGlob } from '../../../domain/files/globs';

const MOST_PATHS = 500;
/** Longer globs match nothing. */
const LONGEST = 4_096;
/** Visits of states in all matches together: a hostile glob gives up instead of taking minutes. */
const VISITS = 50_000_000;

export const globTool = tool({
  name: 'glob',
  description:
    'Finds files by a glob over their paths from the root of the project, for example `src/**/*.test.ts` or `**/{README,CHANGES}*`.',
  kind: 'read',
  activity: 'quick',
  input: z.object({ pattern: z.string().min(1) }),
  summary: ({ pattern }) => `glob ${pattern}`,
  run: async (context, { pattern }) => {
    const glob = pattern.replace(/^\/+/, '');
    if (glob.length > LONGEST) return failure(context, `The glob is longer than ${LONGEST} characters.`);
    const budget = { left: VISITS };
    const { matches } = compileGlob(glob, { dot: true, budget });
    const files = await context.trees.list(context.tree);
    const found = files.map(({ path }) => path).filter(matches);
    if (budget.left <= 0) return failure(context, 'The glob takes too long to match: give a simpler one.');
    if (found.length === 0)
      return answer(context, `No file matches ${pattern}. The project has ${plural(files.length, 'file')}.`);
    const more = found.length - MOST_PATHS;
    const lines = found.slice(0, MOST_PATHS).map(shownPath);
    return answer(
      context,
      [...lines, ...(more > 0 ? [`… and ${more} more: narrow the glob.`] : [])].join('\n'),
    );
  },
});

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
