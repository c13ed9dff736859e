import type { Mutant } from '../make-mutants';

/** A mutant to try, with the whole text of its file. */
export interface Job {
  id: number;
  mutant: Mutant;
  text: string;
}

export interface Target {
  /** Command line that runs the failing tests alone, from the root of the tree. */
  line: string;
  /** Time that the line takes on the unchanged program, ms. */
  usualMs: number;
  /** Time that one mutant may take, ms. */
  limitMs: number;
  /** Texts of the unchanged files that mutants are made of. */
  originals: ReadonlyMap<string, string>;
  /** The unchanged program passes these tests, and mutants should fail them. */
  passes?: boolean;
}

/** Outcome of a batch. */
export interface Tried {
  passed: ReadonlySet<number>;
  tried: number;
  /** Those among the tried that broke the build. */
  broken?: number;
  /** Jobs that these trials cannot take, for others that can. */
  left: readonly Job[];
  /** Jobs that took longer than tests of this program seem to, and less than they may: they may pass if they have the time. */
  late: readonly Job[];
  /** Jobs that the time was over for. */
  cut: readonly Job[];
}

/** Tries mutants in one bench, on the failing tests alone. */
export interface CommandTrials {
  /** Number of jobs that are best tried together. */
  readonly batch: number;
  try(jobs: readonly Job[], leftMs: number, signal: AbortSignal): Promise<Tried>;
}
