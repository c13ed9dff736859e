import type { ToolArgs } from '../tool-args';
import type { ProgressLines } from './lines';
import { looksLikeFile, shortName, shortWords, type PathOrStep } from './names';

/** The requirement gives these lines their three dots. */
export const korean: ProgressLines = {
  tools: {
    locate: ({ what }) => `${withParticle(shortWords(what), '을')} 찾는 중...`,
    list: ({ path }) => `${withParticle(folder(path), '을')} 살펴보는 중...`,
    find: (args) => `${folder(args.path)}에서 ${withParticle(wanted(args), '을')} 찾는 중...`,
    read: ({ path }) => `${withParticle(one(path), '을')} 읽는 중...`,
    make_folder: ({ path }) => `${shortName(path)} 폴더를 만드는 중...`,
    move: ({ items, to }) =>
      `${withParticle(many(items), '을')} ${withParticle(folder(to), '으로')} 옮기는 중...`,
    copy: ({ items, to }) => `${withParticle(many(items), '을')} ${folder(to)}에 복사하는 중...`,
    rename: ({ path, name }) => `${one(path)} 이름을 ${withParticle(shortName(name), '으로')} 바꾸는 중...`,
    write: ({ path }) => `${shortName(path)} 파일을 쓰는 중...`,
    edit: ({ path }) => `${withParticle(one(path), '을')} 고치는 중...`,
    delete: ({ items }) => `${withParticle(many(items), '을')} 지우는 중...`,
    run: ({ command }) => `${shortWords(command)} 명령을 실행하는 중...`,
    heal: ({ path }) => `${folder(path)}의 프로젝트를 고치는 중...`,
    code: ({ out }) => `${shortName(out)} 파일에 프로그램을 작성하는 중...`,
    agent: ({ path }) => `${folder(path)}에서 작업하는 중...`,
    ask: () => '답변을 기다리는 중...',
  },
  phases: {
    looking: '폴더를 확인하는 중...',
    planning: '계획을 수립하는 중...',
    'checking-plan': '계획을 검토하는 중...',
    rethinking: '다른 방법을 생각하는 중...',
    comparing: '전체 변경 사항을 확인하는 중...',
    'final-check': '목표를 달성했는지 확인하는 중...',
    publishing: '변경 사항을 반영하는 중...',
    'rolling-back': '변경 사항을 되돌리는 중...',
    reporting: '결과를 정리하는 중...',
  },
  step: (number, of, line) => `${of}단계 중 ${number}단계: ${line}`,
};

function folder(path: PathOrStep): string {
  if (typeof path !== 'string') return `${path.fromStep}단계의 폴더`;
  const name = shortName(path);
  return name === '' ? '폴더' : /폴더$/.test(name) ? name : `${name} 폴더`;
}

function one(path: PathOrStep): string {
  return typeof path === 'string' ? thing(shortName(path)) : `${path.fromStep}단계의 결과`;
}

/** A name in Latin letters has no sound to choose a particle by: a noun follows it. */
function thing(name: string): string {
  if (looksLikeFile(name)) return `${name} 파일`;
  return /[가-힣]$/.test(name.normalize('NFC')) ? name : `${name} 항목`;
}

function many(items: ToolArgs<'move'>['items']): string {
  if (!Array.isArray(items)) return `${items.fromStep}단계의 결과`;
  const [first] = items;
  return items.length === 1 && first !== undefined ? one(first) : `항목 ${items.length}개`;
}

function wanted({ content, name, type, when }: ToolArgs<'find'>): string {
  const things = type === 'folder' ? '폴더' : '파일';
  return [
    when === undefined ? '' : `${shortWords(when)}의`,
    content === undefined ? '' : `${shortWords(content)} 관련`,
    name === undefined ? '' : shortWords(name),
    things,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Pairs of Korean particles: behind a final consonant, and behind a vowel. */
const PARTICLES = {
  을: ['을', '를'],
  이: ['이', '가'],
  은: ['은', '는'],
  과: ['과', '와'],
  으로: ['으로', '로'],
} as const;

type Particle = keyof typeof PARTICLES;

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
