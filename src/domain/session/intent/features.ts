import { normalised } from './normalise';

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
