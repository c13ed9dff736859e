import type { TreeHash } from '../../domain/ids';
import { charsetOf } from '../../domain/files/editorconfig';
import { excerpt } from '../../domain/text';
import type { FileChange, TreeDiff } from '../../domain/files/workspace';
import { Pace } from '../../machine/pace';
import { asksCharset } from '../../machine/text/text-form';
import { readingAt, readTreeFile, type TreeChange, treeChanges, type TreeEntry } from '../../store';
import type { TreeAccess } from './tree-access';
import { findRenames, type Rename } from './find-renames';
import { changeText, TEXT_LIMIT, type ChangeText, type DiffSide } from './unified-text';

/** Most changes that a result lists. */
const LISTED = 50;
/** Mode of a folder that needs no entry of its own in a diff: its contents show it. */
const USUAL_FOLDER_MODE = 0o755;

/**
 * Difference of two trees. A file with another path is one change. The same trees give the same text, so its hash can
 * be approved.
 */
export async function diffTrees(store: TreeAccess, base: TreeHash, tree: TreeHash): Promise<TreeDiff> {
  const files: FileChange[] = [];
  const texts: string[] = [];
  let size = 0;
  let unshown = 0;
  const changes = await visibleChanges(store, base, tree);
  const renames = await findRenames(store, { base, tree }, changes);
  const moved = new Set([...renames.values()].map(({ from }) => from));
  const pace = new Pace();
  for (const change of changes) {
    if (pace.due) await pace.rest();
    if (moved.has(change.path)) continue;
    const rename = renames.get(change.path);
    const said = await describe(store, base, tree, change, rename);
    texts.push(said.text);
    size += said.weight + said.changedChars / 1000;
    if (said.isUnshown) unshown += 1;
    files.push(fileChange(change, said, rename));
  }
  const text = texts.join('');
  const hash = await store.blobs.put(Buffer.from(text));
  return {
    base,
    tree,
    hash,
    files: files.slice(0, LISTED),
    fileCount: files.length,
    size: Math.round(size * 1000) / 1000,
    excerpt: excerpt(text),
    ...(unshown > 0 && { unshown }),
  };
}

/** The first 50 paths that differ between two trees, as publishing writes them: a renamed file is two. */
export async function listChanges(store: TreeAccess, base: TreeHash, tree: TreeHash): Promise<FileChange[]> {
  const changes = await visibleChanges(store, base, tree);
  const listed: FileChange[] = [];
  for (const change of changes.slice(0, LISTED))
    listed.push(fileChange(change, await describe(store, base, tree, change)));
  return listed;
}

/** Changes without folders that are told by what they hold. */
async function visibleChanges(store: TreeAccess, base: TreeHash, tree: TreeHash): Promise<TreeChange[]> {
  const empty = await store.trees.emptyTree();
  const implied = (entry: TreeEntry | undefined): boolean =>
    entry?.type === 'dir' && entry.mode === USUAL_FOLDER_MODE && entry.hash !== empty;
  return (await treeChanges(store.trees, base, tree)).filter(
    ({ before, after }) => (before && after) !== undefined || !implied(before ?? after),
  );
}

function fileChange({ path, before, after }: TreeChange, said: ChangeText, rename?: Rename): FileChange {
  const change = rename ? 'renamed' : !before ? 'added' : !after ? 'deleted' : 'modified';
  const { addedLines, removedLines } = said;
  return { path, change, addedLines, removedLines, ...(rename && { renamedFrom: rename.from }) };
}

async function describe(
  store: TreeAccess,
  base: TreeHash,
  tree: TreeHash,
  change: TreeChange,
  rename?: Rename,
): Promise<ChangeText> {
  const { path } = change;
  const [before, after] = await Promise.all([
    side(store, base, rename?.from ?? path, rename?.before ?? change.before),
    side(store, tree, path, change.after),
  ]);
  return changeText(path, before, after, rename);
}

async function side(
  store: TreeAccess,
  tree: TreeHash,
  path: string,
  entry: TreeEntry | undefined,
): Promise<DiffSide | undefined> {
  if (!entry) return undefined;
  const { type, mode, hash, size } = entry;
  // What a folder holds has changes of its own, so its listing says nothing here.
  if (type === 'dir') return { type, mode, hash: '', size };
  if (type === 'identity' || size > TEXT_LIMIT) return { type, mode, hash, size };
  const bytes = await readingAt({ tree, path }, () => store.blobs.load(hash));
  const textAt = async (each: string) => (await readTreeFile(store, tree, each))?.toString('utf8');
  const charset = asksCharset(bytes) ? await charsetOf(path, textAt) : undefined;
  return { type, mode, hash, size, bytes, charset };
}
