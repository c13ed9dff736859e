/** Stems of English words, kept simple: forms of one word must meet, and need not be words themselves. */

const SHORTEST = 3;
const VOWEL = /[aeiouy]/;

/** Endings and what stands in their place, the longest first. */
const ENDINGS: readonly (readonly [ending: string, put: string])[] = [
  ['ization', 'ize'],
  ['isation', 'ize'],
  ['ations', 'ate'],
  ['ation', 'ate'],
  ['itions', 'it'],
  ['ition', 'it'],
  ['ically', 'ic'],
  ['ally', ''],
  ['ements', ''],
  ['ement', ''],
  ['ness', ''],
  ['ising', 'ize'],
  ['izing', 'ize'],
  ['izers', 'ize'],
  ['izer', 'ize'],
  ['ator', 'ate'],
  ['ators', 'ate'],
  ['ctions', 'ct'],
  ['ction', 'ct'],
  ['ptions', 'pt'],
  ['ption', 'pt'],
  ['ables', ''],
  ['able', ''],
  ['ities', ''],
  ['ity', ''],
  ['ingly', ''],
  ['edly', ''],
  ['ings', ''],
  ['ing', ''],
  ['ies', 'y'],
  ['ied', 'y'],
  ['ers', ''],
  ['er', ''],
  ['ors', ''],
  ['or', ''],
  ['ed', ''],
  ['es', ''],
  ['ly', ''],
  ['al', ''],
  ['s', ''],
  ['e', ''],
];

/** Stem of a word in lower case: `parsing`, `parsed`, `parser` and `parses` all become `pars`. */
export function stem(word: string): string {
  if (word.length <= SHORTEST || word.endsWith('ss') || !/^[a-z]{1,80}$/.test(word)) return word;
  for (const [ending, put] of ENDINGS) {
    if (!word.endsWith(ending)) continue;
    const root = word.slice(0, -ending.length);
    if (root.length < SHORTEST || !VOWEL.test(root)) continue;
    return tidied(root + put);
  }
  return tidied(word);
}

/** The last letter doubled or silent: `stopp` is `stop`, `cache` is `cach`, `retry` is `retri`. */
function tidied(root: string): string {
  const last = root.at(-1) ?? '';
  if (root.length > SHORTEST && last === root.at(-2) && !'lsz'.includes(last)) return root.slice(0, -1);
  if (root.length > SHORTEST && last === 'e') return root.slice(0, -1);
  if (last === 'y') return `${root.slice(0, -1)}i`;
  return root;
}
