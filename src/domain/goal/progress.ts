import { baseName } from '../files/paths';
import type { Language } from '../run/input';
import { excerpt } from '../text';
import { withDirection, withObject } from './particles';
import { isFromStep } from './plan';
import type { GoalTool } from './tool-args';

/** Friendly lines of one language on what a run is at. */
type Lines = Readonly<Record<GoalTool, (given: Shown) => string>>;

/** Arguments as a line shows them. */
interface Shown {
  /** Name of what is worked on; `there` where an earlier step says. */
  what: string;
  /** Where it goes. */
  to: string;
  /** Words that are looked for. */
  words: string;
}

const english: Lines = {
  locate: ({ words }) => `Looking for ${words}…`,
  list: ({ what }) => `Looking through ${what}…`,
  find: ({ what, words }) => (words === '' ? `Searching ${what}…` : `Searching ${what} for ${words}…`),
  read: ({ what }) => `Reading ${what}…`,
  make_folder: ({ what }) => `Making the folder ${what}…`,
  move: ({ what, to }) => `Moving ${what} to ${to}…`,
  copy: ({ what, to }) => `Copying ${what} to ${to}…`,
  rename: ({ what, words }) => `Renaming ${what} to ${words}…`,
  write: ({ what }) => `Writing ${what}…`,
  edit: ({ what }) => `Editing ${what}…`,
  delete: ({ what }) => `Deleting ${what}…`,
  run: ({ words }) => `Running ${words}…`,
  heal: ({ what }) => `Repairing ${what}…`,
  code: ({ what }) => `Writing code for ${what}…`,
  agent: ({ what }) => `Working on ${what}…`,
  ask: ({ words }) => `Asking you: ${words}`,
};

const korean: Lines = {
  locate: ({ words }) => `${withObject(words)} 찾는 중...`,
  list: ({ what }) => `${withObject(what)} 살펴보는 중...`,
  find: ({ what, words }) =>
    words === '' ? `${what}에서 찾는 중...` : `${what}에서 ${withObject(words)} 찾는 중...`,
  read: ({ what }) => `${withObject(what)} 읽는 중...`,
  make_folder: ({ what }) => `${what} 폴더를 만드는 중...`,
  move: ({ what, to }) => `${withObject(what)} ${withDirection(to)} 옮기는 중...`,
  copy: ({ what, to }) => `${withObject(what)} ${withDirection(to)} 복사하는 중...`,
  rename: ({ what, words }) => `${what}의 이름을 ${withDirection(words)} 바꾸는 중...`,
  write: ({ what }) => `${withObject(what)} 쓰는 중...`,
  edit: ({ what }) => `${withObject(what)} 고치는 중...`,
  delete: ({ what }) => `${withObject(what)} 지우는 중...`,
  run: ({ words }) => `${withObject(words)} 실행하는 중...`,
  heal: ({ what }) => `${withObject(what)} 복구하는 중...`,
  code: ({ what }) => `${what} 코드를 작성하는 중...`,
  agent: ({ what }) => `${withObject(what)} 작업하는 중...`,
  ask: ({ words }) => `질문: ${words}`,
};

const chinese: Lines = {
  locate: ({ words }) => `正在寻找${words}…`,
  list: ({ what }) => `正在查看${what}…`,
  find: ({ what, words }) => (words === '' ? `正在搜索${what}…` : `正在${what}中搜索“${words}”…`),
  read: ({ what }) => `正在阅读${what}…`,
  make_folder: ({ what }) => `正在新建文件夹${what}…`,
  move: ({ what, to }) => `正在把${what}移到${to}…`,
  copy: ({ what, to }) => `正在把${what}复制到${to}…`,
  rename: ({ what, words }) => `正在把${what}改名为${words}…`,
  write: ({ what }) => `正在写入${what}…`,
  edit: ({ what }) => `正在修改${what}…`,
  delete: ({ what }) => `正在删除${what}…`,
  run: ({ words }) => `正在运行${words}…`,
  heal: ({ what }) => `正在修复${what}…`,
  code: ({ what }) => `正在为${what}编写代码…`,
  agent: ({ what }) => `正在处理${what}…`,
  ask: ({ words }) => `询问：${words}`,
};

const LINES: Readonly<Record<Language, Lines>> = { en: english, ko: korean, zh: chinese };

interface Names {
  here: string;
  there: string;
  found: string;
  items(count: number): string;
}

/** Words for what has no name of its own. */
const NAMES: Readonly<Record<Language, Names>> = {
  en: {
    here: 'the folder',
    there: 'the folder that was found',
    found: 'what was found',
    items: (count) => `${count} items`,
  },
  ko: { here: '폴더', there: '찾은 폴더', found: '찾은 항목', items: (count) => `항목 ${count}개` },
  zh: { here: '文件夹', there: '找到的文件夹', found: '找到的内容', items: (count) => `${count} 个项目` },
};

const NAME_CHARS = 40;

/** One friendly line on what a step is at, in the user's language: `Looking through papers…` */
export function progressLine(tool: GoalTool, args: object, language: Language): string {
  const given = args as Readonly<Record<string, unknown>>;
  const names = NAMES[language];
  const target = given['path'] ?? given['items'] ?? given['out'] ?? '.';
  const words = ['what', 'content', 'when', 'name', 'command', 'question', 'spec']
    .map((name) => given[name])
    .find((value) => typeof value === 'string');
  return LINES[language][tool]({
    what: shown(target, names, names.found),
    to: shown(given['to'], names, names.there),
    words: excerpt(typeof words === 'string' ? words : '', NAME_CHARS),
  });
}

function shown(value: unknown, names: Names, ofStep: string): string {
  if (Array.isArray(value)) {
    const [first] = value as readonly unknown[];
    return value.length === 1 ? shown(first, names, ofStep) : names.items(value.length);
  }
  if (isFromStep(value)) return ofStep;
  if (typeof value !== 'string' || value === '.' || value === '') return names.here;
  return excerpt(baseName(value.replace(/\/$/, '')), NAME_CHARS);
}
