import { applyMutations } from '../../search/mutation';

/** Code that is put into a text at a place. */
export interface Insertion {
  at: number;
  code: string;
}

/** The text with the code in it. Of two insertions at one place the later in the list stands before. */
export function withInsertions(text: string, insertions: readonly Insertion[]): string {
  return applyMutations(
    text,
    insertions.map(({ at, code }) => ({ start: at, end: at, replacement: code })),
  );
}
