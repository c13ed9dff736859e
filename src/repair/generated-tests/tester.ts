import type { ChangedFile } from '../../domain/signs/code-lines';
import type { TreeHash } from '../../domain/ids';
import type { HostDirectory } from '../../domain/files/workspace';
import type { HeavyRules } from '../../domain/files/heavy-rules';
import type { TestResult, VerificationSpec } from '../../domain/verification/verification';
import type { BlobStore, TreeStore } from '../../store';
import type { Sandbox } from '../../sandbox';
import type { LoadedProgram, LoadProgram, VerifyTask } from '../../verifier';
import type { BenchesOf, Mutant, SourceThread } from '../commands';

export interface ScoreTestsDeps {
  trees: TreeStore;
  blobs: BlobStore;
  sandbox: Sandbox;
  loadProgram: LoadProgram;
  /** Checkouts for tests that only commands run. Absent: commands cannot be run here. */
  benchesOf?: BenchesOf;
  dependenciesOf?(directory: HostDirectory): string | undefined;
}

export interface ScoreTestsTask {
  /** Before the change that the tests are for. */
  base: TreeHash;
  /** With the change and the tests. */
  tree: TreeHash;
  /** The generated test files. */
  files: readonly string[];
  spec: VerificationSpec;
  directory?: HostDirectory;
  heavyFolders?: HeavyRules;
  /** Finds the command that runs them, where the specification has none. */
  detect?: VerifyTask['detect'];
  signal: AbortSignal;
  progress(note: string): void;
}

/** The change that tests are tried on. */
export interface Tried {
  program: LoadedProgram;
  /** Its sources, tests aside. */
  changed: readonly ChangedFile[];
  thread: SourceThread;
}

/** Generated tests as they run on the change. */
export interface Tester {
  /** Files that load and hold a test that passes each time. */
  runnable: readonly string[];
  /** Functions of the changed files that no test calls, `src/cart.ts: total`. */
  unexercised: readonly string[];
  /** Makes each mistake alone: how many could be made, and those that no test notices. */
  notice(mutants: readonly Mutant[]): Promise<{ tried: number; survivors: Mutant[] }>;
}

/** Ids of tests whose verdict changes from run to run. */
export function unsteadyIds(first: readonly TestResult[], second: readonly TestResult[]): Set<string> {
  const again = new Map(second.map(({ id, status }) => [id, status]));
  return new Set(first.filter(({ id, status }) => again.get(id) !== status).map(({ id }) => id));
}
