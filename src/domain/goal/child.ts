import type { CodeResult } from '../agent/state';
import type { HealResult } from '../heal/result';
import type { BlobHash, TreeHash } from '../ids';
import type { Usage } from '../run/budget';

/** Result of a run of another kind, for a step of a plan. */
export interface ChildFacts {
  readonly ok: boolean;
  /** One sentence. */
  readonly message: string;
  /** Change of the folder, by trees of that run. */
  readonly change?: { readonly base: TreeHash; readonly tree: TreeHash };
  /** Record with the code that was written. */
  readonly record?: BlobHash;
  readonly usage?: Usage;
}

/** Facts of a run that repaired or changed a project: its change counts only where it was verified. */
export function healFacts({ status, message, diff, usage }: HealResult): ChildFacts {
  const ok = status === 'completed' || status === 'recovered';
  const change = ok && diff ? { base: diff.base, tree: diff.tree } : undefined;
  return { ok, message, change, usage };
}

export function codeFacts({ status, message, recordRef, usage }: CodeResult): ChildFacts {
  return { ok: status === 'completed', message, record: recordRef, usage };
}
