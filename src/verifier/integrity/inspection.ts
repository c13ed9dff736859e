import type { FileChange, HostDirectory } from '../../domain/files/workspace';
import type { GateObjection } from '../../domain/gate/judge';
import type { FoundSign } from '../../domain/signs/sign';
import type { TreeHash, BlobHash } from '../../domain/ids';
import type { VerificationSpec } from '../../domain/verification/verification';

/** The trees before and after a request was carried out. */
export interface Requested {
  base: TreeHash;
  tree: TreeHash;
  /** A test that passed before it compares another value now: who made the change may have slipped, or the two contradict. */
  isContradicted: boolean;
  /** The repair is one of a search, which can't tell what was asked for. */
  isSearched: boolean;
}

/** A change to be inspected: what it started from and what it made. */
export interface InspectedChange {
  base: TreeHash;
  tree: TreeHash;
  changes: readonly FileChange[];
  spec: VerificationSpec;
  /** Directory with the packages, if it is on this machine. */
  directory?: HostDirectory;
  /** Report of the unchanged tree, which names its judges. */
  report?: BlobHash;
  /** Files that the user named for a change. */
  impactedFiles?: readonly string[];
  /** The user asked for this change: it is no repair. */
  isAsked?: boolean;
  /** Request that the change carries out: what it names is no cheat. */
  asked?: string;
  /** Of a repair: the trees before and after the request, which it must not take back. */
  requested?: Requested;
}

/** A path and why the change of it is not accepted; `message` is a whole sentence. */
export interface Objection extends GateObjection {
  /** Place of the request's change that the change takes back: `src/sum.ts:3`. */
  takesBack?: string;
}

/** Effects of a change on its judges that no single path shows. */
export interface Inspection {
  /** Tests weakened, files shadowed: any of them is the end of the change. */
  objections: Objection[];
  /** Signs that the change passes tests for the wrong reason: it is then for people to judge. */
  signs: FoundSign[];
  /** A changed test, snapshot or file of their data. Absent: there is none, or code of the program is changed as well. */
  fitted?: string;
}

export type Inspect = (change: InspectedChange) => Promise<Inspection>;
