const WORD = /[\w$]/;

/** True if a text holds the word by itself: not as a part of a longer name. The word is no pattern. */
export function hasWord(text: string, word: string): boolean {
  if (word === '') return false;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!WORD.test(text[at - 1] ?? '') && !WORD.test(text[at + word.length] ?? '')) return true;
  return false;
}
