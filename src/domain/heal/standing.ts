import { z } from 'zod';
import { TreeHash } from '../ids';
import type { Language } from '../run/language';
import { said, saidText, type Said } from '../run/said';
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

const SENTENCES: Readonly<Record<Exclude<Reason['code'], 'signed'>, (count: number) => Said>> = {
  'likeliest-repair': (count) =>
    said`of ${count} repairs that pass the same tests it is by far the likeliest`,
  rivals: (count) => said`${count} repairs pass the same tests and behave differently`,
  'possible-rivals': (count) =>
    said`${count} repairs pass the same tests, and no call could be compared to tell if they behave alike`,
  uncompared: () => said`more repairs pass the same tests than could be compared`,
  'seldom-right': () => said`edits of its kind are seldom right`,
  alike: (count) =>
    count === 1
      ? said`all repairs found that pass the tests behave alike on the one call that was compared`
      : said`all repairs found that pass the tests behave alike on all ${count} calls that were compared`,
  'unverified-edits': (count) =>
    said`there was no time to verify ${count} other edit(s) for the failing tests`,
  alone: () => said`no other edit that was tried passes as many tests`,
  'few-tried': (count) => said`there was time to try ${count} edit(s) only`,
  untried: (count) => said`there was no time to try ${count} edit(s) as likely`,
};

/** The reason in words: a sentence without its end. */
export function reasonText({ code, count = 0, signs = [] }: Reason, language: Language): string {
  return code === 'signed'
    ? signedReason('repair', signs, language)
    : saidText(SENTENCES[code](count), language);
}

/** Reason to leave a change with signs to people: a sentence without its end. */
export function signedReason(what: 'repair' | 'change', signs: readonly Sign[], language: Language): string {
  return QUESTION_WORDS[language].signed(what === 'repair', signTexts(signs, language));
}
