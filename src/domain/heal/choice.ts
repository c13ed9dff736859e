import { z } from 'zod';
import { BlobHash, TreeHash } from '../ids';
import { ProposerName } from './proposal';
import { Standing } from './standing';
import { excerpt, firstLine, hashText, plural } from '../text';
import type { Verification } from '../verification/verification';
import { chanceWords } from '../verification/chance';
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
  standing: Standing.optional(),
});
export type ConsideredCandidate = z.infer<typeof ConsideredCandidate>;

/** How one repair round chose: reproducible from what is in it. */
export const RoundChoice = z.object({
  round: z.number().int(),
  /** Proposers asked, stage by stage: more than one stage is an escalation. */
  stages: z.array(z.array(ProposerName)),
  /** At most 10, those verified first. */
  considered: z.array(ConsideredCandidate),
  consideredCount: z.number().int(),
  /** Refused before any check ran, with the reasons; at most 10. */
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
  { trusted, current }: { trusted: boolean; current: Verification | undefined },
): RoundChoice {
  const { winner } = round;
  return {
    round: number,
    stages: round.stages.map((stage) => [...stage]),
    considered: round.candidates.slice(0, SHOWN).map((one) => considered(one, current)),
    consideredCount: round.candidates.length,
    rejected: round.rejected.slice(0, SHOWN).map((one) => excerpt(one.outcome, TEXT_CHARS)),
    winner: winner?.candidate.tree,
    reason: [winner ? whyThis(round, winner, trusted) : whyNone(round), ...passedOver(round)].join('; '),
    notes: round.notes.slice(0, SHOWN).map((note) => excerpt(firstLine(note), TEXT_CHARS)),
  };
}

function considered(
  { candidate, verification, refuted }: RoundCandidate,
  current: Verification | undefined,
): ConsideredCandidate {
  return {
    proposer: candidate.proposer,
    tree: candidate.tree,
    diff: candidate.diff.hash,
    size: candidate.diff.size,
    summary: excerpt(firstLine(candidate.summary), TEXT_CHARS),
    outcome: excerpt(refuted ?? candidateOutcome(verification, current), TEXT_CHARS),
    ...(candidate.standing && { standing: candidate.standing }),
  };
}

/** How a candidate stands that may have been given up. */
export function candidateOutcome(verification: Verification | undefined, current?: Verification): string {
  return verification ? outcomeOf(verification, current) : 'given up, since one of higher rank is green';
}

/** How a verified candidate stands, in a few words; compared with `current`, whether it changes anything. */
export function outcomeOf(verification: Verification, current?: Verification): string {
  const { fixed = 0, broken = 0 } = verification.comparison ?? {};
  const counts = `${verification.failed} still failing, ${fixed} fixed, ${broken} broken`;
  const failed = verification.generated?.failedFiles.length ?? 0;
  const same = current && verification.failed > 0 && verification.failingHash === current.failingHash;
  const byChance = chanceWords(verification);
  return [
    ...(byChance === undefined ? [] : [byChance]),
    counts,
    ...(verification.comparison?.unseen ?? []).map((sentence) => sentence.replace(/\.$/, '')),
    ...(verification.comparison?.changes === undefined ? [] : [verification.comparison.changes]),
    ...(same ? ['no progress: the same tests fail as before'] : []),
    ...(failed > 0 ? [`fails ${plural(failed, 'generated test file')}`] : []),
  ].join(', ');
}

function whyThis(
  { candidates }: RepairRound,
  { candidate, verification }: NonNullable<RepairRound['winner']>,
  trusted: boolean,
): string {
  const rank = candidates.findIndex((one) => one.candidate.tree === candidate.tree) + 1;
  const of = `of ${plural(candidates.length, 'candidate')}`;
  if (!isGreen(verification))
    return `none is green; of those that break nothing, this one (rank ${rank} ${of}) has most tests passing: ${outcomeOf(verification)}`;
  const green = candidates.filter((one) => standsGreen(one)).length;
  if (green === 1 && candidates.every((one) => one.verification) && !candidate.standing)
    return `the only green one ${of}`;
  const passesMore = trusted && candidates.slice(0, rank - 1).some(standsGreen);
  if (passesMore)
    return `green, and passes trusted generated tests that smaller green changes fail (rank ${rank} ${of})`;
  const { standing } = candidate;
  if (standing)
    return `the likeliest green change (rank ${rank} ${of}), confidence ${standing.confidence}: ${standing.reason}`;
  const { size, hash } = candidate.diff;
  const isBeforeSigns =
    candidates.some(({ candidate: { signs = [] } }) => signs.length > 0) && !candidate.signs;
  const which = isBeforeSigns
    ? 'the smallest green change without a sign of a wrong one'
    : 'the smallest green change';
  return `${which} (rank ${rank} ${of}; size ${size}, then hash ${hashText(hash)})`;
}

function standsGreen({ verification, refuted }: RoundCandidate): boolean {
  return verification !== undefined && refuted === undefined && isGreen(verification);
}

/** Those that the project's own runner refuted, and those that are green by chance. */
function passedOver({ candidates }: RepairRound): string[] {
  return candidates.flatMap(({ verification, refuted }, index) => {
    const why = refuted ?? (verification && chanceWords(verification));
    return why === undefined ? [] : [`rank ${index + 1} is not taken: ${excerpt(why, 2 * TEXT_CHARS)}`];
  });
}

function whyNone({ candidates, rejected }: RepairRound): string {
  const changes = candidates.flatMap(({ verification }) => verification?.comparison?.changes ?? [])[0];
  const refused = changes === undefined ? '' : `; one ${excerpt(changes, TEXT_CHARS)}`;
  if (candidates.length > 0)
    return `none of ${plural(candidates.length, 'candidate')} repairs anything without breaking something${refused}`;
  return rejected.length > 0 ? 'every candidate was rejected' : 'no candidate was proposed';
}

/** Who was asked, what was refused and why, and why one was chosen or none. */
export function choiceLines(choices: readonly RoundChoice[], round: number): string[] {
  const choice = choices.find((one) => one.round === round);
  if (!choice) return [];
  const asked = choice.stages.map((stage) => stage.join(' and ')).join(', then ');
  return [
    `    asked: ${asked}; ${choice.reason}`,
    ...choice.rejected.map((reason) => `    ${reason}`),
    ...choice.notes.map((note) => `    ${note}`),
  ];
}
