import { z } from 'zod';
import { TreeHash } from '../ids';
import type { Language } from '../run/language';
import { plural } from '../text';
import { QUESTION_WORDS } from './words/questions';
import { Sign, signTexts } from '../signs/sign';

/** `high`: all repairs that pass behave alike, or the best is by far the likeliest; and nothing speaks against it. */
export const Confidence = z.enum(['high', 'ambiguous']);
export type Confidence = z.infer<typeof Confidence>;

/** Reason to trust a repair or to leave it to people. `count`: number of edits, repairs or calls in its sentence. */
export const Reason = z.object({
  code: z.enum([
    'likeliest-repair',
    'rivals',
    'possible-rivals',
    'uncompared',
    'signed',
    'seldom-right',
    'alike',
    'unverified-edits',
    'alone',
    'few-tried',
    'untried',
  ]),
  count: z.number().int().optional(),
  signs: z.array(Sign).optional(),
});
export type Reason = z.infer<typeof Reason>;

/** Tree of a repair with its answer to the deciding call as a test, and the path of the test. */
export const AnswerTest = z.object({ tree: TreeHash, path: z.string() });
export type AnswerTest = z.infer<typeof AnswerTest>;

/** Rank of a repair by behaviour among all that pass the tests. */
export const Standing = z.object({
  /** Letter of the group of repairs that behave alike; A is the likeliest. */
  group: z.string(),
  confidence: Confidence,
  reason: Reason,
  /** The call that tells the groups apart best, and the answer of this repair. */
  deciding: z
    .object({ call: z.string(), answer: z.string().optional(), test: AnswerTest.optional() })
    .optional(),
});
export type Standing = z.infer<typeof Standing>;

type Sentences = Record<Exclude<Reason['code'], 'signed'>, (count: number) => string>;

const WORDS: Record<Language, Sentences> = {
  en: {
    'likeliest-repair': (count) => `of ${count} repairs that pass the same tests it is by far the likeliest`,
    rivals: (count) => `${count} repairs pass the same tests and behave differently`,
    'possible-rivals': (count) =>
      `${count} repairs pass the same tests, and no call could be compared to tell if they behave alike`,
    uncompared: () => 'more repairs pass the same tests than could be compared',
    'seldom-right': () => 'edits of its kind are seldom right',
    alike: (count) =>
      `all repairs found that pass the tests behave alike on ${count === 1 ? 'the one call that was' : `all ${count} calls that were`} compared`,
    'unverified-edits': (count) =>
      `there was no time to verify ${plural(count, 'other edit')} for the failing tests`,
    alone: () => 'no other edit that was tried passes as many tests',
    'few-tried': (count) => `there was time to try ${plural(count, 'edit')} only`,
    untried: (count) =>
      `there was no time to try ${plural(count, 'edit')} ${count === 1 ? 'that is' : 'that are'} as likely`,
  },
  ko: {
    'likeliest-repair': (count) => `같은 테스트를 통과하는 복구 ${count}개 중 단연 가장 그럴듯함`,
    rivals: (count) => `복구 ${count}개가 같은 테스트를 통과하지만 서로 다르게 동작함`,
    'possible-rivals': (count) =>
      `복구 ${count}개가 같은 테스트를 통과하지만, 똑같이 동작하는지 비교할 수 있는 호출이 없음`,
    uncompared: () => '같은 테스트를 통과하는 복구가 너무 많아 다 비교하지 못함',
    'seldom-right': () => '이런 종류의 편집은 맞는 경우가 드묾',
    alike: (count) => `테스트를 통과하는 복구가 모두 비교한 호출 ${count}개에서 똑같이 동작함`,
    'unverified-edits': (count) => `실패하는 테스트를 위한 다른 편집 ${count}개를 검증할 시간이 없었음`,
    alone: () => '시도한 다른 편집은 이만큼 많은 테스트를 통과하지 못함',
    'few-tried': (count) => `편집 ${count}개만 시도할 시간이 있었음`,
    untried: (count) => `비슷하게 그럴듯한 편집 ${count}개를 시도할 시간이 없었음`,
  },
  zh: {
    'likeliest-repair': (count) => `在通过相同测试的 ${count} 个修复中，它显然最有可能`,
    rivals: (count) => `${count} 个修复通过相同的测试，但行为不同`,
    'possible-rivals': (count) => `${count} 个修复通过相同的测试，但没有可比较的调用能说明它们的行为是否相同`,
    uncompared: () => '通过相同测试的修复过多，未能全部比较',
    'seldom-right': () => '这类编辑很少正确',
    alike: (count) => `通过测试的修复在比较过的全部 ${count} 个调用中行为都相同`,
    'unverified-edits': (count) => `没有时间验证针对失败测试的其他 ${count} 个编辑`,
    alone: () => '试过的其他编辑都没有通过这么多测试',
    'few-tried': (count) => `只来得及尝试 ${count} 个编辑`,
    untried: (count) => `没有时间尝试可能性相近的 ${count} 个编辑`,
  },
};

/** The reason in words: a sentence without its end. */
export function reasonText({ code, count = 0, signs = [] }: Reason, language: Language): string {
  return code === 'signed' ? signedReason('repair', signs, language) : WORDS[language][code](count);
}

/** Reason to leave a change with signs to people: a sentence without its end. */
export function signedReason(what: 'repair' | 'change', signs: readonly Sign[], language: Language): string {
  return QUESTION_WORDS[language].signed(what === 'repair', signTexts(signs, language));
}
