import { z } from 'zod';
import { BlobHash, TreeHash } from '../ids';
import { excerpt, firstLine } from '../text';
import { Confidence, decidingQuestion } from './behaviour';
import { isGreen } from './choose';
import { AnswerTest } from './standing';
import type { RoundCandidate, RepairRound } from './rounds';

const TEXT_CHARS = 300;

/** One of several repairs that pass everything, for people to choose from. */
export const RepairChoice = z.object({
  /** A is the likeliest. */
  letter: z.string(),
  tree: TreeHash,
  /** Blob of its difference. */
  diff: BlobHash,
  summary: z.string(),
  /** Answer that it gives to the call of the question. */
  answer: z.string().optional(),
  /** The same with that answer as a test; absent where none could be written. */
  test: AnswerTest.optional(),
  /** Signs that it passes the tests for the wrong reason. */
  signs: z.array(z.string()).optional(),
});
export type RepairChoice = z.infer<typeof RepairChoice>;

/** Confidence in the repair that a run found, and the choice that is left where it is not high. */
export const RepairConfidence = z.object({
  level: Confidence,
  reason: z.string(),
  /** The one question that decides; absent where no call parts the choices. */
  question: z.string().optional(),
  /** Absent where the level is high. */
  choices: z.array(RepairChoice).max(5).optional(),
});
export type RepairConfidence = z.infer<typeof RepairConfidence>;

/** Confidence in the winner of a round; undefined where it was not compared with others, or is not the end. */
export function confidenceOf({ winner, candidates }: RepairRound): RepairConfidence | undefined {
  const standing = winner?.candidate.standing;
  if (!winner || !standing || !isGreen(winner.verification)) return undefined;
  const { confidence: level, reason } = standing;
  if (level === 'high') return { level, reason };
  const { tree } = winner.candidate;
  const green = candidates.filter(({ candidate: other, verification, refuted }) => {
    const isOther = other.tree !== tree && other.standing !== undefined;
    return isOther && verification !== undefined && refuted === undefined && isGreen(verification);
  });
  const choices = [winner, ...green].map(({ candidate }, index) => choiceOf(candidate, index));
  const call = standing.deciding?.call;
  const parts = new Set(choices.map(({ answer }) => answer)).size > 1;
  return {
    level,
    reason,
    choices,
    question: call !== undefined && parts ? decidingQuestion(call, choices) : undefined,
  };
}

function choiceOf(
  { tree, diff, summary, standing }: RoundCandidate['candidate'],
  index: number,
): RepairChoice {
  const signs = standing?.signs ?? [];
  return {
    letter: String.fromCodePoint(65 + index),
    tree,
    diff: diff.hash,
    summary: excerpt(firstLine(summary), TEXT_CHARS),
    answer: standing?.deciding?.answer,
    ...(standing?.deciding?.test && { test: standing.deciding.test }),
    ...(signs.length > 0 ? { signs } : {}),
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
export function questionOf({ reason, question, choices = [] }: RepairConfidence): string {
  const why = `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
  const path = choices.find(({ test }) => test)?.test?.path;
  const added = path === undefined ? '' : ` The answer becomes a test in ${path}.`;
  return `${why} ${question ?? 'Which repair is right?'}${added}`;
}
