import { z } from 'zod';
import { withoutMark } from '../exact';
import { FileChange, FileEdit } from '../files/workspace';
import { BlobHash } from '../ids';
import { nameText } from '../proof';
import { firstLine, hashText } from '../text';
import { POLICY_WORDS } from './policy/policy-words';
import { HOST_WORDS, type HostWords } from './host-words';
import { Expiry, NoticeChannel, type ApprovalPolicy, type Language } from './input';
import type { Act } from './policy/act';
import { said, saidText, speaker, type Said } from './said';
import { momentText } from './times';
import { decide, type MatchedRule, type Policy } from './policy/decide';

/** How a question is answered: approved or rejected, by a text, by one of its choices, or with more budget. */
export const AnswerForm = z.enum(['approval', 'text', 'choice', 'top-up']);
export type AnswerForm = z.infer<typeof AnswerForm>;

/** All that a run waits for people with: how it stands meanwhile, and the meaning of silence where that is no answer. */
export const FORMS: Readonly<Record<AnswerForm, { phase: string; unanswered?: Said }>> = {
  approval: { phase: 'awaiting-approval' },
  text: { phase: 'awaiting-answer' },
  choice: { phase: 'awaiting-answer' },
  'top-up': { phase: 'waiting-for-budget', unanswered: said`it goes on without the model` },
};

/** A question that a run waits for. `hash` is the diff's, else that of what is asked. */
export const Question = z.object({
  /** Grants are for a kind: `publish`, `execute`, `repair` … */
  kind: z.string(),
  form: AnswerForm.default('approval'),
  hash: BlobHash,
  summary: z.string(),
  choices: z.array(z.string()).optional(),
  files: z.array(FileChange),
  diffExcerpt: z.string(),
  /** Things to look at in the change, a sentence each. */
  warnings: z.array(z.string()).optional(),
  /** ISO 8601, workflow time. */
  requestedAt: z.string(),
  deadline: z.string(),
  /** Answer that it counts as if nobody answers until then. */
  ifUnanswered: Expiry.default('reject'),
  /** Who is asked too by now. */
  delegate: z.string().optional(),
  /** Ways by which people elsewhere were told of it. */
  told: z.array(NoticeChannel).optional(),
});
export type Question = z.infer<typeof Question>;

/** A question as people are told of it, whatever its form: of a top-up there is no more. */
export type OpenQuestion = Omit<Question, 'diffExcerpt' | 'choices'>;

/** A question as a machine asks it. Without a hash it is bound to the hash of `action`, which the host makes. */
export interface NewQuestion extends Pick<Question, 'kind' | 'summary'> {
  form?: AnswerForm;
  choices?: readonly string[];
  hash?: BlobHash;
  action?: string;
  /** As the policy sees it; absent: the kind is the tool. */
  act?: Omit<Act, 'tool' | 'mode'>;
  files?: readonly FileChange[];
  diffExcerpt?: string;
  warnings?: readonly string[];
  /** Asks whatever is allowed and granted, and takes no answer for a no. */
  always?: boolean;
}

/** Way that an answer took: the question on a terminal, in an editor or on the dashboard, a command, a script with the typed client, or a signal of the Web UI. */
export const AnsweredVia = z.enum([
  'terminal',
  'editor',
  'dashboard',
  'command',
  'client',
  'signal',
  'unproven-signal',
  'unproven-update',
]);
export type AnsweredVia = z.infer<typeof AnsweredVia>;

/** Name of a person: one short line, since status, events and lists carry it. */
const PersonName = z.string().overwrite((name) => firstLine(name, 80));

/** An answer, as the Update and the Signal take it: one JSON object. */
export const Answer = z.object({
  /** Hash of what is answered, or at least its first 8 digits. */
  hash: z
    .string()
    .regex(/^[0-9a-f]{8,64}$/, 'must be the hash of what is approved, at least its first 8 digits'),
  /** Of an approval. */
  decision: z.enum(['approve', 'reject']).optional(),
  /** Of a question for a text or a choice. */
  text: z.string().max(20_000).optional(),
  reason: z.string().optional(),
  /** Of a rejection: the run tries once more, told the reason, as long as it may. */
  again: z.boolean().optional(),
  /** Edits made while approving: verified again, published only if green. */
  edits: withoutMark(z.array(FileEdit)).optional(),
  /** `kind` approves all further questions of this kind in this run. */
  scope: z.enum(['once', 'kind']).default('once'),
  by: PersonName.optional(),
  /** Absent: the way that it came. */
  via: AnsweredVia.optional(),
});
export type Answer = z.infer<typeof Answer>;

/** Outcome of a question. */
export type Answered =
  | { status: 'granted'; by?: string; via?: AnsweredVia; edits: readonly FileEdit[] }
  | { status: 'told'; text: string; by?: string }
  | { status: 'rejected'; reason: string; by?: string; via?: AnsweredVia; again?: boolean }
  | { status: 'expired' }
  /** By the policy: nobody was asked. */
  | { status: 'denied'; reason: string };

/** A kind of action that needs no more questions in this run, until it is taken back. */
export const Grant = z.object({
  kind: z.string(),
  /** The mode of the run that it was given in; it holds in no other. */
  mode: z.string().optional(),
  /** ISO 8601, workflow time. */
  at: z.string(),
  by: z.string().optional(),
});
export type Grant = z.infer<typeof Grant>;

/** Takes grants of a kind back. One JSON object. */
export const Revocation = z.object({ kind: z.string().min(1), by: PersonName.optional() });
export type Revocation = z.infer<typeof Revocation>;

/** How a question stands before anybody is asked: it is put to people, with what the policy warns of, or it is settled. */
export type Standing = { warnings: readonly string[]; settled?: undefined } | { settled: Answered };

/** Ruling of policy and grants on a question. One for a text or a choice is no act, and is always put. */
export function standingOf(
  { kind, form = 'approval', act, always = false }: Pick<NewQuestion, 'kind' | 'form' | 'act' | 'always'>,
  policy: Policy,
  grants: readonly Grant[],
  { mode, language = 'en' }: { mode?: string; language?: Language } = {},
): Standing {
  if (form !== 'approval') return { warnings: [] };
  const { decision, reason, rules } = decide(policy, { ...act, tool: kind, mode }, language);
  if (decision === 'deny') return { settled: { status: 'denied', reason } };
  const isGranted = grants.some((grant) => grant.kind === kind && grant.mode === mode);
  if (!always && (decision === 'allow' || isGranted)) return { settled: { status: 'granted', edits: [] } };
  return { warnings: rules.flatMap((rule) => warningOf(rule, language)) };
}

function warningOf({ source, number, decision, reason }: MatchedRule, language: Language): string[] {
  if ((source !== 'user' && source !== 'project') || decision === 'allow') return [];
  return [POLICY_WORDS[language].rule(number, source, reason)];
}

/** `until 2026-11-30 05:21 UTC, then it counts as rejected` */
export function untilText(
  { form, deadline, ifUnanswered }: Pick<Question, 'form' | 'deadline' | 'ifUnanswered'>,
  language: Language = 'en',
): string {
  const counts = ifUnanswered === 'approve' ? said`it counts as approved` : said`it counts as rejected`;
  return speaker(language)`until ${momentText(deadline)}, then ${FORMS[form].unanswered ?? counts}`;
}

const VIA: Record<AnsweredVia, Said> = {
  terminal: said`on a terminal`,
  editor: said`in an editor`,
  dashboard: said`on the dashboard`,
  command: said`with a command`,
  client: said`from a script`,
  signal: said`with a signal`,
  'unproven-signal': said`with a signal that proves nothing of its sender`,
  'unproven-update': said`with an update that proves nothing of its sender`,
};

/** How an answer came: what it says of itself counts only where it is proven. */
export function answeredVia(
  way: { by: 'update' | 'signal'; isProven: boolean },
  said: AnsweredVia | undefined,
): AnsweredVia {
  if (!way.isProven) return `unproven-${way.by}`;
  return said ?? (way.by === 'signal' ? 'signal' : 'client');
}

/** ` by Ann on a terminal`; empty where neither is known. */
export function answeredBy({ by = '', via }: Pick<Answer, 'by' | 'via'>, language: Language = 'en'): string {
  const say = speaker(language);
  if (by === '') return via ? say` ${VIA[via]}` : '';
  const name = nameText(by, say);
  return via ? say` by ${name} ${VIA[via]}` : say` by ${name}`;
}

const WAITS = {
  expiry: said`waiting for an answer, then the question expires`,
  reminder: said`waiting for an answer, then a reminder`,
  delegate: said`waiting for an answer, then somebody else is asked too`,
};

/** Wait for an answer as a row: `waiting for an answer, then a reminder: publish 1 changed file`. */
export function waitLine(summary: string, next: keyof typeof WAITS, language: Language): string {
  return `${saidText(WAITS[next], language)}: ${firstLine(summary, 80)}`;
}

/** Why an answer does not fit the pending question, in one sentence; undefined where it does. */
export function refuseAnswer(
  pending: Question | undefined,
  answer: Answer,
  language: Language = 'en',
): string | undefined {
  const words = HOST_WORDS[language].messages;
  if (!pending) return words.notWaiting;
  if (!pending.hash.startsWith(answer.hash))
    return words.otherHash(hashText(answer.hash), hashText(pending.hash));
  return refuseForm(pending, answer, words);
}

function refuseForm(
  { form, kind, choices = [] }: Question,
  answer: Answer,
  words: HostWords['messages'],
): string | undefined {
  const { decision, text, edits } = answer;
  if (edits?.length && ((kind !== 'publish' && kind !== 'plan') || decision !== 'approve'))
    return words.edits;
  if (form === 'approval') return decision && text === undefined ? undefined : words.approval;
  if (decision === 'reject') return undefined;
  if (decision === 'approve' || text === undefined) return words.text;
  if (form === 'choice' && choiceNamed(choices, text) === undefined) return words.choice(choices.join(', '));
  return undefined;
}

/** The choice that a text names: by all its words, or by what stands before its colon. */
export function choiceNamed(choices: readonly string[], text: string): string | undefined {
  const typed = text.trim().toLowerCase();
  return choices.find(
    (choice) => choice.toLowerCase() === typed || choice.toLowerCase().startsWith(`${typed}: `),
  );
}

/** Answer that silence counts as: only an approval of what was not refused before is given by silence. */
export function ifUnanswered(
  { form = 'approval', always = false }: Pick<NewQuestion, 'form' | 'always'>,
  { onExpiry }: Pick<ApprovalPolicy, 'onExpiry'>,
): Expiry {
  return onExpiry === 'approve' && form === 'approval' && !always ? 'approve' : 'reject';
}

/** Meaning of an answer; without an answer the policy decides. */
export function settleAnswer(
  answer: Answer | undefined,
  given: Pick<NewQuestion, 'form' | 'always'>,
  policy: Pick<ApprovalPolicy, 'onExpiry'>,
  language: Language = 'en',
): Answered {
  const isApproval = (given.form ?? 'approval') === 'approval';
  if (!answer)
    return ifUnanswered(given, policy) === 'approve'
      ? { status: 'granted', edits: [] }
      : { status: 'expired' };
  const { by, via, decision, text = '', edits = [] } = answer;
  if (decision === 'reject')
    return {
      status: 'rejected',
      reason: answer.reason ?? HOST_WORDS[language].refusals.silent,
      by,
      via,
      ...(answer.again && { again: true }),
    };
  return isApproval ? { status: 'granted', by, via, edits } : { status: 'told', text, by };
}

/** The grants with what an answer grants: a change that is edited while it is approved grants nothing beyond itself. */
export function withGrant(
  grants: readonly Grant[],
  answer: Answer | undefined,
  given: Omit<Grant, 'by'>,
): readonly Grant[] {
  const grantsKind = answer?.decision === 'approve' && answer.scope === 'kind' && !answer.edits?.length;
  if (!grantsKind) return grants;
  const others = grants.filter(({ kind, mode }) => kind !== given.kind || mode !== given.mode);
  return [...others, { ...given, by: answer.by }];
}

/** Why grants can't be taken back, in one sentence; undefined where they can. */
export function refuseRevocation(
  grants: readonly Grant[],
  { kind }: Revocation,
  language: Language = 'en',
): string | undefined {
  const words = HOST_WORDS[language].messages;
  if (grants.some((grant) => grant.kind === kind)) return undefined;
  const kinds = [...new Set(grants.map((grant) => grant.kind))];
  return kinds.length === 0 ? words.nothingGranted : words.notGranted(kind, kinds.join(', '));
}
