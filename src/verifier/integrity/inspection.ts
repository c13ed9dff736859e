import type { FileChange, HostDirectory } from '../../domain/files/workspace';
import type { TreeHash, BlobHash } from '../../domain/ids';
import type { VerificationSpec } from '../../domain/verification/verification';

/** A change to be inspected: what it started from and what it made. */
export interface InspectedChange {
  base: TreeHash;
  tree: TreeHash;
  changes: readonly FileChange[];
  spec: VerificationSpec;
  /** Where packages are, if this is its machine. */
  directory?: HostDirectory;
  /** Report of the unchanged tree, which says who judges. */
  report?: BlobHash;
  /** Files that the user named for a change. */
  impactedFiles?: readonly string[];
  /** The user asked for this change: it is no repair. */
  isAsked?: boolean;
  /** Request that the change carries out: what it names is no cheat. */
  asked?: string;
}

/** A path and why the change of it is not accepted; `message` is a whole sentence. */
export interface Objection {
  path: string;
  message: string;
}

/** What a change does to its judges that no single path tells. */
export interface Inspection {
  /** Tests weakened, files shadowed: any of them is the end of the change. */
  objections: Objection[];
  /** What a reader should look at, a sentence each: it may be honest. */
  warnings: string[];
}

export type Inspect = (change: InspectedChange) => Promise<Inspection>;
