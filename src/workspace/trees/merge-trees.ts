import type { TreeHash } from '../../domain/ids';
import { ancestorPaths } from '../../domain/files/paths';
import {
  conflictReasons,
  LISTED_PATHS,
  type MergeConflict,
  type MergeOutcome,
  type PathConflict,
} from '../../domain/files/workspace';
import { readingAt, type TreeChange, treeChanges, type TreeEntry } from '../../store';
import type { TreeAccess } from './tree-access';
import { ChangeGroups } from '../publish/change-groups';
import { composeTree } from './compose-tree';
import { moveConflicts } from './move-conflicts';
import { decodeName, encodeName } from '../../machine/file-names';
import { readableText } from '../../machine/text/text-form';
import { diff3 } from './diff3';

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

  /** A change of their side. */
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
