/** A file of the program before and after a change. */
export interface ChangedFile {
  path: string;
  before: string;
  after: string;
}

/** A line that a change adds or takes away, with its number, from 0. */
export interface ChangedLine {
  line: number;
  text: string;
}

/** The end of a line that is a comment. */
export const COMMENT = /(?:^|\s)(?:\/\/|#(?!\[)).*$/;

/** Lines of a text that another has not, or not as often. */
export function linesOnlyIn(text: string, other: string): ChangedLine[] {
  const known = new Map<string, number>();
  for (const line of other.split('\n')) known.set(line, (known.get(line) ?? 0) + 1);
  return text.split('\n').flatMap((line, number) => {
    const left = known.get(line) ?? 0;
    known.set(line, left - 1);
    return left > 0 || line.trim() === '' ? [] : [{ line: number, text: line }];
  });
}

/** Words of a line, also those inside of texts: these may be put together of variables. */
export function wordsOf(line: string): string[] {
  return line.replace(COMMENT, '').match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? [];
}
