import type { TreeHash } from '../../../domain/ids';
import type { SeenFile, Stretch } from '../../../domain/files/seen';
import type { TreeDiff } from '../../../domain/files/workspace';
import { readFileOf, textFormAt, type TreeFile } from '../../../store';
import { shownPath } from './answers';
import type { DirectoryContext } from './context';

/** Reason why a model does not know all of a file, with the way on; undefined where it does. */
export async function unknownPart(context: DirectoryContext, file: TreeFile): Promise<string | undefined> {
  const { seen, redact, blobs, tree } = context;
  const shown = shownPath(file.path);
  const known = seen.get(file.path);
  const way = 'before you write it whole, or replace passages with edits.';
  if (known?.hash !== file.hash) {
    const why = known === undefined ? 'You have not read' : 'There is another text by now in';
    return `${why} ${shown}: read it ${way}`;
  }
  const [gap] = known.unseen ?? [];
  if (gap === undefined) return undefined;
  const bytes = await readFileOf(blobs, tree, file);
  const { text } = await textFormAt(context, tree, { path: file.path, bytes });
  if (redact(text) !== text)
    return `${shown} holds secrets, which are not shown, so it can't be written whole: replace passages with edits.`;
  return `You have not read ${placeText(text, gap)} of ${shown}: read that ${way}`;
}

/** `lines 3 to 9`, or `line 3 from column 2001`. */
function placeText(text: string, [from, to]: Stretch): string {
  const before = text.slice(0, from).split('\n');
  const first = before.length;
  const column = (before.at(-1)?.length ?? 0) + 1;
  if (column > 1) return `line ${first} from column ${column}`;
  const last = first + text.slice(from, to).replace(/\n$/, '').split('\n').length - 1;
  return last > first ? `lines ${first} to ${last}` : `line ${first}`;
}

/**
 * Files of a change that are there after it, as the model that made it knows them. `isWritten`: it wrote the whole text. One that
 * knew only parts of a file does not know where these stand after its edits.
 */
export async function standing(
  { trees, tree: before, seen }: DirectoryContext,
  tree: TreeHash,
  { files }: TreeDiff,
  isWritten: boolean,
): Promise<(SeenFile & { path: string })[]> {
  const found: (SeenFile & { path: string })[] = [];
  for (const { path, change, renamedFrom = path } of files) {
    const file = change === 'deleted' ? undefined : await trees.find(tree, path);
    if (file?.type !== 'file') continue;
    const { hash, size } = file;
    const old = await trees.find(before, renamedFrom);
    const known = seen.get(renamedFrom);
    const isKnown = known !== undefined && known.hash === old?.hash;
    if (isWritten || (isKnown && !known.unseen?.length)) found.push({ path, hash });
    else if (isKnown && hash === old.hash) found.push({ path, ...known });
    else found.push({ path, hash, unseen: [[0, size]] });
  }
  return found;
}
