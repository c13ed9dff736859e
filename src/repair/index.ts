import { type Language } from '../domain/run/language';
import { said, saidText, type Said } from '../domain/run/said';
import {
  asksModel,
  type Candidate,
  type Proposal,
  type ProposerName,
  type TriedCandidate,
} from '../domain/heal/proposal';
import { NO_USAGE } from '../domain/run/budget';
import { excerpt } from '../domain/text';
import type { EffectContext } from '../machine/effect-context';
import type { Inspect, Inspection } from '../verifier/integrity';
import { protector } from '../verifier';
import type { Proposer, ProposeRequest, ProposeTask } from './types';
import { PastRounds } from '../domain/heal/past-rounds';
import type { BlobHash } from '../domain/ids';
import type { BlobStore } from '../store';

export { compareCandidates, type ComparedCandidate, type CompareInput } from './compare/candidates';
export type { BenchesOf } from './commands';
export type { ProposeInput, ProposeTask } from './types';

export type Proposers = Partial<Record<ProposerName, Proposer>>;

/** Asks one proposer and refuses candidates that touch their judges, or take the place of one. */
export async function proposeRepairs(
  proposers: Proposers,
  input: ProposeRequest,
  context: EffectContext,
  redact: (text: string) => string,
  inspect: Inspect = () => Promise.resolve({ objections: [], signs: [] }),
): Promise<Proposal> {
  const proposer = proposers[input.proposer];
  if (!proposer) {
    const sentence = `the ${input.proposer} proposer is not configured on this worker`;
    // The worker that the run asked has it, so another may take up the next try.
    if ((context.attempt ?? 1) < TRIES_ELSEWHERE) throw new Error(sentence);
    return nothing(sentence);
  }
  const proposal = await proposer.propose(input.evidence, {
    key: input.key,
    verification: input.spec,
    directory: input.directory,
    model: input.model,
    heavyFolders: input.heavyFolders,
    policy: input.policy,
    mode: input.mode,
    effort: input.effort,
    searchMs: input.searchMs,
    language: input.language,
    signal: context.signal,
    progress: context.progress,
    attempt: context.attempt,
  });
  const { requested } = input.evidence;
  const inspectOne = (candidate: Candidate) =>
    inspect({
      base: input.evidence.tree,
      tree: candidate.tree,
      changes: candidate.diff.files,
      spec: input.spec,
      directory: input.directory,
      report: input.evidence.baselineReport,
      impactedFiles: input.evidence.impactedFiles,
      asked: input.evidence.request,
      requested: requested && {
        base: requested.base,
        tree: requested.tree,
        isContradicted: requested.contradicted !== undefined,
        isSearched: !asksModel(candidate.proposer),
      },
    });
  const checked = await inspectAll(
    refuseProtected(proposal, byPath(input), input.language),
    inspectOne,
    input.language,
  );
  const note = redact(checked.note);
  const rejected = checked.rejected?.map((one) => ({
    ...one,
    summary: redact(one.summary),
    outcome: excerpt(redact(one.outcome), REASON_CHARS),
  }));
  const candidates = checked.candidates.map((candidate) => forHistory(candidate, redact));
  return { ...checked, note, rejected, candidates };
}

/** The rule by paths. Whether a failure is in a manifest that the user named, the inspection knows. */
function byPath(input: ProposeRequest): (path: string) => Said | undefined {
  const { spec, policy, mode, evidence } = input;
  const { impactedFiles } = evidence;
  const judges = { files: [], folders: [], failing: impactedFiles, observed: true };
  return protector(spec, { impactedFiles, judges, policy, mode });
}

/** Splits off candidates that edit a test, a snapshot or the configuration of a tool that verifies. */
function refuseProtected(
  proposal: Proposal,
  reasonFor: (path: string) => Said | undefined,
  language?: Language,
): Proposal {
  const reasons = proposal.candidates.map((one): [Candidate, Refusal | undefined] => {
    const reason = refusalByPath(one, reasonFor);
    return [one, reason && { outcome: saidText(reason, language) }];
  });
  return split(proposal, new Map(reasons));
}

/** Splits off candidates that an inspection objects to; the signs that it finds go with the others. */
async function inspectAll(
  proposal: Proposal,
  inspect: (candidate: Candidate) => Promise<Inspection>,
  language?: Language,
): Promise<Proposal> {
  const reasons = new Map<Candidate, Refusal | undefined>();
  for (const candidate of proposal.candidates) {
    const { objections, ...found } = await inspect(candidate);
    const signs = [...new Set([...(candidate.signs ?? []), ...found.signs.map(({ sign }) => sign)])];
    const signed = signs.length > 0 ? { ...candidate, signs } : candidate;
    const [first] = objections;
    const takesBack = objections.find((one) => one.takesBack !== undefined)?.takesBack;
    reasons.set(signed, first && { outcome: saidText(first.message, language), takesBack });
  }
  return split({ ...proposal, candidates: [...reasons.keys()] }, reasons);
}

/** Reason why a candidate is not even tried. */
type Refusal = Pick<TriedCandidate, 'outcome' | 'takesBack'>;

/** Candidates with a reason become rejected ones. */
function split(proposal: Proposal, reasons: ReadonlyMap<Candidate, Refusal | undefined>): Proposal {
  const candidates = proposal.candidates.filter((candidate) => reasons.get(candidate) === undefined);
  if (candidates.length === proposal.candidates.length) return proposal;
  const refused = proposal.candidates.flatMap((candidate): TriedCandidate[] => {
    const refusal = reasons.get(candidate);
    const { tree, proposer, summary } = candidate;
    return refusal ? [{ tree, proposer, summary, ...refusal }] : [];
  });
  return { ...proposal, candidates, rejected: [...(proposal.rejected ?? []), ...refused] };
}

function refusalByPath(
  candidate: Candidate,
  reasonFor: (path: string) => Said | undefined,
): Said | undefined {
  const { files, fileCount } = candidate.diff;
  if (fileCount > files.length) return said`it changes ${String(fileCount)} files, more than a repair should`;
  for (const { path } of files) {
    const reason = reasonFor(path);
    if (reason) return said`${path} ${reason}`;
  }
  return undefined;
}

/** Tries of an effect that this worker has no proposer for. */
const TRIES_ELSEWHERE = 5;

/** Reasons name tests by their titles, which may be long. */
const REASON_CHARS = 500;

/** Reasons name what they must; the whole is the blob `suggestionRef`. */
const CAUSE_CHARS = 500;

/**
 * The candidate as history carries it: references and few words, without secrets. The contents of its files are in the
 * blob `suggestionRef`, and in its tree.
 */
function forHistory(candidate: Candidate, redact: (text: string) => string): Candidate {
  const { suggestion, diff } = candidate;
  const { hash, files, fileCount, size } = diff;
  return {
    ...candidate,
    summary: redact(candidate.summary),
    diff: { hash, files, fileCount, size },
    suggestion: {
      ...suggestion,
      rootCause: excerpt(redact(suggestion.rootCause), CAUSE_CHARS),
    },
  };
}

function nothing(note: string): Proposal {
  return {
    candidates: [],
    note,
    searched: 0,
    usage: NO_USAGE,
    durationMs: 0,
  };
}

/** The task of a blob, with every candidate that the run has tried: the state keeps only the newest. */
export async function readTask(blobs: BlobStore, hash: BlobHash): Promise<ProposeTask> {
  const task = (await readJson(blobs, hash)) as ProposeTask;
  const { evidence } = task;
  const earlier = await triedBefore(blobs, evidence.pastRounds);
  return { ...task, evidence: { ...evidence, tried: [...earlier, ...evidence.tried] } };
}

/** Those of the records, the oldest first. Some of the newest are at hand too. */
async function triedBefore(blobs: BlobStore, newest: BlobHash | undefined): Promise<TriedCandidate[]> {
  const tried: TriedCandidate[] = [];
  for (let hash = newest; hash !== undefined;) {
    const record = PastRounds.parse(await readJson(blobs, hash));
    tried.unshift(...record.tried);
    hash = record.previous;
  }
  return tried;
}

async function readJson(blobs: BlobStore, hash: BlobHash): Promise<unknown> {
  return JSON.parse(String(await blobs.load(hash)));
}
