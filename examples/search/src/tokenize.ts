const STOP_WORDS = new Set(['a', 'an', 'and', 'in', 'is', 'of', 'the', 'to']);

/** Words of a text in lower case, without punctuation and stop words. */
export function tokenize(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !STOP_WORDS.has(word));
}
