/** The offer of a change: confidence in it, and the question to people. */
import type { TreeDiff } from '../files/workspace';
import { filesOf } from '../run/policy/act';
import type { NewQuestion } from '../run/questions';
import { unshownText } from '../run/unshown';
import type { Language } from '../run/language';
import { signTexts, type Sign } from '../signs/sign';
import { onlyChoice, type RepairConfidence } from './ambiguity';
import { reasonText, signedReason } from './standing';
import { confirmedBy } from './confirm';
import { repairsInEffect } from './facts';
import { NOTE_WORDS } from './words/notes';
import { QUESTION_WORDS } from './words/questions';
import type { HealFacts } from './state';
import { verdictText } from './verdict';

/** Confidence in the offered change: a sign against any part of it, the request's or a repair's, or a doubt of one makes it ambiguous. */
export function confidenceIn(facts: HealFacts, diff: TreeDiff): RepairConfidence | undefined {
  const { confidence, carriedOut, tree, record, input } = facts;
  const repairs = repairsInEffect(facts);
  const found = [...(carriedOut?.signs ?? []), ...repairs.flatMap(({ signs = [] }) => signs)];
  const signs = [...new Set(found)];
  const doubt = repairs.find((one) => one.doubt)?.doubt;
  const isSure = signs.length === 0 && doubt === undefined && confidence?.level !== 'ambiguous';
  if (confidence?.choices || isSure) return confidence;
  const reason =
    confidence?.level === 'ambiguous'
      ? confidence.reason
      : doubt
        ? reasonText(doubt, input.language)
        : signedReason(repairs.length > 0 ? 'repair' : 'change', signs, input.language);
  const own = record.codeHistory.find((one) => one.tree === tree);
  return onlyChoice(reason, {
    tree,
    diff: diff.hash,
    summary: repairs.at(-1)?.summary ?? own?.fixReason ?? '',
    ...(signs.length > 0 && { signs: signTexts(signs, input.language) }),
  });
}

/** True if people have to judge the change, unless the input says that they need not. */
export function isOpen({ confidence, input }: HealFacts): boolean {
  return confidence?.level === 'ambiguous' && !input.acceptAmbiguous;
}

/** The question that asks to publish a change; `number`: of the question, from 1. */
export function publishQuestion(facts: HealFacts, diff: TreeDiff, number: number): NewQuestion {
  const { verification, input, unfinished } = facts;
  const { language, directory } = input;
  const words = QUESTION_WORDS[language];
  const verdict = verification ? verdictText(verification, language, confirmedBy(facts)) : words.unverified;
  return {
    kind: 'publish',
    hash: diff.hash,
    summary: words.publish(diff.fileCount, directory.realpath, `${verdict}${unshownText(diff, language)}`),
    act: filesOf(diff),
    files: diff.files,
    diffExcerpt: diff.excerpt,
    // What nobody could see must not be published as if it had been seen.
    always: number > 1 || unfinished !== undefined || diff.unshown !== undefined || isOpen(facts),
    ...toLookAt(facts, diff, doubtOf(facts)),
  };
}

/** The reason why the confidence is not high, as a warning; a sign is one already. */
function doubtOf({ confidence, input: { language } }: HealFacts): string[] {
  const { level, reason = '', choices = [] } = confidence ?? {};
  const isSign = choices[0]?.signs?.some((sign) => reason.includes(sign)) ?? false;
  return level === 'ambiguous' && !isSign ? [NOTE_WORDS[language].doubtful(reason)] : [];
}

const MOST_WARNINGS = 10;

/** Warnings that a question shows: who answers it may not see the result before. `first`: those above all others. */
export function toLookAt(
  facts: HealFacts,
  diff: TreeDiff | undefined,
  first: readonly string[] = [],
): Pick<NewQuestion, 'warnings'> {
  const warnings = [...first, ...warningsOf(facts, diff)];
  return warnings.length === 0 ? {} : { warnings: warnings.slice(0, MOST_WARNINGS) };
}

/** Warnings to the reader of the change, a sentence each: on the request's part and on each repair. */
export function warningsOf(
  {
    input: { language },
    carriedOut,
    unfinished,
    repairs,
    verification,
  }: Pick<HealFacts, 'input' | 'carriedOut' | 'unfinished' | 'repairs' | 'verification'>,
  diff: TreeDiff | undefined,
): string[] {
  const words = NOTE_WORDS[language];
  const { fileCount, files } = diff ?? { fileCount: 0, files: [] };
  const unlisted = fileCount - files.length;
  return [
    ...(unfinished === undefined ? [] : [words.unfinished(unfinished.replace(/[.。]?$/, '.'))]),
    ...signWarnings(carriedOut?.signs ?? [], language),
    // A green verdict says nothing of files that no test executes.
    ...(verification?.unexecuted ?? []).map(words.unexecuted),
    ...repairs.flatMap(({ signs = [] }) => signWarnings(signs, language)),
    ...(unlisted > 0 ? [words.unlisted(fileCount, unlisted)] : []),
    ...(diff?.unkept ?? []),
  ];
}

/** Signs of a change, as warnings to its reader. */
export function signWarnings(signs: readonly Sign[], language: Language): string[] {
  return signTexts(signs, language).map(NOTE_WORDS[language].signed);
}
