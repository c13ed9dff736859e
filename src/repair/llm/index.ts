import { type Language } from '../../domain/run/language';
import { said, saidText } from '../../domain/run/said';
import { contradictionText } from '../../domain/heal/contradiction';
import type { Evidence, Proposal, TriedCandidate } from '../../domain/heal/proposal';
import { firstLine } from '../../domain/text';
import { addUsage, NO_USAGE, type Usage } from '../../domain/run/budget';
import type { HostDirectory } from '../../domain/files/workspace';
import type { VerificationReport } from '../../domain/verification/verification';
import {
  applyModifications,
  askEdits,
  clip,
  type Exhibit,
  inspected,
  type LlmDeps,
  Material,
  ProjectInstructions,
  renderPrompt,
} from '../../coder';
import { type Navigate, openedInTime } from '../../codebase/navigation';
import { type ChatMessage, type Question, withinContext, ModelError } from '../../model';
import { protector, readReport } from '../../verifier';
import type { Proposer, ProposeContext } from '../types';
import { MAX_CANDIDATES, noteOf, rank, type Asked, ContradictedReply, DebuggerReply } from './candidates';
import {
  failingOf,
  failuresText,
  outputText,
  saidBy,
  triedText,
  vanishedText,
  type Failing,
} from './evidence-text';
import { exhibitsOf } from './exhibits';
import { documentsText, hasMoreSources, relatedDocuments } from './related';
import type { RelatedDocument } from './related/declaration';
import { partOf } from '../../store';

/** Asked of the candidates in turn, so that they are not the same reply twice. */
const VARIATIONS = [
  'Diagnose the root cause and give the smallest repair.',
  'Diagnose the root cause. Before you answer, consider a second explanation that is just as likely, and repair the one that explains every failure.',
  'Diagnose the root cause. Suspect what the failing code calls rather than the failing code itself.',
  'Diagnose the root cause. Suspect boundaries: empty, zero, one, last, off by one.',
  'Diagnose the root cause. Suspect the data: types, order, sharing, missing values.',
] as const;

export interface LlmProposerOptions {
  /** Replies asked for in one round, 1 to 5. */
  candidates?: number;
  /** Folder with the packages of a directory, if that is on this machine: the model sees their types. */
  dependenciesOf?(directory: HostDirectory): string | undefined;
  /** Opens the index of the project, where it has sources that the model is not shown anyway. */
  navigate: Navigate;
}

/** A proposer that asks a model for Debugger suggestions, each applied to a tree of its own. */
export function createLlmProposer(deps: LlmDeps, options: LlmProposerOptions): Proposer {
  return { name: 'llm', propose: (evidence, context) => propose(deps, options, evidence, context) };
}

/** Requests for repairs, as they are first put to a model, one for each candidate that is asked for. */
export async function repairQuestions(
  deps: Pick<LlmDeps, 'trees' | 'blobs' | 'redact'>,
  options: LlmProposerOptions,
  about: About,
  signal: AbortSignal,
): Promise<Question[]> {
  return (await prepared(deps, options, about, signal)).questions;
}

/** Subject of the questions of one round. */
interface About {
  evidence: Evidence;
  report: VerificationReport;
  directory?: HostDirectory;
}

/** The questions, and the instructions of the project that they tell. */
async function prepared(
  deps: Pick<LlmDeps, 'trees' | 'blobs' | 'redact'>,
  { candidates = 2, dependenciesOf, navigate }: LlmProposerOptions,
  about: About,
  signal: AbortSignal,
): Promise<{ questions: Question[]; instructions: string[] }> {
  const { evidence, report, directory } = about;
  const material = await Material.of(deps, evidence.tree);
  const dependencies = directory && dependenciesOf?.(directory);
  const open = { navigate, dependencies, signal };
  const seen = await seenBy(about, material, open, deps.redact);
  const count = Math.min(Math.max(candidates, 1), MAX_CANDIDATES);
  const questions = Array.from({ length: count }, (_, index): Question => ({
    purpose: 'debug',
    messages: (budget) => messagesOf(evidence, report, seen, index, budget),
  }));
  return { questions, instructions: seen.instructions.files };
}

async function propose(
  deps: LlmDeps,
  options: LlmProposerOptions,
  evidence: Evidence,
  context: ProposeContext,
): Promise<Proposal> {
  const started = performance.now();
  const report = await readReport(deps.blobs, evidence.report);
  const { directory } = context;
  const { questions, instructions } = await prepared(
    deps,
    options,
    { evidence, report, directory },
    context.signal,
  );
  context.signal.throwIfAborted();
  let done = 0;
  const asking = questions.map(async (question, index) => {
    const asked = await ask(deps, evidence, report, question, index, context);
    done += 1;
    context.progress({ done, of: questions.length, note: said`model replies read` });
    return asked;
  });
  // All are awaited before any failure counts: what is in flight is paid for, and stored when it arrives.
  const settled = await Promise.allSettled(asking);
  context.signal.throwIfAborted();
  const { replies, failures } = usableReplies(settled, context.attempt);
  const rejected = contradictionsIn(evidence, replies, context.language);
  // One voice is enough to ask a person.
  const ranked = rejected.length > 0 ? [] : await rank(deps, evidence, replies);
  context.signal.throwIfAborted();
  // Those that failed may have bought replies before they did.
  const paid = failures.length === 0 ? replies : await deps.model.bought(context.key);
  const usage = paid.reduce<Usage>((sum, reply) => addUsage(sum, reply.usage), NO_USAGE);
  return {
    candidates: ranked,
    note: noteOf(ranked, replies, failures),
    ...(rejected.length > 0 && { rejected }),
    searched: usage.modelCalls,
    ...(instructions.length > 0 && { instructions }),
    usage,
    durationMs: Math.round(performance.now() - started),
  };
}

/** Replies that call request and test opposites, as what is not tried. */
function contradictionsIn(
  { tree, requested }: Evidence,
  replies: readonly Asked[],
  language?: Language,
): TriedCandidate[] {
  return replies.flatMap((reply) =>
    reply.ok && contradicts(reply.value)
      ? [
          {
            tree,
            proposer: 'llm',
            summary: firstLine(reply.value.rootCause, 200),
            outcome: saidText(said`the model says that the test forbids what was asked for`, language),
            takesBack: requested?.contradicted?.at,
          },
        ]
      : [],
  );
}

/** Parts of the project that a model sees. */
interface Seen {
  material: Material;
  failing: Failing;
  exhibits: Exhibit[];
  documents: RelatedDocument[];
  instructions: ProjectInstructions;
}

async function seenBy(
  { evidence, report, directory }: About,
  material: Material,
  {
    navigate,
    dependencies,
    signal,
  }: Pick<LlmProposerOptions, 'navigate'> & {
    dependencies?: string;
    signal: AbortSignal;
  },
  redact: LlmDeps['redact'],
): Promise<Seen> {
  const failing = failingOf(report);
  const exhibits = await exhibitsOf(evidence, failing, material);
  const navigation =
    directory && hasMoreSources(material, exhibits)
      ? await openedInTime(navigate, { directory, tree: evidence.tree }, signal)
      : undefined;
  const documents = await relatedDocuments(material, exhibits, {
    dependencies,
    navigation,
    said: saidBy(failing),
  });
  const shown = exhibits.map(({ path }) => path);
  const paths = [...evidence.impactedFiles, ...shown];
  const instructions = await ProjectInstructions.for(material, paths, redact);
  return { material, failing, exhibits, documents, instructions };
}

function ask(
  deps: LlmDeps,
  evidence: Evidence,
  report: VerificationReport,
  question: Question,
  index: number,
  context: ProposeContext,
): Promise<Asked> {
  const { impactedFiles } = evidence;
  const { policy, mode } = context;
  const reasonFor = protector(context.verification, { ...report, impactedFiles, policy, mode });
  const forbidden = (path: string): string | undefined => {
    const reason = reasonFor(path);
    return reason && saidText(reason);
  };
  const key = partOf(context.key, index + 1);
  return withinContext({ model: deps.model, key, prompt: question.messages }, (given) =>
    askEdits(deps.model, {
      ...given,
      redact: deps.redact,
      purpose: question.purpose,
      schema: evidence.requested?.contradicted ? ContradictedReply : DebuggerReply,
      schemaName: 'debugger_suggestion',
      signal: context.signal,
      model: context.model,
      attempt: context.attempt,
      apply: async (reply) =>
        contradicts(reply)
          ? { tree: evidence.tree, warnings: [] }
          : inspected(
              deps,
              await applyModifications(
                deps,
                evidence.tree,
                reply.fileModifications,
                forbidden,
                context.heavyFolders,
              ),
              {
                base: evidence.tree,
                spec: context.verification,
                directory: context.directory,
                report: evidence.baselineReport,
                impactedFiles,
                asked: evidence.request,
              },
            ),
    }),
  );
}

async function messagesOf(
  evidence: Evidence,
  report: VerificationReport,
  { material, failing, exhibits, documents, instructions }: Seen,
  index: number,
  budget: number,
): Promise<ChatMessage[]> {
  const { errorContext } = evidence;
  return renderPrompt('debugger.error.diagnosis.v1', {
    request: clip(evidence.request ?? '(none: make the failing checks pass)', budget),
    errorType: `${errorContext.errorType} (${evidence.analysis.cause})`,
    failedCommand: errorContext.failedCommand ?? '(tests in the sandbox)',
    failures: clip([...vanishedText(evidence), failuresText(failing, budget / 6)].join('\n\n'), budget / 6),
    output: outputText(report, budget / 6),
    projectStructure: clip(material.structure(), budget / 4),
    instructions: instructions.text(budget / 8),
    documents: documentsText(documents, budget / 8),
    recentChanges: errorContext.recentFileChanges.join('\n') || '(none)',
    tried: triedText(evidence.tried),
    files: await material.show(exhibits, budget),
    variation: [VARIATIONS[index] ?? VARIATIONS[0], contradictedPart(evidence)].filter(Boolean).join('\n\n'),
  });
}

/** Part of the task where a test that passed before the request fails with its change. */
function contradictedPart({ requested }: Evidence): string {
  if (!requested?.contradicted) return '';
  return [
    `The request has been carried out, and since then a test fails that passed before: ${contradictionText(requested.contradicted)}.`,
    'First decide who is right, and add the field `verdict` to your reply:',
    '- `edit`: the change that was made has a slip. What was asked for and the test can both hold: mend the slip.',
    '- `contradiction`: the test forbids what was asked for. Leave `fileModifications` empty: a person decides. Never make up for the request elsewhere, and never take it back.',
  ].join('\n');
}

/** True if the model says that the request and a test contradict each other. */
function contradicts(reply: DebuggerReply): boolean {
  return reply.verdict === 'contradiction';
}

/** Tries for a failure that may pass, before the replies that are there have to do. */
const PATIENT_TRIES = 3;

/**
 * Replies of calls that were made side by side, and the reasons why others failed. Some replies are better than none,
 * and they are paid for. Throws the failure if there is no reply, or if it may pass and was not tried often yet.
 * `attempt` counts from 1.
 */
export function usableReplies<T>(
  settled: readonly PromiseSettledResult<T>[],
  attempt = 1,
): { replies: T[]; failures: string[] } {
  const replies = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const failures = settled.flatMap((one) => (one.status === 'rejected' ? [asError(one.reason)] : []));
  const failed = worthAnotherTry(failures, replies.length, attempt);
  if (failed) throw failed;
  return { replies, failures: failures.map(({ message }) => message) };
}

function worthAnotherTry(failures: readonly Error[], replies: number, attempt: number): Error | undefined {
  const other = failures.find((failure) => !(failure instanceof ModelError));
  if (other) return other;
  const passing = failures.find((failure) => failure instanceof ModelError && failure.failure.retryable);
  if (passing && (replies === 0 || attempt < PATIENT_TRIES)) return passing;
  return replies === 0 ? failures[0] : undefined;
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
