import { knownNameIn, type KnownFolder } from './known-names';
import { folded, nameTokens } from './tokens';

/** Parts of a description of a folder. */
export interface Description {
  /** The folder of every desktop that is named: the one meant, or the one that it lies in. */
  known?: KnownFolder;
  /** Words of the name, each with its forms without particles. */
  words: string[][];
  /** Words of the name where that of the known folder is none of its own: `work documents`. */
  allWords: string[][];
}

const FOLDER_WORDS = ['폴더', '디렉토리', '디렉터리', '文件夹', '文件夾', '資料夾', '资料夹', '目录', '目錄'];
const ASIAN_FILLERS = [
  '에 있는',
  '안에 있는',
  '속에 있는',
  '里面的',
  '裡面的',
  '里的',
  '裡的',
  '上的',
  '中的',
  '下的',
  '的',
];
/** Behind the name of a place. */
const BEHIND_PLACE = ['에서', '에', '의', '上', '里', '裡', '中', '内', '下', '里面'];
const FILLERS = new Set(
  (
    'the a an my our your this that folder folders directory directories dir in inside within on of at from under for with ' +
    'called named containing contains where which is are all files file stored located there ' +
    '있는 있던 안 안에 안의 속 속의 내 나의 제 이름 이름의 이라는 라는 관련 들어있는 담긴 파일 파일들 ' +
    '在 我 我的 名为 叫 叫做 一个 那个 这个'
  ).split(' '),
);
const PARTICLES = [
  '으로',
  '에서',
  '에게',
  '들',
  '에',
  '의',
  '을',
  '를',
  '이',
  '가',
  '은',
  '는',
  '로',
  '과',
  '와',
];

/** Takes a description apart: `바탕화면에 있는 논문 폴더` is the word 논문 and the desktop. */
export function describe(what: string): Description {
  const text = folded(what);
  const place = knownNameIn(text);
  if (!place) return { words: wordsOf(text), allWords: wordsOf(text) };
  const rest = `${text.slice(0, place.from)} ${withoutStart(text.slice(place.to))}`;
  return { known: place.kind, words: wordsOf(rest), allWords: wordsOf(text) };
}

function withoutStart(text: string): string {
  const start = BEHIND_PLACE.find((one) => text.startsWith(one));
  return start === undefined ? text : text.slice(start.length);
}

function wordsOf(text: string): string[][] {
  let rest = text;
  for (const one of [...FOLDER_WORDS, ...ASIAN_FILLERS]) rest = rest.replaceAll(one, ' ');
  return nameTokens(rest)
    .filter((word) => !FILLERS.has(word))
    .map(formsOf);
}

/** The word, and without a Korean particle: `논문을` is also 논문. */
function formsOf(word: string): string[] {
  const particle = PARTICLES.find((one) => word.length > one.length + 1 && word.endsWith(one));
  return particle && /\p{Script=Hangul}/u.test(word) ? [word, word.slice(0, -particle.length)] : [word];
}
