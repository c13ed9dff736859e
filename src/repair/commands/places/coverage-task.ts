import type { Spectrum } from '../../search/suspects';
import type { TestResult } from '../../../domain/verification/verification';
import type { Bench } from '../types';

/** A request for the lines that tests run. */
export interface CoverageTask {
  bench: Bench;
  /** Command line that runs the failing tests alone; `all` runs every test. */
  line: string;
  all: string;
  failing: readonly TestResult[];
  passing: readonly TestResult[];
  /** Folder of the tests in the tree. */
  folder: string;
  timeoutMs: number;
  signal: AbortSignal;
  isMutable(path: string): boolean;
  /** Paths of the tree whose lines count. */
  paths: readonly string[];
  texts: ReadonlyMap<string, string>;
}

/** Lines that tests ran. Undefined: nothing is known of them here. */
export type Coverage = (task: CoverageTask) => Promise<readonly Spectrum[] | undefined>;
