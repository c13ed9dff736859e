import { z } from 'zod';
import { BlobHash, TreeHash } from '../ids';
import { ProposerName, type RoundCandidate, type RepairRound } from './proposal';
import { Standing, reasonText } from './standing';
import type { Language } from '../run/language';
import { firstLine, hashText, plural } from '../text';
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
const english = {
  /** Proposers by stage: `mutation, then llm`. */
  asked: (stages: readonly (readonly string[])[]) =>
    stages.map((stage) => stage.join(' and ')).join(', then '),
  chosen: (asked: string, reason: string) => `asked: ${asked}; ${reason}`,
  givenUp: 'given up, since one of higher rank is green',
  counts: (failing: number, fixed: number, broken: number) =>
    `${failing} still failing, ${fixed} fixed, ${broken} broken`,
  noProgress: 'no progress: the same tests fail as before',
  failsGenerated: (files: number) => `fails ${plural(files, 'generated test file')}`,
  partial: (rank: number, of: number, outcome: string) =>
    `none is green; of those that break nothing, this one (rank ${rank} of ${plural(of, 'candidate')}) has most tests passing: ${outcome}`,
  onlyGreen: (of: number) => `the only green one of ${plural(of, 'candidate')}`,
  passesMore: (rank: number, of: number) =>
    `green, and passes trusted generated tests that smaller green changes fail (rank ${rank} of ${plural(of, 'candidate')})`,
  likeliest: (rank: number, of: number, isSure: boolean, reason: string) =>
    `the likeliest green change (rank ${rank} of ${plural(of, 'candidate')}), confidence ${isSure ? 'high' : 'ambiguous'}: ${reason}`,
  /** `unsigned`: smaller ones have signs of a wrong change. */
  smallest: (rank: number, of: number, { size, hash }: { size: number; hash: string }, unsigned: boolean) =>
    `the smallest green change${unsigned ? ' without a sign of a wrong one' : ''} (rank ${rank} of ${plural(of, 'candidate')}; size ${size}, then hash ${hash})`,
  notTaken: (rank: number, why: string) => `rank ${rank} is not taken: ${why}`,
  noneAcceptable: (of: number, changes?: string) =>
    `none of ${plural(of, 'candidate')} repairs anything without breaking something${changes === undefined ? '' : `; one ${changes}`}`,
  allRefused: 'every candidate was rejected',
  noCandidate: 'no candidate was proposed',
  refused: (reason: string) => `refused: ${reason}`,
  /** Notes of the proposers, which are in English, or how much they looked at. */
  notes: ((notes) => notes) as (notes: readonly string[], searched: number) => readonly string[],
};
type ChoiceWords = typeof english;

const korean: ChoiceWords = {
  asked: (stages) => stages.map((stage) => stage.join('·')).join(', 다음으로 '),
  chosen: (asked, reason) => `요청 대상: ${asked}; ${reason}`,
  givenUp: '순위가 더 높은 후보가 모두 통과하여 중단함',
  counts: (failing, fixed, broken) => `아직 실패 ${failing}, 해결 ${fixed}, 새로 실패 ${broken}`,
  noProgress: '진전 없음: 이전과 같은 테스트가 실패함',
  failsGenerated: (files) => `생성된 테스트 파일 ${files}개에서 실패함`,
  partial: (rank, of, outcome) =>
    `모두 통과하는 후보는 없고, 아무것도 망가뜨리지 않는 후보 가운데 이것(${rank}/${of}순위)이 가장 많은 테스트를 통과함: ${outcome}`,
  onlyGreen: (of) => `후보 ${of}개 중 모두 통과하는 유일한 것`,
  passesMore: (rank, of) =>
    `모두 통과하며, 더 작은 변경이 실패하는 믿을 만한 생성 테스트도 통과함 (${rank}/${of}순위)`,
  likeliest: (rank, of, isSure, reason) =>
    `모두 통과하는 가장 그럴듯한 변경 (${rank}/${of}순위), 신뢰도 ${isSure ? '높음' : '불확실'}: ${reason}`,
  smallest: (rank, of, { size, hash }, unsigned) =>
    `모두 통과하는 가장 작은 변경${unsigned ? ' (잘못된 변경의 징후 없음)' : ''} (${rank}/${of}순위; 크기 ${size}, 다음은 해시 ${hash})`,
  notTaken: (rank, why) => `${rank}순위는 채택하지 않음: ${why}`,
  noneAcceptable: (of, changes) =>
    `후보 ${of}개 중 다른 것을 망가뜨리지 않고 고치는 것이 없음${changes === undefined ? '' : `; 그중 하나: ${changes}`}`,
  allRefused: '모든 후보가 거부됨',
  noCandidate: '제안된 후보가 없음',
  refused: (reason) => `거부됨: ${reason}`,
  notes: (_, searched) => [`살펴본 편집이나 답변: ${searched}개`],
};

const chinese: ChoiceWords = {
  asked: (stages) => stages.map((stage) => stage.join('、')).join(', 然后 '),
  chosen: (asked, reason) => `询问: ${asked}; ${reason}`,
  givenUp: '因排名更高的候选已全部通过而放弃',
  counts: (failing, fixed, broken) => `仍失败 ${failing}, 已修复 ${fixed}, 新失败 ${broken}`,
  noProgress: '没有进展: 失败的测试与之前相同',
  failsGenerated: (files) => `未通过 ${files} 个生成的测试文件`,
  partial: (rank, of, outcome) =>
    `没有候选全部通过；在不破坏任何测试的候选中，这一个 (排名 ${rank}/${of}) 通过的测试最多: ${outcome}`,
  onlyGreen: (of) => `${of} 个候选中唯一全部通过的`,
  passesMore: (rank, of) => `全部通过，并且通过了更小的更改未通过的可信生成测试 (排名 ${rank}/${of})`,
  likeliest: (rank, of, isSure, reason) =>
    `全部通过的最可能的更改 (排名 ${rank}/${of}), 可信度${isSure ? '高' : '不明'}: ${reason}`,
  smallest: (rank, of, { size, hash }, unsigned) =>
    `全部通过的最小更改${unsigned ? '，没有错误更改的迹象' : ''} (排名 ${rank}/${of}; 大小 ${size}, 其次哈希 ${hash})`,
  notTaken: (rank, why) => `未采用排名 ${rank} 的候选: ${why}`,
  noneAcceptable: (of, changes) =>
    `${of} 个候选都不能在不破坏其他测试的情况下修复${changes === undefined ? '' : `；其中一个: ${changes}`}`,
  allRefused: '所有候选都被拒绝',
  noCandidate: '没有提出候选',
  refused: (reason) => `已拒绝: ${reason}`,
  notes: (_, searched) => [`看过的编辑或回答: ${searched} 个`],
};

export const CHOICE_WORDS: Record<Language, ChoiceWords> = { en: english, ko: korean, zh: chinese };
