import type { RunPolicy } from '../domain/run/policy/run-policy';
import type { GivenApproval } from './approval';
import type { HeavyRules } from '../domain/files/heavy-rules';

/** Facts about this machine and the server that a client needs. */
export interface ClientFacts {
  namespace: string;
  hostId: string;
  hostName: string;
  /** False where the namespace refuses Kintsugi's search attributes. */
  indexed: boolean;
  uiUrl?: string;
  /** Rules for heavy folders of runs that bring none of their own, for a directory. */
  heavyRulesFor?: (directory: string) => Promise<HeavyRules | undefined>;
  /** The policy of runs that bring none of their own, for a directory; reads it anew for each. */
  policyFor?: (directory: string | undefined) => Promise<RunPolicy | undefined>;
  /** Secret of the data folder, by which workers know what this client wrote; absent: nothing is proven. */
  proofKey?: string;
  /** Values that must not reach the history of a run. */
  secrets?: readonly string[];
  /** When and how runs ask that do not say it themselves. */
  approval?: GivenApproval;
  /** Of runs that do not say whether tests are written. */
  generateTests?: boolean | 'untested';
  /** Longest wait for limits of the model of runs that bring none of their own, ms. */
  waitForLimitMs?: number;
  /** Limits of runs that bring none of their own. */
  budget?: { tokens?: number; usd?: number };
}
