import type { ItemOutcome, ToolOutcome } from '../../../domain/goal/outcome';
import { type GoalWords, wordsOf } from '../../../domain/goal/words';
import type { Language } from '../../../domain/run/input';
import { shownPath } from '../directory/context';

export type FileWords = GoalWords['files'];

/** Sentences of the tools on files in the language of a run. */
export function fileWords({ language }: { language: Language }): FileWords {
  return wordsOf(language).files;
}

const LISTED = 20;

/** `Moved 8 of 10 items to papers.`, and why the others failed. */
export function summaryOf(
  words: FileWords,
  how: Parameters<FileWords['did']>[0],
  items: readonly ItemOutcome[],
  to?: string,
): string {
  const done = items.filter(({ ok }) => ok).length;
  return [words.did(how, done, items.length, to), ...failureLines(words, items)].join('\n');
}

/** Failures, one a line: the first 20, and how many more. */
export function failureLines(words: FileWords, items: readonly ItemOutcome[]): string[] {
  const failed = items.filter(({ ok }) => !ok);
  const lines = failed.slice(0, LISTED).map(({ path, reason }) => `- ${shownPath(path)}: ${reason ?? ''}`);
  const more = failed.length - lines.length;
  return more > 0 ? [...lines, `- ${words.moreFailed(more)}`] : lines;
}

/** A call on one thing that came to nothing. */
export function failedItem(path: string, problem: string): ToolOutcome {
  return { items: [{ path, ok: false, reason: problem }], text: problem };
}

/** A call that came to nothing as a whole, and so for each of its items. */
export function failedCall(paths: readonly string[], problem: string): ToolOutcome {
  return { items: paths.map((path) => ({ path, ok: false, reason: problem })), text: problem, problem };
}
