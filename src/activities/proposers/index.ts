import type { Candidate, Proposal, TriedCandidate } from '../../domain/proposal';
import { excerpt } from '../../domain/text';
import type { EffectContext } from '../effect';
import type { ProposeInput } from '../types';
import { protector } from '../verifier/select-tests';
import type { Proposer } from './types';

/** The proposers of a worker; `llm` only where a model is configured. */
export interface Proposers {
  mutation: Proposer;
  llm?: Proposer;
}

/** Asks one proposer and refuses candidates that touch what judges them. */
export async function proposeRepairs(
  proposers: Proposers,
  input: ProposeInput,
  context: EffectContext,
  redact: (text: string) => string,
): Promise<Proposal> {
  const proposer = proposers[input.proposer];
  if (!proposer) return nothing(`the ${input.proposer} proposer is not configured on this worker`);
  const proposal = await proposer.propose(input.evidence, {
    step: input.step,
    verification: input.spec,
    directory: input.directory,
    model: input.model,
    heavyFolders: input.heavyFolders,
    signal: context.signal,
    progress: context.progress,
    attempt: context.attempt,
  });
  const checked = refuseProtected(proposal, protector(input.spec));
  const note = redact(checked.note);
  return {
    ...checked,
    note,
    candidates: checked.candidates.map((candidate) => forHistory(candidate, redact)),
  };
}

/** Splits off candidates that edit a test, a snapshot or the configuration of a tool that verifies. */
export function refuseProtected(
  proposal: Proposal,
  reasonFor: (path: string) => string | undefined,
): Proposal {
  const candidates: Candidate[] = [];
  const rejected: TriedCandidate[] = [...(proposal.rejected ?? [])];
  for (const candidate of proposal.candidates) {
    const reason = refusal(candidate, reasonFor);
    if (reason === undefined) candidates.push(candidate);
    else
      rejected.push({
        tree: candidate.tree,
        proposer: candidate.proposer,
        summary: candidate.summary,
        outcome: reason,
      });
  }
  const refused = rejected.map((one) => one.outcome).join('; ');
  return {
    ...proposal,
    candidates,
    rejected,
    note: excerpt([proposal.note, refused].filter(Boolean).join('; '), 1_000),
  };
}

function refusal(candidate: Candidate, reasonFor: (path: string) => string | undefined): string | undefined {
  const { files, fileCount } = candidate.diff;
  if (fileCount > files.length) return `rejected: it changes ${fileCount} files, more than a repair should`;
  for (const { path } of files) {
    const reason = reasonFor(path);
    if (reason) return `rejected: ${path} ${reason}`;
  }
  return undefined;
}

/** Characters of file contents that a suggestion carries through history; the whole is the blob `suggestionRef`. */
const CONTENT_CHARS = 4_096;

/** The candidate as history carries it: bounded, and without secrets. Its tree and blobs are untouched. */
function forHistory(candidate: Candidate, redact: (text: string) => string): Candidate {
  const { suggestion, diff } = candidate;
  const total = suggestion.fileModifications.reduce((sum, file) => sum + (file.content?.length ?? 0), 0);
  const fileModifications = suggestion.fileModifications.map((file) => ({
    ...file,
    content: total > CONTENT_CHARS || file.content === undefined ? undefined : redact(file.content),
  }));
  return {
    ...candidate,
    summary: redact(candidate.summary),
    // Nobody reads it before it is compared for an approval, and history has no room for it.
    diff: { ...diff, excerpt: '' },
    suggestion: { ...suggestion, rootCause: redact(suggestion.rootCause), fileModifications },
  };
}

function nothing(note: string): Proposal {
  return {
    candidates: [],
    note,
    searched: 0,
    usage: { modelCalls: 0, inputTokens: 0, outputTokens: 0 },
    durationMs: 0,
  };
}
