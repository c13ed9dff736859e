import type { Language } from '../run/input';
import { plural } from '../text';

/** Sentences on the candidates of a round and on the choice among them, in one language. */
export interface ChoiceWords {
  /** Proposers by stage: `mutation, then llm`. */
  asked(stages: readonly (readonly string[])[]): string;
  chosen(asked: string, reason: string): string;
  givenUp: string;
  counts(failing: number, fixed: number, broken: number): string;
  noProgress: string;
  failsGenerated(files: number): string;
  partial(rank: number, of: number, outcome: string): string;
  onlyGreen(of: number): string;
  passesMore(rank: number, of: number): string;
  likeliest(rank: number, of: number, isSure: boolean, reason: string): string;
  /** `unsigned`: smaller ones have signs of a wrong change. */
  smallest(rank: number, of: number, diff: { size: number; hash: string }, unsigned: boolean): string;
  notTaken(rank: number, why: string): string;
  noneAcceptable(of: number, changes?: string): string;
  allRefused: string;
  noCandidate: string;
  refused(reason: string): string;
  /** Notes of the proposers, which are in English, or how much they looked at. */
  notes(notes: readonly string[], searched: number): readonly string[];
}

const english: ChoiceWords = {
  asked: (stages) => stages.map((stage) => stage.join(' and ')).join(', then '),
  chosen: (asked, reason) => `asked: ${asked}; ${reason}`,
  givenUp: 'given up, since one of higher rank is green',
  counts: (failing, fixed, broken) => `${failing} still failing, ${fixed} fixed, ${broken} broken`,
  noProgress: 'no progress: the same tests fail as before',
  failsGenerated: (files) => `fails ${plural(files, 'generated test file')}`,
  partial: (rank, of, outcome) =>
    `none is green; of those that break nothing, this one (rank ${rank} of ${plural(of, 'candidate')}) has most tests passing: ${outcome}`,
  onlyGreen: (of) => `the only green one of ${plural(of, 'candidate')}`,
  passesMore: (rank, of) =>
    `green, and passes trusted generated tests that smaller green changes fail (rank ${rank} of ${plural(of, 'candidate')})`,
  likeliest: (rank, of, isSure, reason) =>
    `the likeliest green change (rank ${rank} of ${plural(of, 'candidate')}), confidence ${isSure ? 'high' : 'ambiguous'}: ${reason}`,
  smallest: (rank, of, { size, hash }, unsigned) =>
    `the smallest green change${unsigned ? ' without a sign of a wrong one' : ''} (rank ${rank} of ${plural(of, 'candidate')}; size ${size}, then hash ${hash})`,
  notTaken: (rank, why) => `rank ${rank} is not taken: ${why}`,
  noneAcceptable: (of, changes) =>
    `none of ${plural(of, 'candidate')} repairs anything without breaking something${changes === undefined ? '' : `; one ${changes}`}`,
  allRefused: 'every candidate was rejected',
  noCandidate: 'no candidate was proposed',
  refused: (reason) => `refused: ${reason}`,
  notes: (notes) => notes,
};

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

/** Sentences on choices by language. */
export const CHOICE_WORDS: Record<Language, ChoiceWords> = { en: english, ko: korean, zh: chinese };
