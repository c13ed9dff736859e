/** A sentence as its code in a table of words and the values of it: whoever shows it makes the text, in a language. */
export type Saying<Words> = {
  [Code in keyof Words]: Words[Code] extends (...values: infer Values) => string
    ? readonly [Code, ...Values]
    : Words[Code] extends string
      ? readonly [Code]
      : never;
}[keyof Words];

/** The sentence in the language of a table. */
export function said<Words>(words: Words, [code, ...values]: Saying<Words>): string {
  const word: unknown = words[code];
  return typeof word === 'function' ? (word as (...given: unknown[]) => string)(...values) : String(word);
}
