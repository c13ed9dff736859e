/** Words of code and of questions: identifiers split at humps and underscores, stems, stop words. */

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

/** Longest identifier that is looked into; longer ones are data. */
const LONGEST = 80;
const SHORTEST_WORD = 2;

/** English words that say nothing of a file, and words of every language's grammar. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a about after all also an and any are as at be been before being both but by can could did do does doing each ' +
    'for from had has have having he her here him his how i if in into is it its just me more most my no nor not of on ' +
    'one only or other our out over own same she should so some such than that the their them then there these they ' +
    'this those through to too under until up us very was we were what when where which while who whom why will with ' +
    'would you your find show tell me please code file files located location look looking happen happens place ' +
    'does done doing get gets got give gives given use used uses using let lets want wants need needs make makes made ' +
    'const var function return export import null undefined true false void new else'
  ).split(' '),
);

/** True for a word that says nothing of what a question is after. */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}

/** Parts of an identifier in lower case: `parseHTTPHeader_v2` → parse, http, header, v2. */
export function splitIdentifier(name: string): string[] {
  if (name.length > LONGEST) return [];
  const parts = name.match(
    /[A-Z]{1,40}(?![a-z])\d{0,10}|[A-Z]?[a-z]{1,80}\d{0,10}|\d{1,20}|[^\x00-\x7f]{1,80}/g,
  );
  return (parts ?? []).map((part) => part.toLowerCase());
}

export function termsOfName(name: string): string[] {
  return splitIdentifier(name).flatMap((part) => (part.length < SHORTEST_WORD ? [] : [stem(part)]));
}

const IDENTIFIER = /[A-Za-z_$][\w$]{1,200}|[^\x00-\x7f\s]{1,80}/g;

/** Identifiers and words of a text, in their order. */
export function identifiersOf(text: string): string[] {
  return text.match(IDENTIFIER) ?? [];
}

/** Words of every text, which are counted once: one cache a reader, so that nothing outlives it. */
export class TermReader {
  private readonly known = new Map<string, readonly string[]>();

  /** How often each term stands in a text. */
  count(text: string): Map<string, number> {
    const counts = new Map<string, number>();
    for (const name of identifiersOf(text)) {
      for (const term of this.terms(name)) counts.set(term, (counts.get(term) ?? 0) + 1);
    }
    return counts;
  }

  /** Terms of an identifier, stop words left out. */
  terms(name: string): readonly string[] {
    const known = this.known.get(name);
    if (known) return known;
    const made = splitIdentifier(name).flatMap((part) =>
      part.length < SHORTEST_WORD || STOP_WORDS.has(part) ? [] : [stem(part)],
    );
    if (this.known.size > MOST_KNOWN) this.known.clear();
    this.known.set(name, made);
    return made;
  }
}

const MOST_KNOWN = 200_000;

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
