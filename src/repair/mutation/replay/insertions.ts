/** Code that is put into a text at a place. */
export interface Insertion {
  at: number;
  code: string;
}

/** The text with the code in it. Of two insertions at one place the later in the list stands before. */
export function withInsertions(text: string, insertions: readonly Insertion[]): string {
  let result = text;
  for (const { at, code } of insertions.toSorted((a, b) => b.at - a.at))
    result = result.slice(0, at) + code + result.slice(at);
  return result;
}
