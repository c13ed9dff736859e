/** Things that a message is about: those that it names, else those of the turns before it. */
import { isStopWord } from '../navigation/words';
import { mentionedNames } from './mentioned';
import type { Turn } from './state';

/** Words of questions that are names of symbols in many projects: plain, they name none. */
const ASKING =
  /^(?:affect|author|blame|break|call|caller|callee|calling|called|change|commit|coverage|cover|depend|dependency|edit|file|function|history|impact|import|invoke|last|latest|method|class|module|modify|name|new|now|recent|recently|reference|remove|rename|require|test|type|update|usage|week|month|yesterday|today|year|second|first|third|line|repo|project|anyone|anything|something|else)s?$/i;

/** Names of code that a text may mean: those that are written as code, then plain words. */
export function namesAsked(text: string): { sure: readonly string[]; plain: readonly string[] } {
  const { sure, possible } = mentionedNames(text);
  return { sure, plain: possible.filter((name) => !isStopWord(name.toLowerCase()) && !ASKING.test(name)) };
}

/** Turn as later messages refer to it. */
export type EarlierTurn = Pick<Turn, 'about' | 'listed'>;

/** Symbols and files, as ids, that a text refers to without naming them; empty where nothing before fits. */
export function referredTo(text: string, earlier: readonly EarlierTurn[]): readonly string[] {
  const before = earlier.findLast(({ about, listed }) => about.length > 0 || listed.length > 0);
  if (!before) return [];
  const { about, listed } = before;
  const place = placeAsked(text);
  const one = place === undefined ? undefined : listed.at(place > 0 ? place - 1 : place);
  if (one !== undefined) return [one];
  return ALL.test(text) && listed.length > 0 ? listed.slice(0, MOST_TOGETHER) : about;
}

/** True for a text that points to something said before. */
export function isReferring(text: string): boolean {
  return ONE.test(text) || ALL.test(text) || placeAsked(text) !== undefined;
}

const MOST_TOGETHER = 5;

const ONE =
  /\b(?:its?|(?:that|this) (?:one|function|method|class|file|module))\b|\b(?:that|this)\s{0,3}[?.!]?$|(?:^|[^가-힣])(?:그|이|저) ?(?:것|거|건|걸|게|함수|파일|클래스|메서드)|它|(?:这|那|该)(?:个|函数|方法|文件|类)/i;

const ALL = /\b(?:them|these|those|they)\b|(?:그|이) ?(?:것|함수|파일|메서드)들|(?:它|他|这|那)(?:些|们)/i;

/** True for a text that asks to take the last change back. */
export function isUndo(text: string): boolean {
  return UNDO.some((one) => one.test(text.trim()));
}

const UNDO: readonly RegExp[] = [
  /^(?:please )?(?:undo|revert|take (?:that|it) back|roll (?:that|it) back)(?: (?:that|it|this|the last (?:change|edit|one)))?(?: please)?[.!]?$/i,
  /^(?:go )?back[.!]?$/i,
  /^(?:(?:방금|아까|마지막) ?(?:한 ?)?(?:것|거|변경|수정)?(?:을|를)? ?|그것?을? ?|그거 ?)?(?:되돌려|취소해|원래대로)[가-힣 ]{0,8}[.!]?$/,
  /^(?:请)?(?:把(?:它|那个|刚才的(?:修改|改动)))?(?:撤销|撤回|还原|恢复)(?:那个|它|这个|刚才的(?:修改|改动)|上一步|一下)?[。！!]?$/,
];

/** Place in a list that a text names, from 1; -1 is the last. */
function placeAsked(text: string): number | undefined {
  const found = ORDINALS.findIndex((one) => one.test(text));
  return found < 0 ? undefined : found === 0 ? -1 : found;
}

const ORDINALS: readonly RegExp[] = [
  /\bthe last (?:one|file|function|place)\b|마지막 ?(?:것|거|파일|함수)|最后(?:一)?个/i,
  /\b(?:first|1st) (?:one|file|function|place|result|hit)\b|\b(?:number|no\.) (?:one|1)\b|첫 ?번째|1번|第一个|第1个/i,
  /\b(?:second|2nd)(?: (?:one|file|function|place|result|hit))?\b|두 ?번째|2번|第二个|第2个/i,
  /\b(?:third|3rd)(?: (?:one|file|function|place|result|hit))?\b|세 ?번째|3번|第三个|第3个/i,
  /\b(?:fourth|4th)(?: (?:one|file|function|place|result|hit))?\b|네 ?번째|4번|第四个|第4个/i,
  /\b(?:fifth|5th)(?: (?:one|file|function|place|result|hit))?\b|다섯 ?번째|5번|第五个|第5个/i,
];
