import { z } from 'zod';
import { BlobHash, TreeHash } from '../ids';
import { ProposerName } from './proposal';
import { Standing } from './standing';
import type { Language } from '../run/input';
import { firstLine, hashText } from '../text';
import type { Verification } from '../verification/verification';
import { builtInsText } from '../verification/taint';
import { unseenText } from '../verification/compare';
import { chanceWords } from '../verification/chance';
import { reasonText } from './confidence-words';
import { CHOICE_WORDS, type ChoiceWords } from './choice-words';
import { isGreen } from './choose';
import type { RoundCandidate, RepairRound } from './rounds';

const SHOWN = 10;
const TEXT_CHARS = 200;

/** One candidate as the choice saw it, in the order of rank. */
export const ConsideredCandidate = z.object({
  proposer: ProposerName,
  tree: TreeHash,
  /** Blob of its difference: breaks ties of `size`. */
  diff: BlobHash,
  size: z.number(),
  summary: z.string(),
  outcome: z.string(),
  /** Its place among all repairs that pass the tests; absent: it was not compared with others. */
  standing: Standing.extend({ reason: z.string() }).optional(),
});
export type ConsideredCandidate = z.infer<typeof ConsideredCandidate>;

/** How one repair round chose: reproducible from what is in it. */
export const RoundChoice = z.object({
  /** Number of the attempt. */
  round: z.number().int(),
  /** Proposers asked, stage by stage: more than one stage is an escalation. */
  stages: z.array(z.array(ProposerName)),
  /** At most 10, those verified first. */
  considered: z.array(ConsideredCandidate),
  consideredCount: z.number().int(),
  /** Each that was refused before any check ran, with the reason; at most 10. */
  rejected: z.array(z.string()),
  winner: TreeHash.optional(),
  /** Why this one, or why none, in a sentence. */
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
  const reason = firstLine(outcome.replace(/^rejected: /, ''), TEXT_CHARS);
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

/** How a candidate stands that may have been given up. */
export function candidateOutcome(
  verification: Verification | undefined,
  current?: Verification,
  language: Language = 'en',
): string {
  return verification ? outcomeOf(verification, current, language) : CHOICE_WORDS[language].givenUp;
}

/** How a verified candidate stands, in a few words; compared with `current`, whether it changes anything. */
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

/** Those that the project's own runner refuted, and those that are green by chance. */
function passedOver({ candidates }: RepairRound, words: ChoiceWords): string[] {
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

/** Who was asked, why one was chosen or none, what each candidate came to, and what was refused and why. */
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
