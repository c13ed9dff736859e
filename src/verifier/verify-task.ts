import type { BlobHash, TreeHash } from '../domain/ids';
import type { TestChoice } from '../domain/verification/choice';
import type { HostDirectory } from '../domain/files/workspace';
import type { VerificationSpec } from '../domain/verification/verification';
import type { BlobStore } from '../store';
import type { Draw, Sandbox } from '../sandbox';
import type { Denied } from './detect';
import type { LoadProgram } from './load-program';
import type { RunCheck } from './run-check';

export interface VerifierDeps {
  blobs: BlobStore;
  sandbox: Sandbox;
  loadProgram: LoadProgram;
  /** Takes secrets out of what leaves the store: history, logs and reports. */
  redact(text: string): string;
  /** Real path of a directory of this machine, where its dependencies are. Absent: of none. */
  dependenciesOf?(directory: HostDirectory): string | undefined;
}

export interface VerifyTask {
  tree: TreeHash;
  spec: VerificationSpec;
  directory?: HostDirectory;
  baseline?: BlobHash;
  rerunFailures: boolean;
  generatedTests: readonly string[];
  /** Changed files of which it is told whether tests execute them. */
  covers?: readonly string[];
  /** Runs these tests alone, and measures what they execute. */
  choice?: TestChoice;
  /** Time in which a baseline that is green may be run again, ms. Absent: it is not. */
  chanceMs?: number;
  /** Chance and time of the sandbox, for a run that confirms another. */
  draw?: Draw;
  /** Finds out how the project is tested, where the specification says nothing; denied commands are not run. */
  detect?: { denied: Denied };
  runCheck: RunCheck;
  signal: AbortSignal;
  progress(note: string): void;
}
