/** Verification of a step: the tree must be as the outcome of the call says, and nothing else may have changed. */
import { parentPath } from '../files/paths';
import type { BlobHash } from '../ids';
import type { Language } from '../run/input';
import { PROBLEM_WORDS } from './problem-words';
import { sentence } from './words';
import type { ItemOutcome, ToolOutcome } from './outcome';
import { findPlace, treePath } from './places';
import type { GoalTool, ToolArgs } from './tool-args';

/** Something in a tree. The hash of a folder stands for all that it holds. */
export interface Standing {
  type: string;
  mode: number;
  size: number;
  hash?: BlobHash;
}

/** One path of the tree, before the call and after it. */
export interface PathChange {
  path: string;
  before?: Standing;
  after?: Standing;
}

/** Both trees, as far as they matter: all paths that differ, and what is at each path of an item. */
export interface Evidence {
  changes: readonly PathChange[];
  at(path: string): Omit<PathChange, 'path'>;
}

/** A call, its outcome, and paths of its items in the tree. */
export interface Claim {
  tool: GoalTool;
  args: unknown;
  roots: readonly string[];
  outcome: ToolOutcome;
  language: Language;
}

/** Paths of the tree that an item speaks of. */
interface Told {
  item: ItemOutcome;
  path: string;
  to?: string;
}

/** Paths of the tree that a claim speaks of: evidence is wanted for these. */
export function pathsOf(claim: Claim): string[] {
  return told(claim).flatMap(({ path, to }) => (to === undefined ? [path] : [path, to]));
}

/** The first thing in which the trees contradict the outcome, as a sentence; undefined where they agree. */
export function contradiction(claim: Claim, evidence: Evidence): string | undefined {
  const words = PROBLEM_WORDS[claim.language];
  const items = told(claim).filter(({ item }) => item.ok);
  for (const one of items) {
    const problem = CHECKS[claim.tool]?.(one, evidence, claim.args);
    if (problem !== undefined)
      return sentence(`${JSON.stringify(one.item.path)} ${words[problem]}`, claim.language);
  }
  const isSaid = explained(claim, items);
  const odd = evidence.changes.find((change) => !isSaid(change));
  return odd && words.unsaid(JSON.stringify(odd.path));
}

function told({ outcome, roots }: Claim): Told[] {
  return outcome.items.flatMap((item) => {
    const path = inTree(roots, item.path);
    const to = item.to === undefined ? undefined : inTree(roots, item.to);
    return path === undefined ? [] : [{ item, path, ...(to === undefined ? {} : { to }) }];
  });
}

function inTree(roots: readonly string[], shown: string): string | undefined {
  const place = findPlace(roots, shown);
  return 'problem' in place ? undefined : treePath(place);
}

/** The fault of an item that is said to have gone well. */
type Wrong = 'moved' | 'replaced' | 'stays' | 'changedCopy' | 'noFolder' | 'noFile' | 'shorter';

type Check = (told: Told, evidence: Evidence, args: unknown) => Wrong | undefined;

const arrived: Check = ({ path, to = path }, { at }) => {
  if (!same(at(path).before, at(to).after)) return 'moved';
  return to !== path && at(to).before ? 'replaced' : undefined;
};

const moved: Check = (one, evidence) => {
  const { path, to = path } = one;
  if (to !== path && evidence.at(path).after) return 'stays';
  return arrived(one, evidence, undefined);
};

const copied: Check = (one, evidence) => {
  const { before, after } = evidence.at(one.path);
  return same(before, after) ? arrived(one, evidence, undefined) : 'changedCopy';
};

const CHECKS: Partial<Record<GoalTool, Check>> = {
  make_folder: ({ path }, { at }) => (at(path).after?.type === 'dir' ? undefined : 'noFolder'),
  move: moved,
  rename: moved,
  copy: copied,
  delete: ({ path }, { at }) => (at(path).after ? 'stays' : undefined),
  write: ({ path }, { at }, args) => {
    const { after } = at(path);
    if (after?.type !== 'file') return 'noFile';
    // It has another encoding than UTF-8 where its folder or its mark says so; in none of them a text has more letters than bytes.
    return after.size >= (args as ToolArgs<'write'>).content.length ? undefined : 'shorter';
  },
  edit: ({ path }, { at }) => (at(path).after?.type === 'file' ? undefined : 'noFile'),
};

function same(a: Standing | undefined, b: Standing | undefined): boolean {
  return (
    a !== undefined &&
    b !== undefined &&
    a.type === b.type &&
    a.mode === b.mode &&
    a.size === b.size &&
    a.hash === b.hash
  );
}

function explained({ tool, args, roots }: Claim, items: readonly Told[]): (change: PathChange) => boolean {
  const gone = new Set(tool === 'copy' ? [] : items.map(({ path }) => path));
  const come = new Set(items.flatMap(({ to }) => to ?? []));
  switch (tool) {
    case 'move':
    case 'rename':
    case 'copy': {
      const folders = foldersAbove(come);
      return ({ path, before, after }) =>
        (!before || isWithin(path, gone)) &&
        (!after || isWithin(path, come) || isNewFolder(path, before, after, folders));
    }
    case 'delete':
      return ({ path, after }) => !after && isWithin(path, gone);
    case 'make_folder':
    case 'write': {
      const folders = foldersAbove(gone);
      return ({ path, before, after }) =>
        (tool === 'write' && gone.has(path)) ||
        isNewFolder(path, before, after, folders) ||
        (!before && after?.type === 'dir' && gone.has(path));
    }
    case 'edit':
      return ({ path, before }) => before !== undefined && gone.has(path);
    case 'run': {
      const { path = '.' } = args as { path?: string };
      const folder = new Set([inTree(roots, path) ?? '']);
      return (change) => isWithin(change.path, folder);
    }
    default:
      return () => false;
  }
}

function isNewFolder(
  path: string,
  before: Standing | undefined,
  after: Standing | undefined,
  folders: ReadonlySet<string>,
): boolean {
  return !before && after?.type === 'dir' && folders.has(path);
}

function foldersAbove(paths: ReadonlySet<string>): Set<string> {
  const folders = new Set<string>();
  for (const path of paths)
    for (let at = parentPath(path); at !== '' && !folders.has(at); at = parentPath(at)) folders.add(at);
  return folders;
}

function isWithin(path: string, tops: ReadonlySet<string>): boolean {
  for (let at = path; at !== ''; at = parentPath(at)) if (tops.has(at)) return true;
  return false;
}
