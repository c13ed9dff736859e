import type { Mutant } from '../make-mutants';

/** A mutant that is to be judged, with the whole text of its file. */
export interface Job {
  id: number;
  mutant: Mutant;
  text: string;
}

/** The tests that mutants are judged by. */
export interface Target {
  /** Command line that runs the failing tests alone, from the root of the tree. */
  line: string;
  /** Time that one mutant may take, ms. */
  limitMs: number;
  /** Texts of the unchanged files that mutants are made of. */
  originals: ReadonlyMap<string, string>;
}

/** What a batch has brought. */
export interface Judged {
  passed: ReadonlySet<number>;
  judged: number;
  /** Jobs that this judge cannot take, for one that can. */
  left: readonly Job[];
}

/** Judges mutants of one bench by the failing tests alone. */
export interface CommandJudge {
  /** Jobs that are best judged together. */
  readonly batch: number;
  judge(jobs: readonly Job[], leftMs: number, signal: AbortSignal): Promise<Judged>;
}
