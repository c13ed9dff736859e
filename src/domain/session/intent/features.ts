/** Longest text that is read, in characters: what people ask for stands at its beginning. */
export const LONGEST_INTENT = 2_000;

/** Stands for a name of code: it says where, not what to do. */
const NAME_MARK = '§';

/** Characters of a name of code, with the brackets of a call. */
const TOKENS = /[\w@./-]{1,200}(?:\(\))?/g;
/** A call, a path to a file, snake case, camel case. */
const NAME = /\(\)$|\/[\w.-]*\.\w|\/[\w.-]+\/|^[a-z]\w{0,40}_\w|^[a-z][a-z0-9]{0,30}[A-Z]/;

const QUOTED = /"[^"\n]{1,80}"|“[^”\n]{1,80}”|`[^`\n]{1,80}`|「[^」\n]{1,80}」|『[^』\n]{1,80}』/g;

/** Work that people do not want, with the marks of where it begins and ends: words that are counted can't say "not". */
const REFUSED = [
  /(?:^|[,.;!?:—–-] ?|\b(?:please|but|and|so|just|yet) )(?:don't|do not|dont|no need to|never|stop|not) (?!know|understand|see|get|find|remember|have|think|sure|work|working|only|just)[^,.;!?:—–\n]{1,80}?(?=[,.;!?:—–\n]|\b(?:just|only|but|instead|yet|until|before)\b|$)/g,
  /[^,.;!?\n]{1,40}(?:하지|지) ?(?:말고|말아|마세요|마라|마[.! ]|마$|않고|않아도)/g,
  /(?:先别|(?<![特级类区识分性辨个])别(?![的人家处])|不要|不用|不需要|无需|不必|暂时不|先不)(?!变|改变|影响|了)[^,,。.;;!!??\n]{1,30}/g,
];

/** Buckets that features are hashed into. */
export const BUCKETS = 2 ** 16;

const LONGEST_GRAM = 5;
/** One character of Chinese or Korean says something, one Latin letter does not. */
const SYLLABLES = /[\p{Script=Han}\p{Script=Hangul}]/u;

const WORDS = /[a-z0-9_'+#.-]+|[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu;

/** Weight of each bucket that a text falls into, of length 1: n-grams of characters within words, words, pairs of words, both ends. */
export function featuresOf(text: string): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const feature of namesOf(normalised(text))) {
    const bucket = bucketOf(feature);
    counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
  }
  const damped = [...counts].map(([bucket, count]) => [bucket, 1 + Math.log(count)] as const);
  const length = Math.sqrt(damped.reduce((sum, [, weight]) => sum + weight * weight, 0));
  return new Map(damped.map(([bucket, weight]) => [bucket, weight / length]));
}

function namesOf(text: string): string[] {
  const words = text.match(WORDS) ?? [];
  const pairs = words.slice(1).map((word, index) => `b${words[index] ?? ''} ${word}`);
  const [first = '', second = ''] = words;
  const ends = [`^${first}`, `^${first} ${second}`, `$${words.at(-1) ?? ''}`];
  const wholes = [...words.map((word) => `w${word}`), ...pairs, ...ends];
  // Words count twice: most of their n-grams are those of many others.
  return [...text.split(' ').flatMap(gramsOf), ...wholes, ...wholes];
}

function gramsOf(word: string): string[] {
  const marked = `_${word}_`;
  const grams: string[] = [];
  const shortest = SYLLABLES.test(word) ? 1 : 2;
  for (let length = shortest; length <= LONGEST_GRAM; length += 1)
    for (let from = 0; from + length <= marked.length; from += 1)
      grams.push(`c${marked.slice(from, from + length)}`);
  return grams;
}

/** FNV-1a with its bits mixed: neighbouring n-grams fall far apart. */
function bucketOf(feature: string): number {
  let hash = 2_166_136_261;
  for (let index = 0; index < feature.length; index += 1)
    hash = Math.imul(hash ^ feature.charCodeAt(index), 16_777_619);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c_1b_3c_6d);
  return (hash ^ (hash >>> 12)) & (BUCKETS - 1);
}

/** A text of people in lower case and one form of each character, without refused work; names of code are a mark. */
export function normalised(text: string): string {
  const plain = text
    .slice(0, LONGEST_INTENT)
    .normalize('NFKC')
    .replace(/[‘’]/g, "'")
    .replace(QUOTED, (quoted) => (/error|exception|fail/i.test(quoted) ? quoted : NAME_MARK))
    .replace(TOKENS, (token) => (NAME.test(token) ? NAME_MARK : token))
    .toLowerCase()
    .replace(/\s+/g, ' ');
  return REFUSED.reduce((rest, refused) => rest.replace(refused, ' '), plain).trim();
}
