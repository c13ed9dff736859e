import { inEachLanguage, inOwnWords } from '../run/said';
import { z } from 'zod';
import { BlobHash, TreeHash } from '../ids';
import { ProposerName, type RoundCandidate, type RepairRound } from './proposal';
import { Standing, reasonText } from './standing';
import type { Language } from '../run/language';
import { firstLine, hashText } from '../text';
import type { Verification } from '../verification/verification';
import { chanceWords } from '../verification/chance';
import { unseenText } from '../verification/compare';
import { builtInsText } from '../verification/taint';
import { isGreen } from './choose';

const SHOWN = 10;
const TEXT_CHARS = 200;

/** A candidate as the choice saw it. */
export const ConsideredCandidate = z.object({
  proposer: ProposerName,
  tree: TreeHash,
  /** Blob of its difference: breaks ties of `size`. */
  diff: BlobHash,
  size: z.number(),
  summary: z.string(),
  outcome: z.string(),
  /** Rank by behaviour among all repairs that pass; absent: it was not compared with others. */
  standing: Standing.extend({ reason: z.string() }).optional(),
});
export type ConsideredCandidate = z.infer<typeof ConsideredCandidate>;

export const RoundChoice = z.object({
  round: z.number().int(),
  /** Proposers asked, stage by stage: more than one stage is an escalation. */
  stages: z.array(z.array(ProposerName)),
  /** At most 10, those verified first. */
  considered: z.array(ConsideredCandidate),
  consideredCount: z.number().int(),
  /** Candidates refused before any check ran, with the reason; at most 10. */
  rejected: z.array(z.string()),
  winner: TreeHash.optional(),
  /** Reason for this one, or for none, in a sentence. */
  reason: z.string(),
  /** Notes of the proposers on their search. */
  notes: z.array(z.string()),
});
export type RoundChoice = z.infer<typeof RoundChoice>;

/** The record of a round's choice. */
export function choiceOf(
  round: RepairRound,
  number: number,
  { trusted, current, language }: { trusted: boolean; current: Verification | undefined; language: Language },
): RoundChoice {
  const { winner } = round;
  const words = CHOICE_WORDS[language];
  const why = winner ? whyThis(round, winner, trusted, language) : whyNone(round, language);
  return {
    round: number,
    stages: round.stages.map((stage) => [...stage]),
    considered: round.candidates.slice(0, SHOWN).map((one) => considered(one, current, language)),
    consideredCount: round.candidates.length,
    rejected: round.rejected.slice(0, SHOWN).map(refusalText),
    winner: winner?.candidate.tree,
    reason: [why, ...passedOver(round, words)].join('; '),
    notes: words
      .notes(round.notes, round.searched)
      .slice(0, SHOWN)
      .map((note) => firstLine(note, TEXT_CHARS)),
  };
}

/** `the change: the reason`. */
function refusalText({ summary, outcome }: RepairRound['rejected'][number]): string {
  const reason = firstLine(outcome, TEXT_CHARS);
  const what = firstLine(summary, TEXT_CHARS);
  return what === '' || reason.includes(what) ? reason : `${what}: ${reason}`;
}

function considered(
  { candidate, verification, refuted }: RoundCandidate,
  current: Verification | undefined,
  language: Language,
): ConsideredCandidate {
  const { standing } = candidate;
  return {
    proposer: candidate.proposer,
    tree: candidate.tree,
    diff: candidate.diff.hash,
    size: candidate.diff.size,
    summary: firstLine(candidate.summary, TEXT_CHARS),
    outcome: firstLine(refuted ?? candidateOutcome(verification, current, language), TEXT_CHARS),
    ...(standing && { standing: { ...standing, reason: reasonText(standing.reason, language) } }),
  };
}

/** Outcome of a candidate in a few words; no verification: it was cancelled. */
export function candidateOutcome(
  verification: Verification | undefined,
  current?: Verification,
  language: Language = 'en',
): string {
  return verification ? outcomeOf(verification, current, language) : CHOICE_WORDS[language].givenUp;
}

/** Outcome of a verified candidate in a few words; `current`: the verification it is compared with. */
export function outcomeOf(
  verification: Verification,
  current?: Verification,
  language: Language = 'en',
): string {
  const words = CHOICE_WORDS[language];
  const { fixed = 0, broken = 0, unseen = [], changes } = verification.comparison ?? {};
  const failed = verification.generated?.failedFiles.length ?? 0;
  const same = current && verification.failed > 0 && verification.failingHash === current.failingHash;
  const byChance = chanceWords(verification, language);
  return [
    ...(byChance === undefined ? [] : [byChance]),
    words.counts(verification.failed, fixed, broken),
    ...unseen.map((one) => unseenText(one, language).replace(/[.。]$/, '')),
    ...(changes ? [builtInsText(changes, language)] : []),
    ...(same ? [words.noProgress] : []),
    ...(failed > 0 ? [words.failsGenerated(failed)] : []),
  ].join(', ');
}

function whyThis(
  { candidates }: RepairRound,
  { candidate, verification }: NonNullable<RepairRound['winner']>,
  trusted: boolean,
  language: Language,
): string {
  const words = CHOICE_WORDS[language];
  const rank = candidates.findIndex((one) => one.candidate.tree === candidate.tree) + 1;
  const of = candidates.length;
  if (!isGreen(verification)) return words.partial(rank, of, outcomeOf(verification, undefined, language));
  const green = candidates.filter((one) => standsGreen(one)).length;
  const { standing, diff } = candidate;
  if (green === 1 && candidates.every((one) => one.verification) && !standing) return words.onlyGreen(of);
  if (trusted && candidates.slice(0, rank - 1).some(standsGreen)) return words.passesMore(rank, of);
  if (standing)
    return words.likeliest(rank, of, standing.confidence === 'high', reasonText(standing.reason, language));
  const isBeforeSigns =
    candidates.some(({ candidate: { signs = [] } }) => signs.length > 0) && !candidate.signs;
  return words.smallest(rank, of, { size: diff.size, hash: hashText(diff.hash) }, isBeforeSigns);
}

function standsGreen({ verification, refuted }: RoundCandidate): boolean {
  return verification !== undefined && refuted === undefined && isGreen(verification);
}

/** Reasons against candidates that the project's own runner refuted, or that are green by chance. */
function passedOver({ candidates }: RepairRound, words: (typeof CHOICE_WORDS)[Language]): string[] {
  return candidates.flatMap(({ verification, refuted }, index) => {
    const why = refuted ?? (verification && chanceWords(verification));
    return why === undefined ? [] : [words.notTaken(index + 1, firstLine(why, 2 * TEXT_CHARS))];
  });
}

function whyNone({ candidates, rejected }: RepairRound, language: Language): string {
  const words = CHOICE_WORDS[language];
  const changes = candidates.flatMap(({ verification }) => verification?.comparison?.changes ?? [])[0];
  if (candidates.length > 0)
    return words.noneAcceptable(
      candidates.length,
      changes && firstLine(builtInsText(changes, language), TEXT_CHARS),
    );
  return rejected.length > 0 ? words.allRefused : words.noCandidate;
}

/** Lines of the report on a choice: who was asked, the reason, each candidate and each refusal. */
export function choiceLines(choices: readonly RoundChoice[], attempt: number, language: Language): string[] {
  const choice = choices.find((one) => one.round === attempt);
  if (!choice) return [];
  const words = CHOICE_WORDS[language];
  const { considered, rejected, notes } = choice;
  const repeated = new Set(rejected);
  return [
    `    ${words.chosen(words.asked(choice.stages), choice.reason)}`,
    ...considered.map(({ summary, outcome }) => `    - ${summary}: ${outcome}`),
    ...rejected.map((reason) => `    - ${words.refused(reason)}`),
    ...notes.filter((note) => !repeated.has(note)).map((note) => `    ${note}`),
  ];
}
/** Sentences on the candidates of a round and on the choice among them, in one language. */
export const CHOICE_WORDS = inEachLanguage((say) => ({
  /** Proposers by stage: `mutation, then llm`. */
  asked: inOwnWords(say, {
    en: (stages: readonly (readonly string[])[]) =>
      stages.map((stage) => stage.join(' and ')).join(', then '),
    ko: (stages) => stages.map((stage) => stage.join('·')).join(', 다음으로 '),
    zh: (stages) => stages.map((stage) => stage.join('、')).join(', 然后 '),
  }),
  chosen: (asked: string, reason: string) => say`asked: ${asked}; ${reason}`,
  givenUp: say`given up, since one of higher rank is green`,
  counts: (failing: number, fixed: number, broken: number) =>
    say`${failing} still failing, ${fixed} fixed, ${broken} broken`,
  noProgress: say`no progress: the same tests fail as before`,
  failsGenerated: (files: number) => say`fails ${files} generated test file(s)`,
  partial: (rank: number, of: number, outcome: string) =>
    say`none is green; of those that break nothing, this one (rank ${rank} of ${of} candidate(s)) has most tests passing: ${outcome}`,
  onlyGreen: (of: number) => say`the only green one of ${of} candidate(s)`,
  passesMore: (rank: number, of: number) =>
    say`green, and passes trusted generated tests that smaller green changes fail (rank ${rank} of ${of} candidate(s))`,
  likeliest: (rank: number, of: number, isSure: boolean, reason: string) =>
    say`the likeliest green change (rank ${rank} of ${of} candidate(s)), confidence ${isSure ? say`high` : say`ambiguous`}: ${reason}`,
  /** `unsigned`: smaller ones have signs of a wrong change. */
  smallest: (rank: number, of: number, { size, hash }: { size: number; hash: string }, unsigned: boolean) =>
    say`the smallest green change${unsigned ? say` without a sign of a wrong one` : ''} (rank ${rank} of ${of} candidate(s); size ${size}, then hash ${hash})`,
  notTaken: (rank: number, why: string) => say`rank ${rank} is not taken: ${why}`,
  noneAcceptable: (of: number, changes?: string) =>
    say`none of ${of} candidate(s) repairs anything without breaking something${changes === undefined ? '' : say`; one ${changes}`}`,
  allRefused: say`every candidate was rejected`,
  noCandidate: say`no candidate was proposed`,
  refused: (reason: string) => say`refused: ${reason}`,
  /** Notes of the proposers, which are in English, or how much they looked at. */
  notes: (notes: readonly string[], searched: number) =>
    say.language === 'en' ? notes : [say`Edits or replies looked at: ${searched}`],
}));
