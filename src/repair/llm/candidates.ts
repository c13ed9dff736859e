import { z } from 'zod';
import { type AskedEdits, ModificationReply, type LlmDeps } from '../../coder';
import type { TreeHash } from '../../domain/ids';
import {
  type CandidateSuggestion,
  DebuggerSuggestion,
  type FileModification,
  modificationsOf,
  type Candidate,
  type Evidence,
} from '../../domain/heal/proposal';
import type { TreeDiff } from '../../domain/files/workspace';
import { type BlobStore, readFileOf, textFormAt, type TreeStore } from '../../store';
import { firstLine } from '../../domain/text';
import { errorTypeLabel } from '../../domain/verification/analysis';
import { FailureKind } from '../../domain/verification/failure';

/** The Debugger's reply on the wire. */
const Reply = z.object({
  rootCause: z.string().min(1),
  errorCategory: z.string(),
  fileModifications: z.array(ModificationReply).min(1),
  verificationCommands: z.array(z.string()).default([]),
});

export const DebuggerReply: z.ZodType<DebuggerReply> = Reply;

/** The reply where a test that passed before a request fails with its change: who is right comes first. */
export const ContradictedReply: z.ZodType<DebuggerReply> = Reply.extend({
  verdict: z.enum(['edit', 'contradiction']).nullable().default(null),
  fileModifications: z.array(ModificationReply).default([]),
});
export type DebuggerReply = z.infer<typeof Reply> & { verdict?: 'edit' | 'contradiction' | null };

/** A reply with the tree that it leads to, or the reason why it can't be applied. */
export type Asked = AskedEdits<DebuggerReply>;

/** The suggestion as the seed has it: every file that changed, with its whole new content. */
export async function wholeSuggestion(
  stores: { trees: TreeStore; blobs: BlobStore },
  tree: TreeHash,
  reply: Omit<DebuggerSuggestion, 'fileModifications'>,
  diff: TreeDiff,
): Promise<DebuggerSuggestion> {
  const fileModifications = await Promise.all(
    modificationsOf(diff.files).map(async ({ path, action }): Promise<FileModification> => {
      const file = action === 'delete' ? undefined : await stores.trees.find(tree, path);
      if (!file) return { path, action };
      const bytes = await readFileOf(stores.blobs, tree, file);
      const { text: content } = await textFormAt(stores, tree, { path, bytes });
      return { path, action, content, contentRef: file.hash };
    }),
  );
  const { rootCause, errorCategory, verificationCommands } = reply;
  return { rootCause, errorCategory, fileModifications, verificationCommands };
}

/** The suggestion for history: short texts, secrets redacted. */
export function boundedSuggestion(
  { rootCause, errorCategory, verificationCommands }: CandidateSuggestion,
  redact: (text: string) => string,
): CandidateSuggestion {
  return {
    rootCause: redact(rootCause).slice(0, 1_000),
    errorCategory: redact(errorCategory).slice(0, 100),
    verificationCommands: verificationCommands.slice(0, 5).map((command) => redact(command).slice(0, 200)),
  };
}

export const MAX_CANDIDATES = 5;
/** Of the root cause, which the suggestion tells at length. */
const SUMMARY_CHARS = 60;

/** Distinct trees that were not tried before, the smallest change first. */
export async function rank(
  deps: LlmDeps,
  evidence: Evidence,
  replies: readonly Asked[],
): Promise<Candidate[]> {
  const seen = new Set<TreeHash>([evidence.tree, ...evidence.tried.map(({ tree }) => tree)]);
  const candidates: Candidate[] = [];
  for (const reply of replies) {
    if (!reply.ok || seen.has(reply.tree)) continue;
    seen.add(reply.tree);
    candidates.push(await toCandidate(deps, evidence, reply));
  }
  return candidates
    .sort((a, b) => a.diff.size - b.diff.size || (a.diff.hash < b.diff.hash ? -1 : 1))
    .slice(0, MAX_CANDIDATES);
}

async function toCandidate(
  deps: LlmDeps,
  { tree: base, errorContext }: Evidence,
  reply: Extract<Asked, { ok: true }>,
): Promise<Candidate> {
  const diff = await deps.workspace.diffTrees(base, reply.tree);
  const errorCategory = errorCategoryOf(reply.value.errorCategory, errorContext.errorType);
  const suggestion = await wholeSuggestion(deps, reply.tree, { ...reply.value, errorCategory }, diff);
  const suggestionRef = await deps.blobs.put(
    Buffer.from(JSON.stringify(DebuggerSuggestion.parse(suggestion))),
  );
  const files = diff.files
    .map(({ path }) => path)
    .slice(0, 3)
    .join(', ');
  return {
    proposer: 'llm',
    tree: reply.tree,
    diff,
    suggestion: boundedSuggestion(suggestion, deps.redact),
    suggestionRef,
    summary: `${firstLine(deps.redact(reply.value.rootCause), SUMMARY_CHARS)} (${files})`,
  };
}

/** Outcome of the replies, in one sentence. */
export function noteOf(
  candidates: readonly Candidate[],
  replies: readonly Asked[],
  failures: readonly string[],
): string {
  const unusable = replies.flatMap((reply) => (reply.ok ? [] : [reply.note]));
  const problems = [...unusable, ...failures];
  const usable = replies.length - unusable.length;
  const head =
    candidates.length > 0
      ? `${candidates.length} of ${replies.length} replies became candidates`
      : usable > 0
        ? 'the model proposed only what was tried before or changes nothing'
        : 'the model gave no reply that can be applied';
  return [head, ...problems].join('; ').slice(0, 1_000);
}

/** Category of a reply in the words of error contexts (`logic_error`); words that name no kind give way to `otherwise`. */
export function errorCategoryOf(said: string, otherwise: string): string {
  const word = said
    .trim()
    .toLowerCase()
    .replace(/[\s_-]{0,5}errors?$/, '');
  const kind = FailureKind.options.find((option) => option === word);
  return kind ? errorTypeLabel(kind) : otherwise;
}
