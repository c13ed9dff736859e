import { readableText } from '../../machine/text/text-form';
import { placeOf, realPlace, shownPlace } from '../../domain/goal/places';
import { toldPaths, type ToldPaths } from '../../domain/goal/told-paths';
import type { FileChange, TreeDiff } from '../../domain/files/workspace';
import type { TreeHash } from '../../domain/ids';
import { excerpt, plural, sizeText } from '../../domain/text';
import { Pace } from '../../machine/pace';
import { unkeptBy } from '../unkept';
import { findFolderMoves, pathAfter } from './plan/folder-moves';
import { touchedPaths, treeChanges, type TreeChange, type TreeEntry } from '../../store';
import type { TreeAccess } from '../trees/tree-access';
import { TEXT_LIMIT } from '../trees/unified-text';

const LISTED = 50;
const EXCERPT_CHARS = 2_048;

/** Two trees of folders. */
export interface DescribedTrees {
  base: TreeHash;
  tree: TreeHash;
  roots: readonly string[];
  /** Globs of the run's policy: it is told of the paths that they speak of. */
  globs?: readonly string[];
}

/**
 * Change of folders of people, as they would say it: what moves, is made, changes and goes, with the first lines of what is
 * written. Its text is a blob that ends with both trees: an approval of its hash holds for these bytes only.
 */
export async function describeChange(
  store: TreeAccess,
  { base, tree, roots, globs = [] }: DescribedTrees,
): Promise<TreeDiff & { told?: ToldPaths }> {
  const all = await treeChanges(store.trees, base, tree);
  const changes = pairMoves(all).map((change) => shown(change, roots));
  const text = await textOf(store, changes);
  const edited = await newTexts(store, { base, tree }, all);
  const unshown = await countUnshown(store, edited);
  const whole = changes.length === 0 ? '' : `${text}\ntree ${base}..${tree}`;
  const files = changes.slice(0, LISTED).map(fileChange);
  return {
    ...{ base, tree, files, fileCount: changes.length, size: changes.length },
    ...(unshown > 0 && { unshown }),
    ...(await unkeptBy({
      changes: edited,
      placeOf: (path) => realPlace(roots, path),
      shownAs: (path) => shownPlace(roots, placeOf(path)),
    })),
    hash: await store.blobs.put(Buffer.from(whole)),
    excerpt: excerpt(text, EXCERPT_CHARS),
    ...(globs.length > 0 && { told: toldPaths(await touched(store, base, all, roots), globs) }),
  };
}

async function touched(
  { trees }: TreeAccess,
  base: TreeHash,
  changes: readonly TreeChange[],
  roots: readonly string[],
): Promise<string[]> {
  return (await touchedPaths(trees, base, changes)).map((path) => shownPlace(roots, placeOf(path)));
}

/** A change, with the path that the entry had before where it only has another one now. */
interface Described extends TreeChange {
  from?: string;
}

/** Finds what has only another path now. A folder that goes whole is one change, without all that it holds. */
function pairMoves(changes: readonly TreeChange[]): Described[] {
  const gone = new Map<string, string[]>();
  for (const { path, before, after } of changes)
    if (before && !after) gone.set(keyOf(before), [...(gone.get(keyOf(before)) ?? []), path]);
  const inside = new PathSet();
  const sources = new Set<string>();
  const moves = new Map<string, string>();
  for (const { path, before, after } of changes) {
    if (!after || before || inside.covers(path)) continue;
    const from = gone.get(keyOf(after))?.find((one) => !sources.has(one) && !inside.covers(one));
    if (from === undefined) continue;
    sources.add(from);
    moves.set(path, from);
    if (after.type === 'dir') inside.add(path, from);
  }
  return changes.flatMap((change): Described[] => {
    const { path, before, after } = change;
    if (inside.covers(path) || (before && !after && sources.has(path))) return [];
    return [{ ...change, from: moves.get(path) }];
  });
}

function keyOf({ type, hash, mode }: TreeEntry): string {
  return `${type} ${mode} ${hash}`;
}

/** Folders whose contents belong to a change of their own. */
class PathSet {
  private readonly folders = new Set<string>();

  add(...paths: readonly string[]): void {
    for (const path of paths) this.folders.add(path);
  }

  /** True if a path lies in one of the folders, and is none of them. */
  covers(path: string): boolean {
    for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1))
      if (this.folders.has(path.slice(0, slash))) return true;
    return false;
  }
}

function shown(change: Described, roots: readonly string[]): Described {
  const place = (path: string) => shownPlace(roots, placeOf(path));
  return {
    ...change,
    path: place(change.path),
    from: change.from === undefined ? undefined : place(change.from),
  };
}

async function textOf(store: TreeAccess, changes: readonly Described[]): Promise<string> {
  const lines: string[] = [];
  let left = CONTENT_LINES;
  for (const change of changes) {
    const below = await contentLines(store, change, Math.min(left, FILE_LINES));
    left -= below.length;
    lines.push(lineOf(change), ...below.map((line) => `        | ${line}`));
  }
  return lines.join('\n');
}

/** Most lines of contents in a text. */
const CONTENT_LINES = 60;
/** Most of them of one file, with the note of how many more it has. */
const FILE_LINES = 10;
const LINE_CHARS = 200;

/** Files that are there and get other bytes, by their paths before: the folder around them may go elsewhere too. */
async function newTexts(
  { trees }: TreeAccess,
  { base, tree }: Pick<DescribedTrees, 'base' | 'tree'>,
  changes: readonly TreeChange[],
): Promise<TreeChange[]> {
  const changed = { mayMove: () => true, keptFolders: new Set<TreeHash>(), pace: new Pace() };
  const { to: cameFrom } = await findFolderMoves(trees, base, tree, changed);
  const found: TreeChange[] = [];
  for (const { path, before, after } of changes) {
    if (after?.type !== 'file') continue;
    const was = before ? path : pathAfter(path, cameFrom);
    const old = before ?? (was === path ? undefined : await trees.find(base, was));
    if (old && old.type !== 'dir' && old.hash !== after.hash) found.push({ path: was, before: old, after });
  }
  return found;
}

/** Files that are there and get bytes which are no text, or more than can be shown. */
async function countUnshown(store: TreeAccess, changes: readonly TreeChange[]): Promise<number> {
  let count = 0;
  for (const { before, after } of changes)
    if (before && after?.type === 'file')
      if (after.size > TEXT_LIMIT || readableText(await store.blobs.load(after.hash)) === undefined)
        count += 1;
  return count;
}

/** First lines of what is written to a file, at most `limit`. */
async function contentLines(
  { blobs }: TreeAccess,
  { from, before, after }: Described,
  limit: number,
): Promise<string[]> {
  if (limit === 0 || after?.type !== 'file' || from !== undefined || before?.hash === after.hash) return [];
  if (after.size > TEXT_LIMIT) return [`… ${sizeText(after.size)}, too much to be shown`];
  const bytes = await blobs.load(after.hash);
  const text = readableText(bytes);
  if (text === undefined) return [`… ${sizeText(after.size)} that are no text`];
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  if (lines.length <= limit) return lines.map(harmless);
  const more = `… ${plural(lines.length - limit + 1, 'more line')}`;
  return [...lines.slice(0, limit - 1).map(harmless), more];
}

/** A line of a file, cut, without characters that would make a terminal show another one. */
function harmless(line: string): string {
  const plain = line
    .slice(0, LINE_CHARS)
    .replace(/\r$/, '')
    .replaceAll(/(?![\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '\u{fffd}');
  return line.length > LINE_CHARS ? `${plain}…` : plain;
}

/** A path on one line. */
function onLine(path: string): string {
  return /[\p{Cc}"\\\p{Cs}\p{Zl}\p{Zp}]/u.test(path) ? JSON.stringify(path) : path;
}

function lineOf({ path: to, from: source, before, after }: Described): string {
  const path = onLine(to);
  const from = source === undefined ? undefined : onLine(source);
  const slash = (before ?? after)?.type === 'dir' ? '/' : '';
  if (from !== undefined) return `move    ${from}${slash} → ${path}${slash}`;
  if (!before) return `${after?.type === 'dir' ? 'make   ' : 'write  '} ${path}${slash}`;
  if (!after) return `delete  ${path}${slash}`;
  return `${before.hash === after.hash || slash !== '' ? 'mode   ' : 'change '} ${path}${slash}`;
}

function fileChange({ path, from, before, after }: Described): FileChange {
  const counts = { addedLines: 0, removedLines: 0 };
  if (from !== undefined) return { path, change: 'renamed', renamedFrom: from, ...counts };
  return { path, change: before ? (after ? 'modified' : 'deleted') : 'added', ...counts };
}
