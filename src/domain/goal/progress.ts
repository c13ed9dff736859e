import type { Language } from '../run/input';
import { TOOL_ARGS, type GoalTool, type ToolArgs, type FromStep } from './tool-args';
import { said, saidText, speaker, type Said } from '../run/said';
import { plural } from '../text';

type PathOrStep = string | FromStep;
type ProgressLines = { readonly [T in GoalTool]: (args: ToolArgs<T>) => string };

const LONGEST_NAME = 32;
const LONGEST_WORDS = 60;

/** The requirement gives these lines their three dots. */
const korean: ProgressLines = {
  locate: ({ what }) => `${withParticle(shortWords(what), '을')} 찾는 중...`,
  list: ({ path }) => `${withParticle(koreanFolder(path), '을')} 살펴보는 중...`,
  find: (args) => `${koreanFolder(args.path)}에서 ${withParticle(koreanWanted(args), '을')} 찾는 중...`,
  read: ({ path }) => `${withParticle(koreanOne(path), '을')} 읽는 중...`,
  make_folder: ({ path }) => `${shortName(path)} 폴더를 만드는 중...`,
  move: ({ items, to }) =>
    `${withParticle(koreanMany(items), '을')} ${withParticle(koreanFolder(to), '으로')} 옮기는 중...`,
  copy: ({ items, to }) => `${withParticle(koreanMany(items), '을')} ${koreanFolder(to)}에 복사하는 중...`,
  rename: ({ path, name }) =>
    `${koreanOne(path)} 이름을 ${withParticle(shortName(name), '으로')} 바꾸는 중...`,
  write: ({ path }) => `${shortName(path)} 파일을 쓰는 중...`,
  edit: ({ path }) => `${withParticle(koreanOne(path), '을')} 고치는 중...`,
  delete: ({ items }) => `${withParticle(koreanMany(items), '을')} 지우는 중...`,
  run: ({ command }) => `${shortWords(command)} 명령을 실행하는 중...`,
  heal: ({ path }) => `${koreanFolder(path)}의 프로젝트를 고치는 중...`,
  code: ({ out }) => `${shortName(out)} 파일에 프로그램을 작성하는 중...`,
  agent: ({ path }) => `${koreanFolder(path)}에서 작업하는 중...`,
  ask: () => '답변을 기다리는 중...',
};

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

const chinese: ProgressLines = {
  locate: ({ what }) => `正在查找${shortWords(what)}…`,
  list: ({ path }) => `正在查看${chineseFolder(path)}…`,
  find: (args) => `正在${chineseFolder(args.path)}中查找${chineseWanted(args)}…`,
  read: ({ path }) => `正在阅读${chineseOne(path)}…`,
  make_folder: ({ path }) => `正在创建${shortName(path)}文件夹…`,
  move: ({ items, to }) => `正在把${chineseMany(items)}移动到${chineseFolder(to)}…`,
  copy: ({ items, to }) => `正在把${chineseMany(items)}复制到${chineseFolder(to)}…`,
  rename: ({ path, name }) => `正在把${chineseOne(path)}重命名为${shortName(name)}…`,
  write: ({ path }) => `正在写入${shortName(path)}…`,
  edit: ({ path }) => `正在修改${chineseOne(path)}…`,
  delete: ({ items }) => `正在删除${chineseMany(items)}…`,
  run: ({ command }) => `正在运行 ${shortWords(command)}…`,
  heal: ({ path }) => `正在修复${chineseFolder(path)}中的项目…`,
  code: ({ out }) => `正在编写程序${shortName(out)}…`,
  agent: ({ path }) => `正在${chineseFolder(path)}中工作…`,
  ask: () => '正在等待您的回答…',
};

const english: ProgressLines = {
  locate: ({ what }) => `Looking for ${shortWords(what)}…`,
  list: ({ path }) => `Looking through ${folder(path)}…`,
  find: (args) => `Looking for ${wanted(args)} in ${folder(args.path)}…`,
  read: ({ path }) => `Reading ${one(path)}…`,
  make_folder: ({ path }) => `Making the folder ${shortName(path)}…`,
  move: ({ items, to }) => `Moving ${many(items)} to ${folder(to)}…`,
  copy: ({ items, to }) => `Copying ${many(items)} to ${folder(to)}…`,
  rename: ({ path, name }) => `Renaming ${one(path)} to ${shortName(name)}…`,
  write: ({ path }) => `Writing ${shortName(path)}…`,
  edit: ({ path }) => `Editing ${one(path)}…`,
  delete: ({ items }) => `Deleting ${many(items)}…`,
  run: ({ command }) => `Running ${shortWords(command)}…`,
  heal: ({ path }) => `Repairing the project in ${folder(path)}…`,
  code: ({ out }) => `Writing a program to ${shortName(out)}…`,
  agent: ({ path }) => `Working in ${folder(path)}…`,
  ask: () => 'Waiting for your answer…',
};

const PHASES = {
  looking: said`Looking at the folders…`,
  planning: said`Making a plan…`,
  'checking-plan': said`Checking the plan…`,
  rethinking: said`Thinking about another way…`,
  comparing: said`Looking at the whole change…`,
  'final-check': said`Checking that the goal is reached…`,
  publishing: said`Putting the changes in place…`,
  'rolling-back': said`Taking the changes back…`,
  reporting: said`Writing the report…`,
} satisfies Readonly<Record<string, Said>>;

/** Work of a goal between its steps. */
export type GoalPhase = keyof typeof PHASES;

const LINES: Readonly<Record<Language, ProgressLines>> = { en: english, ko: korean, zh: chinese };

/** One friendly line about a step that is under way, in the user's language: `논문 폴더를 살펴보는 중...`. */
export function progressLine<T extends GoalTool>(tool: T, args: object, language: Language): string {
  const checked = TOOL_ARGS[tool].safeParse(args);
  return checked.success ? LINES[language][tool](checked.data as ToolArgs<T>) : `${tool}…`;
}

/** One friendly line about the work between steps: `계획을 수립하는 중...`. */
export function phaseLine(phase: GoalPhase, language: Language): string {
  return saidText(PHASES[phase], language);
}

/** A line with the number of its step, from 1: `Step 2 of 5: …`. */
export function stepLine(number: number, of: number, line: string, language: Language): string {
  return speaker(language)`Step ${number} of ${of}: ${line}`;
}

function folder(path: PathOrStep): string {
  if (typeof path !== 'string') return `the folder of step ${path.fromStep}`;
  const name = shortName(path);
  return name === '' ? 'the folder' : `the ${name} folder`;
}

function one(path: PathOrStep): string {
  return typeof path === 'string' ? shortName(path) : `the result of step ${path.fromStep}`;
}

function many(items: ToolArgs<'move'>['items']): string {
  if (!Array.isArray(items)) return `the results of step ${items.fromStep}`;
  const [first] = items;
  return items.length === 1 && first !== undefined ? one(first) : plural(items.length, 'item');
}

function wanted({ content, name, type, when }: ToolArgs<'find'>): string {
  const things = type === 'folder' ? 'folders' : 'files';
  return [
    things,
    content === undefined ? '' : `about “${shortWords(content)}”`,
    name === undefined ? '' : `named ${shortWords(name)}`,
    when === undefined ? '' : `from ${shortWords(when)}`,
  ]
    .filter(Boolean)
    .join(' ');
}

function chineseFolder(path: PathOrStep): string {
  if (typeof path !== 'string') return `第${path.fromStep}步的文件夹`;
  const name = shortName(path);
  return name.endsWith('文件夹') ? name : `${name}文件夹`;
}

function chineseOne(path: PathOrStep): string {
  return typeof path === 'string' ? shortName(path) : `第${path.fromStep}步的结果`;
}

function chineseMany(items: ToolArgs<'move'>['items']): string {
  if (!Array.isArray(items)) return `第${items.fromStep}步的结果`;
  const [first] = items;
  return items.length === 1 && first !== undefined ? chineseOne(first) : `${items.length}个项目`;
}

function chineseWanted({ content, name, type, when }: ToolArgs<'find'>): string {
  const things = type === 'folder' ? '文件夹' : '文件';
  return [
    when === undefined ? '' : `${shortWords(when)}的`,
    content === undefined ? '' : `与“${shortWords(content)}”有关的`,
    name === undefined ? '' : `名为${shortWords(name)}的`,
    things,
  ].join('');
}

function koreanFolder(path: PathOrStep): string {
  if (typeof path !== 'string') return `${path.fromStep}단계의 폴더`;
  const name = shortName(path);
  return name === '' ? '폴더' : /폴더$/.test(name) ? name : `${name} 폴더`;
}

function koreanOne(path: PathOrStep): string {
  return typeof path === 'string' ? thing(shortName(path)) : `${path.fromStep}단계의 결과`;
}

/** A name in Latin letters has no sound to choose a particle by: a noun follows it. */
function thing(name: string): string {
  if (looksLikeFile(name)) return `${name} 파일`;
  return /[가-힣]$/.test(name.normalize('NFC')) ? name : `${name} 항목`;
}

function koreanMany(items: ToolArgs<'move'>['items']): string {
  if (!Array.isArray(items)) return `${items.fromStep}단계의 결과`;
  const [first] = items;
  return items.length === 1 && first !== undefined ? koreanOne(first) : `항목 ${items.length}개`;
}

function koreanWanted({ content, name, type, when }: ToolArgs<'find'>): string {
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

/** Last name of a path, at most 32 characters: the middle goes first, so that the ending stays. */
function shortName(path: string): string {
  const name = oneLine(path.split('/').findLast((part) => part !== '' && part !== '.') ?? '');
  if (name.length <= LONGEST_NAME) return name;
  const tail = name.slice(-10);
  return `${wholeCharacters(name.slice(0, LONGEST_NAME - 11))}…${wholeCharacters(tail)}`;
}

/** Words of the user or the plan in one line, at most 60 characters. */
function shortWords(text: string): string {
  const line = oneLine(text);
  return line.length <= LONGEST_WORDS ? line : `${wholeCharacters(line.slice(0, LONGEST_WORDS - 1))}…`;
}

/** True for a name with an ending, as files mostly have. */
function looksLikeFile(name: string): boolean {
  return /[^.]\.[a-z0-9]{1,5}$/i.test(name);
}

/** Control characters would break a line or speak to the terminal. */
function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .split(' ')
    .filter((part) => part !== '')
    .join(' ');
}

/** Without half an emoji at either end. */
function wholeCharacters(text: string): string {
  return text.replace(/^[\uDC00-\uDFFF]/, '').replace(/[\uD800-\uDBFF]$/, '');
}
