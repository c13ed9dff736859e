import type { Said } from '../domain/run/said';
import type { BlobHash, TreeHash } from '../domain/ids';
import type { CheckReport, Verification, VerificationSpec } from '../domain/verification/verification';
import type { ChosenTests, TestChoice } from '../domain/verification/choice';
import type { HeavyRules } from '../domain/files/heavy-rules';
import type { HostDirectory } from '../domain/files/workspace';
import type { BlobStore } from '../store';
import type { Draw, LineCoverage, Sandbox, TestCoverage } from '../sandbox';
import type { Denied } from './detect';
import type { LoadedProgram, LoadProgram } from './load-program';
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

/** A tree with its checks, as a run names it. */
export interface CheckedTree {
  tree: TreeHash;
  spec: VerificationSpec;
  /** Directory with the dependencies, which are not captured. Commands find them on its host only. */
  directory?: HostDirectory;
  heavyFolders?: HeavyRules;
  /** The tree is the directory as the user has it: what tools build of it is kept for later commands. */
  keepsBuilds?: boolean;
}

/** The data of a verification, from the run that wants it to the report. */
export interface VerifyInput extends CheckedTree {
  /** Report to compare with. */
  baseline?: BlobHash;
  /** Runs failures once more: what changes is flaky. */
  rerunFailures: boolean;
  /** Time in which a baseline that is green may be run again, ms. Absent: it is not. */
  chanceMs?: number;
  /** Generated test files: counted apart where the project has checks of its own. */
  generatedTests: readonly string[];
  /** Changed files of which it is told whether tests execute them. */
  covers?: readonly string[];
  /** Runs these tests alone, and measures what they execute. */
  choice?: TestChoice;
}

/** The call by which something is done on a tree. */
export interface CheckCall {
  runCheck: RunCheck;
  signal: AbortSignal;
  progress(note: string | Said): void;
}

export interface VerifyTask extends VerifyInput, CheckCall {
  /** Chance and time of the sandbox, for a run that confirms another. */
  draw?: Draw;
  /** Finds out how the project is tested, where the specification says nothing; denied commands are not run. */
  detect?: { denied: Denied };
}

/** A tree whose tests are run, and the rights by which their runners are found. */
export type TestsTask = Pick<
  VerifyTask,
  'tree' | 'spec' | 'directory' | 'detect' | 'runCheck' | 'signal' | 'progress'
>;

/** Coverage of one test file: executed lines of each test, and lines of the files that it reaches. */
export interface Covered {
  tests: readonly TestCoverage[];
  lines: ReadonlyMap<string, LineCoverage>;
}

export interface ChecksRun {
  /** As it was given, with the checks that were found. */
  task: VerifyTask;
  program: LoadedProgram;
  checks: readonly CheckReport[];
  testFiles: readonly string[];
  notes: readonly string[];
  /** Commands of the project's test command that run no tests. */
  steps?: readonly string[];
  /** Checks of the sandbox with the lines that they executed. Absent: nobody asks. */
  coverage?: { checks: readonly CheckReport[]; covered: readonly Covered[] };
  /** Checks that were found where the task had none. */
  found?: Verification['found'];
  /** Tests that were asked for alone; then `only` takes the others out of a report. */
  chosen?: ChosenTests;
  only?(report: CheckReport): CheckReport;
  /** Of the first run of the checks. */
  durationMs: number;
}
