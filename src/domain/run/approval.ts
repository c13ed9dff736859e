import { z } from 'zod';
import { withoutMark } from '../exact';
import type { ApprovalLevel } from '../heal/input';
import { BlobHash } from '../ids';
import { FileChange, FileEdit } from '../files/workspace';

/** What a run may ask for. Only `publish` changes the user's files. */
export const ApprovalKind = z.enum(['execute', 'repair', 'publish']);
export type ApprovalKind = z.infer<typeof ApprovalKind>;

/** A pending question. `hash` is the diff's for `publish`, else that of the action's description. */
export const ApprovalRequest = z.object({
  kind: ApprovalKind,
  hash: BlobHash,
  summary: z.string(),
  files: z.array(FileChange),
  diffExcerpt: z.string(),
  /** What to look at in the change, a sentence each. */
  warnings: z.array(z.string()).optional(),
  /** ISO 8601, workflow time. */
  requestedAt: z.string(),
  deadline: z.string(),
});
export type ApprovalRequest = z.infer<typeof ApprovalRequest>;

/** An answer, as the Update and the Signal take it: one JSON object. */
export const ApprovalDecision = z.object({
  /** Hash of what is answered, or at least its first 8 digits. */
  hash: z
    .string()
    .regex(/^[0-9a-f]{8,64}$/, 'must be the hash of what is approved, at least its first 8 digits'),
  decision: z.enum(['approve', 'reject']),
  reason: z.string().optional(),
  /** Edits made while approving: verified again, published only if green. */
  edits: withoutMark(z.array(FileEdit)).optional(),
  /** `kind` approves all further questions of this kind in this run. */
  scope: z.enum(['once', 'kind']).default('once'),
  by: z.string().optional(),
});
export type ApprovalDecision = z.infer<typeof ApprovalDecision>;

const ASKS: Record<ApprovalLevel, readonly ApprovalKind[]> = {
  LOW: [],
  MEDIUM: ['publish'],
  HIGH: ['execute', 'repair', 'publish'],
};

/** True if a run of this level asks before an action of this kind. */
export function needsApproval(
  level: ApprovalLevel,
  kind: ApprovalKind,
  granted: readonly ApprovalKind[],
): boolean {
  return ASKS[level].includes(kind) && !granted.includes(kind);
}

/** Why a decision does not answer the pending question, in one sentence; undefined where it does. */
export function refuseDecision(
  pending: ApprovalRequest | undefined,
  decision: ApprovalDecision,
): string | undefined {
  if (!pending) return 'The run is not waiting for an approval.';
  if (!pending.hash.startsWith(decision.hash)) {
    return (
      `The answer is for ${decision.hash.slice(0, 12)}, but the run now asks about ${pending.hash.slice(0, 12)}: ` +
      'look at the present change and answer again.'
    );
  }
  if (decision.edits?.length && (pending.kind !== 'publish' || decision.decision !== 'approve')) {
    return 'Edits can be given only when approving a publish.';
  }
  return undefined;
}
