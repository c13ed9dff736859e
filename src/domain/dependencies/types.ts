/** Words of dependencies: manifests, lock files. */

export type Ecosystem = 'npm' | 'python' | 'go' | 'cargo';

/** A package that a manifest names. */
export interface Declared {
  readonly name: string;
  /** As it is written; '' where there is none. */
  readonly range: string;
  readonly kind: 'runtime' | 'dev' | 'peer' | 'optional';
  /** From 1. */
  readonly line: number;
}

export interface Manifest {
  readonly path: string;
  /** Folder that it speaks for; '' at the root. */
  readonly folder: string;
  readonly ecosystem: Ecosystem;
  readonly name: string;
  readonly declared: readonly Declared[];
  /** False where it should name a licence and does not. */
  readonly hasLicence: boolean;
}

export interface Locked {
  readonly name: string;
  readonly version: string;
  /** It stands in the project itself, below no other package. */
  readonly isTop?: boolean;
  /** Absent where the lock file tells no licences. */
  readonly hasLicence?: boolean;
  /** Reason why its makers advise against it. */
  readonly deprecated?: string;
}

export interface LockFile {
  readonly path: string;
  readonly folder: string;
  readonly ecosystem: Ecosystem;
  readonly packages: readonly Locked[];
}
