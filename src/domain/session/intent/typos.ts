/** Words that tell what is asked and that no other English word is one slip away from. */
const TELLING_WORDS = `
  alternative alternatives analysis analyze architecture benchmark branch button changelog comment commit compare component container coverage
  crash database definition dependencies dependency deploy describe dockerfile document documentation endpoint environment error everywhere explain
  feature function implement implementation kubernetes latency libraries library license memory method migrate migration monitoring outdated
  package performance pipeline please profile readme rebase refactor reference rename replace request requirement requirements research review
  security simplify specification staging support upgrade vulnerabilities vulnerability verify version`
  .trim()
  .split(/\s{1,20}/);

const KNOWN = new Set(TELLING_WORDS);
const SHORTEST = 5;

/** Lower-case words of letters only: names of code are left as they are. */
const WORDS = /(?<![\w./@-])[a-z]{5,16}(?![\w./@-])/g;

/** True if one letter more, less or different, or two letters in the other order, makes one word of the other. */
function isOneSlip(word: string, other: string): boolean {
  if (Math.abs(word.length - other.length) > 1 || word[0] !== other[0]) return false;
  // An ending is no slip: "migrated" is not "migrate".
  if (word.startsWith(other) || other.startsWith(word)) return false;
  let from = 0;
  while (word[from] === other[from]) from += 1;
  const [rest, otherRest] = [word.slice(from), other.slice(from)];
  if (rest.length > otherRest.length) return rest.slice(1) === otherRest;
  if (rest.length < otherRest.length) return rest === otherRest.slice(1);
  const swapped = `${rest[1] ?? ''}${rest[0] ?? ''}${rest.slice(2)}`;
  return rest.slice(1) === otherRest.slice(1) || swapped === otherRest;
}

const CONTRACTIONS = /\b(do|does|did|is|are|was|were|wo|ca|would|could|should|has|have|had)nt\b/gi;
const SHORT_IS = /\b(what|where|how|who|that|there)s\b/gi;

/** Mends slips of the keyboard in words that tell what is asked, and contractions without their apostrophe. */
export function withoutTypos(text: string): string {
  return text
    .replace(CONTRACTIONS, "$1n't")
    .replace(SHORT_IS, "$1's")
    .replace(/\bim\b/gi, "i'm")
    .replace(WORDS, (word) => {
      if (word.length < SHORTEST || KNOWN.has(word)) return word;
      return TELLING_WORDS.find((known) => isOneSlip(word, known)) ?? word;
    });
}
