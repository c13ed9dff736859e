import type { BlobHash } from '../ids';

/** Rounds of a run that are in the store. */
export interface PastLog {
  /** The newest record. */
  readonly stored: BlobHash;
  /** Rounds that are in the store. */
  readonly rounds: number;
  /** Attempts to repair among them. */
  readonly attempts: number;
  /** Of each list at hand, how many of its first entries are in the store. */
  readonly tried: number;
  readonly codeHistory: number;
  readonly errorLogs: number;
}
