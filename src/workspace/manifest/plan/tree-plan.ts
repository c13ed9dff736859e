import type { TreeEntry } from '../../../store';

/** Something at a path of a manifest. */
export interface At {
  path: string;
  entry: TreeEntry;
}

/** A new folder. */
export interface Make extends At {
  /** Path of the one whose owner it gets. */
  source?: string;
}

/** Something that is made of a blob. */
export interface Write extends At {
  /** Path of the file that it is the new text of, where that is another one. */
  like?: string;
}

/** A file, a link or a whole folder that gets another path. */
export interface Move {
  from: string;
  to: string;
  before: TreeEntry;
  after: TreeEntry;
}

/** A file whose bytes are taken from another path, which keeps them. */
export interface Copy {
  source: string;
  to: string;
  entry: TreeEntry;
}

/** Permissions that change at a path which keeps its content. */
export interface ModeChange {
  path: string;
  /** Path that it has until the folder around it is moved, where that is another one. */
  from?: string;
  before: TreeEntry;
  after: TreeEntry;
}

/** Difference of two manifests as acts on the disk. No path is the source of two of them, or the target of two. */
export interface TreePlan {
  moves: Move[];
  copies: Copy[];
  /** Files and whole folders that only the kept ones can be. */
  fetches: At[];
  /** Files and links that are made of blobs. */
  writes: Write[];
  /** New folders; what they hold has acts of its own. An outer folder comes first. */
  makes: Make[];
  /** Files, links and whole folders that nothing else needs. */
  removals: At[];
  /** Folders that are empty once the other acts are done. */
  emptied: At[];
  modes: ModeChange[];
}

export function noActs(): TreePlan {
  return { moves: [], copies: [], fetches: [], writes: [], makes: [], removals: [], emptied: [], modes: [] };
}

/** True if a plan does nothing. */
export function isEmptyPlan(plan: TreePlan): boolean {
  return Object.values(plan).every((acts: unknown[]) => acts.length === 0);
}
