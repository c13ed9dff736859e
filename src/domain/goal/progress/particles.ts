/** Pairs of Korean particles: behind a final consonant, and behind a vowel. */
const PARTICLES = {
  을: ['을', '를'],
  이: ['이', '가'],
  은: ['은', '는'],
  과: ['과', '와'],
  으로: ['으로', '로'],
} as const;

export type Particle = keyof typeof PARTICLES;

const FIRST_SYLLABLE = 0xac00;
const LAST_SYLLABLE = 0xd7a3;
const FINALS = 28;
const FINAL_L = 8;
/** Final consonants of 영 일 이 삼 사 오 육 칠 팔 구: none, ㄹ or another. */
const DIGITS = ['other', 'l', 'none', 'other', 'none', 'none', 'other', 'l', 'l', 'none'] as const;

/** A word with its particle: `폴더를`, `파일을`, `바탕화면으로`; both where nothing says how the word is spoken. */
export function withParticle(word: string, particle: Particle): string {
  const [afterConsonant, afterVowel] = PARTICLES[particle];
  const final = finalOf(word);
  if (final === undefined) return `${word}${afterConsonant}(${afterVowel})`;
  // ㄹ takes 로 as a vowel does.
  const isVowel = final === 'none' || (final === 'l' && particle === '으로');
  return `${word}${isVowel ? afterVowel : afterConsonant}`;
}

function finalOf(word: string): 'none' | 'l' | 'other' | undefined {
  const spoken = word.normalize('NFC').replace(/[’'”"」』)\]]{1,3}$/, '');
  const last = spoken.charCodeAt(spoken.length - 1);
  if (last >= FIRST_SYLLABLE && last <= LAST_SYLLABLE) {
    const final = (last - FIRST_SYLLABLE) % FINALS;
    return final === 0 ? 'none' : final === FINAL_L ? 'l' : 'other';
  }
  return DIGITS[last - 48];
}
