import type { LlmDeps } from '../../coder';
import { errorCategoryOf } from '../../domain/heal/error-category';
import { type Candidate, DebuggerSuggestion, type Evidence } from '../../domain/heal/proposal';
import type { TreeHash } from '../../domain/ids';
import { firstLine } from '../../domain/text';
import type { Asked } from './debugger-reply';
import { boundedSuggestion, wholeSuggestion } from './suggestion';

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
