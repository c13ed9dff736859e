/**
 * Three-way comparison of lists of lines (diff3: Khanna, Kunal, Pierce, 2007). The differences come from Myers' algorithm, whose time grows
 * with what differs and is bounded; one by longest common subsequences takes minutes for a few thousand equal lines.
 */

import type { TreeHash } from '../../domain/ids';
import { ancestorPaths } from '../../domain/files/paths';
import {
  conflictReasons,
  LISTED_PATHS,
  type MergeConflict,
  type MergeOutcome,
  type PathConflict,
} from '../../domain/files/workspace';
import { readingAt, type TreeChange, treeChanges, type TreeEntry, type TreeStore } from '../../store';
import type { TreeAccess } from './tree-access';
import { ChangeGroups } from '../publish/change-groups';
import { composeTree } from './compose-tree';
import { decodeName, encodeName } from '../../machine/file-names';
import { readableText } from '../../machine/text/text-form';
import { diffArrays } from 'diff';

/** Above this many changed lines one side counts as changed between its first and its last difference. */
const MAX_EDITS = 2_000;

interface Hunk {
  side: 'ours' | 'theirs';
  /** First line and line behind the last one, in the base and in the side. */
  base: readonly [number, number];
  own: readonly [number, number];
}

/** Lines that one side alone changed, or nobody, or both in the same way; or what each side has of lines that both changed. */
type Region = { merged: string[] } | { base: string[]; ours: string[]; theirs: string[]; oursAt: number };

/** Changes of two sides, of which a merge is made. */
interface Sides {
  base: TreeHash;
  own: ReadonlyMap<string, TreeChange>;
  theirs: readonly TreeChange[];
  /** Entries that are followed from path to path: identities only, or files that have bytes too. */
  followed: 'identities' | 'files';
}

/** Paths of one file among those that either side changed. */
interface Paths {
  base: Set<string>;
  ours: Set<string>;
  theirs: Set<string>;
}

/** Three trees; both sides come from `base`. */
export interface MergeRequest {
  base: TreeHash;
  ours: TreeHash;
  theirs: TreeHash;
  /** Merges what meets no conflict, and tells what was left out. */
  partial?: boolean;
  /** Takes equal bytes for the same file: one that both sides moved is a conflict, as it always is with identities. */
  followFiles?: boolean;
  /** A path as people see it, in reasons; by default as it is. */
  shown?: (path: string) => string;
}

/** Action at one path of our tree. */
type Verdict = { take: TreeEntry | undefined } | 'keep' | Omit<MergeConflict, 'path'>;

/**
 * Merges two trees file by file, and texts that both sides changed line by line. A conflict is a value: nothing is
 * merged, and every conflict is listed. To revert one change is a merge too: its result is the base, the state before it
 * is theirs.
 */
export async function mergeTrees(store: TreeAccess, request: MergeRequest): Promise<MergeOutcome> {
  const { base, ours, theirs, partial } = request;
  const [own, other] = await Promise.all([
    treeChanges(store.trees, base, ours),
    treeChanges(store.trees, base, theirs),
  ]);
  const merge = new Merge(store, request, new Map(own.map((change) => [change.path, change])), other);
  for (const change of other) await merge.add(change);
  merge.checkPlaces();
  await merge.checkMoves();
  if (merge.conflicts.length === 0)
    return { status: 'merged', tree: await composeTree(store, ours, merge.taken) };
  const { conflicts } = merge;
  if (!partial) return { status: 'conflict', conflicts };
  const groups = await ChangeGroups.of(store, { base, tree: theirs }, other, request.shown);
  const left = await merge.leaveOut(groups);
  const tree = await composeTree(store, ours, merge.taken);
  if (tree === ours) return { status: 'conflict', conflicts };
  return { status: 'merged', tree, left: left.slice(0, LISTED_PATHS), leftCount: left.length };
}

class Merge {
  readonly taken = new Map<string, TreeEntry | undefined>();
  conflicts: MergeConflict[] = [];

  constructor(
    private readonly store: TreeAccess,
    private readonly request: MergeRequest,
    private readonly own: ReadonlyMap<string, TreeChange>,
    private readonly theirs: readonly TreeChange[],
  ) {}

  async add(theirs: TreeChange): Promise<void> {
    const ours = this.own.get(theirs.path);
    const verdict = ours
      ? await this.verdictOn(theirs.path, theirs.before, ours.after, theirs.after)
      : { take: theirs.after };
    if (verdict === 'keep') return;
    if ('take' in verdict) this.taken.set(theirs.path, verdict.take);
    else this.conflicts.push({ path: theirs.path, ...verdict });
  }

  /** Both sides changed the path. */
  private async verdictOn(
    path: string,
    base: TreeEntry | undefined,
    ours: TreeEntry | undefined,
    theirs: TreeEntry | undefined,
  ): Promise<Verdict> {
    if (!ours || !theirs) {
      if (ours === theirs) return 'keep';
      return { kind: 'deleted', message: `one side deleted it, the other ${base ? 'changed' : 'made'} it` };
    }
    if (said(ours) !== said(theirs))
      return {
        kind: 'type',
        message: `it is a ${said(ours)} on one side and a ${said(theirs)} on the other`,
      };
    const mode = mergeMode(base, ours, theirs);
    if (mode === undefined) return { kind: 'mode', message: 'both sides gave it other permissions' };
    if (ours.type === 'dir' || ours.hash === theirs.hash) return { take: { ...ours, mode } };
    if (base?.type === ours.type && base.hash === theirs.hash) return { take: { ...ours, mode } };
    if (base?.type === ours.type && base.hash === ours.hash) return { take: { ...theirs, mode } };
    if (ours.type === 'link') return { kind: 'content', message: 'both sides let the link lead elsewhere' };
    return this.mergeFile(path, base, { ...ours, mode }, theirs);
  }

  private async mergeFile(
    path: string,
    base: TreeEntry | undefined,
    ours: TreeEntry,
    theirs: TreeEntry,
  ): Promise<Verdict> {
    if (!base || said(base) !== 'file')
      return { kind: 'content', message: 'both sides made it, with other bytes' };
    if ([base, ours, theirs].some(({ type }) => type === 'identity'))
      return { kind: 'content', message: 'both sides changed it' };
    const read = (tree: TreeHash, { hash }: TreeEntry) =>
      readingAt({ tree, path }, () => this.store.blobs.load(hash));
    const merged = mergeTexts(
      await read(this.request.base, base),
      await read(this.request.ours, ours),
      await read(this.request.theirs, theirs),
    );
    if (merged === 'not-text')
      return { kind: 'content', message: 'both sides changed it, and it is not text' };
    if ('conflicts' in merged) {
      const [first] = merged.conflicts;
      const places =
        merged.conflicts.length === 1 ? '' : ` (and at ${merged.conflicts.length - 1} more places)`;
      return {
        kind: 'content',
        message: `both sides changed line ${first?.line ?? 1}${places}`,
        texts: first,
      };
    }
    const hash = await this.store.blobs.put(merged.bytes);
    return { take: { ...ours, type: 'file', hash, size: merged.bytes.length } };
  }

  /** A path can't be a file on one side and hold the other side's files. */
  checkPlaces(): void {
    const placed = (entry: TreeEntry | undefined): boolean => entry !== undefined && entry.type !== 'dir';
    for (const { path, after } of this.own.values()) {
      if (!after) continue;
      const above = ancestorPaths(path).find((folder) => placed(this.taken.get(folder)));
      if (above !== undefined) this.refusePlace(above, path);
    }
    for (const [path, entry] of this.taken) {
      if (!entry) continue;
      const above = ancestorPaths(path).find((folder) => placed(this.own.get(folder)?.after));
      if (above !== undefined) this.refusePlace(path, above);
    }
  }

  /** A file can't go two ways, though each of its paths is free to. */
  async checkMoves(left: ReadonlyMap<string, string> = new Map()): Promise<void> {
    const { own } = this;
    const { base } = this.request;
    const theirs = this.theirs.filter(({ path }) => !left.has(path));
    const followed = this.request.followFiles ? 'files' : 'identities';
    const known = new Set(this.conflicts.map(({ path }) => path));
    for (const conflict of await moveConflicts(this.store.trees, { base, own, theirs, followed }))
      if (!known.has(conflict.path)) this.conflicts.push(conflict);
  }

  /** Leaves out what is in conflict and what belongs together with it, until nothing is. */
  async leaveOut(groups: ChangeGroups): Promise<PathConflict[]> {
    const left = new Map<string, string>();
    while (this.conflicts.length > 0) {
      groups.leaveOut(conflictReasons(this.conflicts), left);
      for (const path of left.keys()) this.taken.delete(path);
      this.conflicts = [];
      this.checkPlaces();
      await this.checkMoves(left);
    }
    return [...left].map(([path, reason]) => ({ path, reason }));
  }

  private refusePlace(path: string, other: string): void {
    if (this.conflicts.some((conflict) => conflict.path === path)) return;
    this.conflicts.push({ path, kind: 'type', message: `it can't stand beside ${other} of the other side` });
  }
}

function said({ type }: TreeEntry): string {
  return { file: 'file', identity: 'file', dir: 'folder', link: 'link' }[type];
}

/** Undefined where both sides changed it differently. */
function mergeMode(base: TreeEntry | undefined, ours: TreeEntry, theirs: TreeEntry): number | undefined {
  if (ours.mode === theirs.mode || base?.mode === theirs.mode) return ours.mode;
  return base?.mode === ours.mode ? theirs.mode : undefined;
}

/** Larger texts are not merged line by line, bytes and lines. */
const SIZE_LIMIT = 1024 * 1024;
const LINE_LIMIT = 20_000;

/** Documents of lines, in which offsets count bytes. */
const DOCUMENT = /^%(?:PDF-|!PS)/;

/** Lines that both sides changed differently. */
interface TextConflict {
  /** Line of our side where it begins, from 1. */
  line: number;
  base: string;
  ours: string;
  theirs: string;
}

type MergedText = { bytes: Buffer } | { conflicts: TextConflict[] } | 'not-text';

function isMergeable(side: Buffer): boolean {
  if (side.length > SIZE_LIMIT || DOCUMENT.test(side.toString('latin1', 0, 5))) return false;
  return !side.includes(0) && readableText(side) !== undefined;
}

/** Lines with their ends, so that line endings and a missing last one stay as they are. */
function linesOf(bytes: Buffer): string[] {
  return bytes.length === 0 ? [] : decodeName(bytes).split(/(?<=\n)/);
}

/** Three-way merge of texts by lines. Neighbouring changes are a conflict. */
export function mergeTexts(base: Buffer, ours: Buffer, theirs: Buffer): MergedText {
  const sides = [base, ours, theirs];
  if (!sides.every(isMergeable)) return 'not-text';
  const [o = [], a = [], b = []] = sides.map(linesOf);
  if (Math.max(o.length, a.length, b.length) > LINE_LIMIT) return 'not-text';
  const merged: string[] = [];
  const conflicts: TextConflict[] = [];
  for (const region of diff3(o, { ours: a, theirs: b })) {
    if ('merged' in region) for (const line of region.merged) merged.push(line);
    else
      conflicts.push({
        line: region.oursAt + 1,
        base: region.base.join('').toWellFormed(),
        ours: region.ours.join('').toWellFormed(),
        theirs: region.theirs.join('').toWellFormed(),
      });
  }
  return conflicts.length > 0 ? { conflicts } : { bytes: encodeName(merged.join('')) };
}

/**
 * Files that one side moved, copied or deleted where the other side built on that: merged path by path they would be
 * copied, lost, or at a path that nobody gave them. A side may copy or delete a file at will where one of its paths is
 * the same in all three trees. Bytes that one side takes back and the other has put elsewhere too are a conflict wherever
 * else they are: equal bytes do not tell which of them was copied.
 */
async function moveConflicts(trees: TreeStore, sides: Sides): Promise<MergeConflict[]> {
  const conflicts: MergeConflict[] = [];
  const doubtful = new Map<string, Paths>();
  for (const [key, paths] of pathsByFile(sides)) {
    const { base, ours, theirs } = paths;
    if (same(ours, theirs) || same(ours, base) || same(theirs, base)) continue;
    const leftByBoth = [...base].some((path) => !ours.has(path) && !theirs.has(path));
    const isAdded = [...ours, ...theirs].some((path) => !base.has(path));
    const stays = [...base].some((path) => ours.has(path) && theirs.has(path));
    if ((leftByBoth && isAdded) || isCopiedAndLost(key, paths)) conflicts.push(conflictOf(paths));
    else if (!stays) doubtful.set(key, paths);
  }
  if (doubtful.size > 0) for (const key of await unchangedFiles(trees, sides)) doubtful.delete(key);
  return [...conflicts, ...[...doubtful.values()].map(conflictOf)];
}

/** True for bytes, which only followed files have, that theirs loses at a path and ours has put to another one. */
function isCopiedAndLost(key: string, { base, ours, theirs }: Paths): boolean {
  if (!key.startsWith('file ')) return false;
  return [...base].some((path) => !theirs.has(path)) && [...ours].some((path) => !base.has(path));
}

function conflictOf({ base, ours, theirs }: Paths): MergeConflict {
  // A change of theirs: leaving it out resolves the conflict.
  const [path = ''] = [
    ...[...theirs].filter((each) => !base.has(each)),
    ...[...base].filter((each) => !theirs.has(each)),
  ];
  const [at] = [...ours].filter((each) => !base.has(each));
  const message =
    at === undefined
      ? 'a later change deleted it at another path'
      : `a later change moved or copied it to ${at}`;
  return { path, kind: 'moved', message };
}

function pathsByFile({ own, theirs, followed }: Sides): Map<string, Paths> {
  const other = new Map(theirs.map((change) => [change.path, change]));
  const found = new Map<string, Paths>();
  const note = (side: keyof Paths, path: string, entry: TreeEntry | undefined): void => {
    if (!entry || !isFollowed(entry, followed)) return;
    const paths = found.get(keyOf(entry)) ?? { base: new Set(), ours: new Set(), theirs: new Set() };
    found.set(keyOf(entry), paths);
    paths[side].add(path);
  };
  for (const path of new Set([...own.keys(), ...other.keys()])) {
    const [mine, his] = [own.get(path), other.get(path)];
    const base = (mine ?? his)?.before;
    note('base', path, base);
    note('ours', path, mine ? mine.after : base);
    note('theirs', path, his ? his.after : base);
  }
  return found;
}

async function unchangedFiles(trees: TreeStore, { base, own, theirs }: Sides): Promise<Set<string>> {
  const changed = new Set([...own.keys(), ...theirs.map(({ path }) => path)]);
  const files = await trees.list(base);
  return new Set(files.filter(({ path }) => !changed.has(path)).map(keyOf));
}

function keyOf({ type, hash }: TreeEntry): string {
  return `${type} ${hash}`;
}

/** Empty files are all alike. */
function isFollowed({ type, size }: TreeEntry, followed: Sides['followed']): boolean {
  return type === 'identity' || (followed === 'files' && type === 'file' && size > 0);
}

function same(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((path) => b.has(path));
}

function hunksOf(side: Hunk['side'], base: readonly string[], own: readonly string[]): Hunk[] {
  const changes = diffArrays([...base], [...own], { maxEditLength: MAX_EDITS });
  if (!changes) return [wholeHunk(side, base, own)];
  const hunks: Hunk[] = [];
  let [inBase, inOwn] = [0, 0];
  let open: { base: number; own: number } | undefined;
  const close = (): void => {
    if (open) hunks.push({ side, base: [open.base, inBase], own: [open.own, inOwn] });
    open = undefined;
  };
  for (const { added, removed, count } of changes) {
    if (!added && !removed) close();
    else open ??= { base: inBase, own: inOwn };
    if (!added) inBase += count;
    if (!removed) inOwn += count;
  }
  close();
  return hunks;
}

/** Everything between the lines that both have at the beginning and at the end. */
function wholeHunk(side: Hunk['side'], base: readonly string[], own: readonly string[]): Hunk {
  const most = Math.min(base.length, own.length);
  let head = 0;
  while (head < most && base[head] === own[head]) head += 1;
  let tail = 0;
  while (tail < most - head && base[base.length - 1 - tail] === own[own.length - 1 - tail]) tail += 1;
  return { side, base: [head, base.length - tail], own: [head, own.length - tail] };
}

/** Hunks in groups that touch each other. */
function* groups(hunks: readonly Hunk[]): Generator<Hunk[]> {
  let group: Hunk[] = [];
  let end = -1;
  for (const hunk of hunks) {
    if (group.length > 0 && hunk.base[0] > end) {
      yield group;
      group = [];
      end = -1;
    }
    group.push(hunk);
    end = Math.max(end, hunk.base[1]);
  }
  if (group.length > 0) yield group;
}

/** Range of a side's lines that replaces a range of the base. `moved`: lines the side had grown by before it. */
function ownRange(
  hunks: readonly Hunk[],
  [start, end]: readonly [number, number],
  moved: number,
): [number, number] {
  const [first, last] = [hunks[0], hunks.at(-1)];
  if (!first || !last) return [start + moved, end + moved];
  return [first.own[0] + start - first.base[0], last.own[1] + end - last.base[1]];
}

function isSame(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((line, index) => line === right[index]);
}

/** Regions of a merge in order. Changes of both sides that touch each other are one region, unless they are the same. */
function diff3(
  base: readonly string[],
  sides: { ours: readonly string[]; theirs: readonly string[] },
): Region[] {
  const { ours, theirs } = sides;
  const hunks = [...hunksOf('ours', base, ours), ...hunksOf('theirs', base, theirs)];
  hunks.sort((one, other) => one.base[0] - other.base[0]);
  const regions: Region[] = [];
  const moved = { ours: 0, theirs: 0 };
  let at = 0;
  for (const group of groups(hunks)) {
    const range = [group[0]?.base[0] ?? 0, Math.max(...group.map((hunk) => hunk.base[1]))] as const;
    regions.push({ merged: base.slice(at, range[0]) });
    at = range[1];
    const of = (side: Hunk['side']): [number, number] => {
      const own = group.filter((hunk) => hunk.side === side);
      const found = ownRange(own, range, moved[side]);
      moved[side] = found[1] - range[1];
      return found;
    };
    const [mine, other] = [of('ours'), of('theirs')];
    const [left, right] = [ours.slice(...mine), theirs.slice(...other)];
    const changed = new Set(group.map(({ side }) => side));
    if (changed.size === 1) regions.push({ merged: changed.has('ours') ? left : right });
    else if (isSame(left, right)) regions.push({ merged: left });
    else regions.push({ base: base.slice(...range), ours: left, theirs: right, oursAt: mine[0] });
  }
  regions.push({ merged: base.slice(at) });
  return regions;
}
