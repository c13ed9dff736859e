import { z } from 'zod';
import { BlobHash, TreeHash } from '../ids';
import type { Language } from '../run/language';
import { capital } from '../run/outcomes';
import { excerpt, firstLine } from '../text';
import { isGreen } from './choose';
import { reasonText, signedReason, AnswerTest, Confidence } from './standing';
import { QUESTION_WORDS } from './words/questions';
import { signTexts } from '../signs/sign';
import type { RoundCandidate, RepairRound } from './proposal';

const TEXT_CHARS = 300;
const MOST_CHOICES = 5;

/** A choice that people have: a repair that passes everything. */
export const RepairChoice = z.object({
  /** A is the likeliest. */
  letter: z.string(),
  tree: TreeHash,
  /** Blob of its difference. */
  diff: BlobHash,
  summary: z.string(),
  /** Answer of the repair to the call in the question. */
  answer: z.string().optional(),
  /** The repair with that answer as a test; absent: none could be written. */
  test: AnswerTest.optional(),
  /** Signs that it passes the tests for the wrong reason, in words. */
  signs: z.array(z.string()).optional(),
});
export type RepairChoice = z.infer<typeof RepairChoice>;

/** Confidence in the repair that a run found, and the choices if it is not high. */
export const RepairConfidence = z.object({
  level: Confidence,
  reason: z.string(),
  /** The question that decides; absent: no call tells the choices apart. */
  question: z.string().optional(),
  /** Absent where the level is high. */
  choices: z.array(RepairChoice).max(MOST_CHOICES).optional(),
});
export type RepairConfidence = z.infer<typeof RepairConfidence>;

/** Confidence in the winner of a round; undefined if it is not green, or if only tests speak for it. */
export function confidenceOf(
  { winner, candidates }: RepairRound,
  language: Language,
): RepairConfidence | undefined {
  if (!winner || !isGreen(winner.verification)) return undefined;
  const { tree, standing, signs = [] } = winner.candidate;
  const signed =
    signs.length > 0
      ? { level: 'ambiguous' as const, reason: signedReason('repair', signs, language) }
      : undefined;
  const trust = standing && { level: standing.confidence, reason: reasonText(standing.reason, language) };
  const known = trust?.level === 'ambiguous' ? trust : (signed ?? trust);
  if (known?.level !== 'ambiguous') return known;
  const others = candidates.filter(
    ({ candidate: other, verification, refuted }) =>
      other.tree !== tree && verification !== undefined && refuted === undefined && isGreen(verification),
  );
  const choices = [winner, ...others]
    .slice(0, MOST_CHOICES)
    .map(({ candidate }, index) => choiceOf(candidate, index, language));
  const call = standing?.deciding?.call;
  const parts = new Set(choices.map(({ answer }) => answer)).size > 1;
  return {
    ...known,
    choices,
    question: call !== undefined && parts ? decidingQuestion(call, choices, language) : undefined,
  };
}

/** Confidence in a single change that people have to judge for this reason. */
export function onlyChoice(
  reason: string,
  { summary, ...choice }: Omit<RepairChoice, 'letter'>,
): RepairConfidence {
  const text = excerpt(firstLine(summary), TEXT_CHARS);
  return { level: 'ambiguous', reason, choices: [{ ...choice, letter: letterOf(0), summary: text }] };
}

function choiceOf(
  { tree, diff, summary, standing, signs = [] }: RoundCandidate['candidate'],
  index: number,
  language: Language,
): RepairChoice {
  return {
    letter: letterOf(index),
    tree,
    diff: diff.hash,
    summary: excerpt(firstLine(summary), TEXT_CHARS),
    answer: standing?.deciding?.answer,
    ...(standing?.deciding?.test && { test: standing.deciding.test }),
    ...(signs.length > 0 && { signs: signTexts(signs, language) }),
  };
}

/** `A: <= should be < (src/page.ts:14)`, for a list of choices. */
export function choiceText({ letter, summary, signs = [] }: RepairChoice): string {
  return `${letter}: ${summary}${signs.length > 0 ? ` [${signs.join(', ')}]` : ''}`;
}

/** The choice that an answer names by its letter or its whole text. */
export function chosenBy(choices: readonly RepairChoice[], text: string): RepairChoice | undefined {
  const typed = text.trim();
  return choices.find(
    (choice) => choice.letter.toLowerCase() === typed.toLowerCase() || choiceText(choice) === typed,
  );
}

/** The question in words, with why it is asked. */
export function questionOf(
  { reason, question, choices = [] }: RepairConfidence,
  language: Language = 'en',
): string {
  const words = QUESTION_WORDS[language];
  const path = choices.find(({ test }) => test)?.test?.path;
  const added = path === undefined ? '' : ` ${words.becomesTest(path)}`;
  const plain = choices.length > 1 ? words.noneTells : words.asItIs;
  return `${capital(reason)}. ${question ?? plain}${added}`;
}

/** Letters of choices: A, B, C … */
export function letterOf(index: number): string {
  return String.fromCodePoint(65 + index);
}

/** The question that decides: "`isScriptProtocol('https:')` would be true with A, false with B and C. Which is right?" */
export function decidingQuestion(
  text: string,
  choices: readonly { letter: string; answer?: string }[],
  language: Language = 'en',
): string {
  const byAnswer = new Map<string | undefined, string[]>();
  for (const { letter, answer } of choices) byAnswer.set(answer, [...(byAnswer.get(answer) ?? []), letter]);
  const parts = [...byAnswer].map(([answer, letters]) => ({ answer, letters }));
  return QUESTION_WORDS[language].deciding(text, parts);
}
