import type { TemplateName } from './priors';

/** One edit of a text: `[start, end)` in UTF-16 units becomes `replacement`. */
export interface TextEdit {
  start: number;
  end: number;
  replacement: string;
}

/** One edit of one file's text by a template. */
export interface Mutation extends TextEdit {
  template: TemplateName;
  /** In words, without the place: `` `<` should be `<=` ``. */
  description: string;
  /** How likely among the mutations of its template, over 0 to 1; above 1 only to be tried early. */
  weight: number;
}

/** A mutation of a file with the places it competes for. */
export interface PlacedMutation extends Mutation {
  file: string;
  /** Line of `start`, from 1. */
  line: number;
  /** Suspiciousness of the line, 0 to 1 or a little above where a stack points there. */
  suspicion: number;
  /** 0 goes before 1 whatever the scores: 0 for the files that the user named. */
  precedence: number;
  /** How likely it is by its place, its template and what failures say, where it was ranked. */
  score?: number;
}

/** The text with the edits in place, which must not overlap. Of two that begin at one place the later in the list stands before. */
export function applyMutations(text: string, edits: readonly TextEdit[]): string {
  let result = text;
  for (const { start, end, replacement } of [...edits].sort((a, b) => b.start - a.start))
    result = result.slice(0, start) + replacement + result.slice(end);
  return result;
}

/** Key of an edit: the same place becomes the same text. */
export function editKey({ file, start, end, replacement }: PlacedMutation): string {
  return JSON.stringify([file, start, end, replacement]);
}

/** True where two mutations of one file touch the same text, or insert at the same point. */
export function overlaps(a: Mutation, b: Mutation): boolean {
  return a.start < b.end && b.start < a.end ? true : a.start === b.start;
}

/** The same edit without the text that both sides share at their ends. */
export function trimmed(text: string, edit: TextEdit): TextEdit {
  const { replacement } = edit;
  let { start, end } = edit;
  let from = 0;
  let to = replacement.length;
  while (start < end && from < to && text[start] === replacement[from]) {
    start++;
    from++;
  }
  while (start < end && from < to && text[end - 1] === replacement[to - 1]) {
    end--;
    to--;
  }
  return { start, end, replacement: replacement.slice(from, to) };
}

/** Key of the trimmed edit: two templates that reach the same text get the same key. */
export function canonicalKey(text: string, edit: TextEdit): string {
  const { start, end, replacement } = trimmed(text, edit);
  return `${start}:${end}:${replacement}`;
}
