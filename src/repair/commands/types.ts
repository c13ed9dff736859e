import type { Evidence } from '../../domain/heal/proposal';
import type { TreeHash } from '../../domain/ids';
import type {
  CheckReport,
  CommandCheck,
  VerificationReport,
  VerificationSpec,
} from '../../domain/verification/verification';
import type { HostDirectory } from '../../domain/files/workspace';
import type { HeavyRules } from '../../domain/files/heavy-rules';
import type { ProgramContext, ProgramFiles } from '../../sandbox';
import type { RunCheckOptions } from '../../verifier';
import type { ProposeContext } from '../types';

/** A checkout that lives for a whole search. Commands run in it one after another. */
export interface Bench {
  /** Private temporary folder, out here; commands find it as `$TMPDIR`. */
  readonly tmp: string;
  run(check: CommandCheck, signal: AbortSignal, options?: RunCheckOptions): Promise<CheckReport>;
  dispose(): Promise<void>;
}

/** Opens a bench on a tree; a string says why commands cannot run. */
export type OpenBench = (tree: TreeHash, signal: AbortSignal) => Promise<Bench | string>;

/** Benches for the checks of a directory. */
export type BenchesOf = (task: {
  directory?: HostDirectory;
  spec: VerificationSpec;
  heavyFolders?: HeavyRules;
}) => OpenBench;

/** A program that a command of the project says is broken. */
export interface CommandTask {
  evidence: Evidence;
  context: ProposeContext;
  report: VerificationReport;
  files: ProgramFiles;
  surroundings: ProgramContext;
  /** May a repair change this path? */
  mayChange(path: string): boolean;
}
