import { z } from 'zod';
import { plural } from '../../../domain/text';
import type { TreeHash } from '../../../domain/ids';
import { answer, shownPath } from './answers';
import { type DirectoryContext, tool } from './context';

/** The change so far, against what the run began with. */
export const diffTool = tool({
  name: 'diff',
  description:
    'Shows the whole change so far as a unified diff against the project as it was at the beginning.',
  kind: 'read',
  activity: 'quick',
  input: z.object({}),
  summary: () => 'diff',
  run: async (context) => {
    const text = await changeText(context, context.base, context.tree);
    return answer(context, text ?? 'Nothing has changed so far.');
  },
});

/** A change as a text for a model: its files, then the unified text. Undefined: there is none. */
export async function changeText(
  { workspace, blobs }: Pick<DirectoryContext, 'workspace' | 'blobs'>,
  base: TreeHash,
  tree: TreeHash,
): Promise<string | undefined> {
  const { files, fileCount, hash } = await workspace.diffTrees(base, tree);
  if (fileCount === 0) return undefined;
  const listed = files.map(
    ({ path, change, addedLines, removedLines }) =>
      `${change} ${shownPath(path)} (+${addedLines} -${removedLines})`,
  );
  const more = fileCount > files.length ? [`… and ${fileCount - files.length} more`] : [];
  const text = (await blobs.load(hash)).toString('utf8');
  return [`${plural(fileCount, 'file')} changed:`, ...listed, ...more, '', text].join('\n');
}
