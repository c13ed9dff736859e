import type { Span } from './chart';
import { countsThings, isHan, isHangul } from './scan';
import type { Kind, Node } from './values';

const CHINESE_WORDS = new Intl.Segmenter('zh', { granularity: 'word' });

/**
 * Test of a part of a text that begins and ends where words do: the 数 of `数据` is no number, the 五 of `上周五个文件` counts
 * files, and `report-2016.pdf` is a name.
 */
export function wholeness(text: string): (place: Span) => boolean {
  const edges = edgesOf(text);
  return ({ from, to }) => {
    const [before, first, last, next] = [from - 1, from, to - 1, to].map((at) => text[at] ?? '') as Four;
    if (isHangul(first) && isHangul(before)) return false;
    if (isHan(first) && isHan(before) && !edges.has(from)) return false;
    if (isHan(last) && isHan(next) && (!edges.has(to) || isCounted(text, to))) return false;
    if (isAscii(first) && /[\w/\\.-]/.test(before)) return false;
    return !(isAscii(last) && /^(?:[a-z0-9_\\/]|\.[a-z0-9]|-[a-z])/i.test(text.slice(to, to + 2)));
  };
}
type Four = [string, string, string, string];

function edgesOf(text: string): ReadonlySet<number> {
  return new Set(isHan(text) ? [...CHINESE_WORDS.segment(text)].map(({ index }) => index) : []);
}

function isCounted(text: string, to: number): boolean {
  return /[一二三四五六七八九十]/.test(text[to - 1] ?? '') && countsThings(text, to);
}

function isAscii(character: string): boolean {
  return character !== '' && character < '\u007f';
}

/** Kinds that say something of a time wherever they stand beside one. */
const TELLING: ReadonlySet<Kind> = new Set<Kind>([
  ...(['num', 'ord', 'fraction', 'unit', 'dur', 'several', 'date', 'time', 'shifted'] as const),
  ...(['part', 'piece', 'decade', 'era', 'daypart', 'clock'] as const),
]);
/** All that stands between two parts of one phrase, and between two times that are told together. */
const GAP = /^(?: |[-/~.]|'s | (?:of|in|on|the|of the) )?$/;
/** Between the days of `4, 5 and 6 March`, `20 to 5 October`. */
const LIST = /^(?:,| ?(?:to|through|and|or|[-~–]))? ?$/;
const LONGEST_GAP = 9;
const LINK = /^ ?(?:to|until|till|through|thru|and|or|[-~–]|[到至和与跟및와과])? ?$/;

/**
 * True of a time with nothing beside it that belongs to it and was not read: `week 60 of 2016` is not the year. Then nothing is
 * read, and people are asked.
 */
export function isUnderstood(time: Span, telling: readonly Node[], text: string): boolean {
  return !telling.some((node) => {
    const isAfter = node.from >= time.to;
    if (!isAfter && node.to > time.from) return false;
    const gap = isAfter ? text.slice(time.to, node.from) : text.slice(node.to, time.from);
    if (gap.length > LONGEST_GAP) return false;
    if (node.kind === 'time' || node.kind === 'date') return LINK.test(gap) || GAP.test(gap);
    const isListed = node.kind === 'num' && !isAfter && LIST.test(gap) && /\d/.test(text[time.from] ?? '');
    return isListed || GAP.test(gap);
  });
}

/** True of a part of a text that says something of a time beside it. */
export function isTelling(node: Node, text: string, isWhole: (place: Span) => boolean): boolean {
  const [before, next] = [text[node.from - 1] ?? '', text[node.to] ?? ''];
  // The letter and the number of Q5 are no words of their own.
  if (node.kind === 'word') return node.value.endsWith('-letter') && /\d/.test(next);
  if (node.kind === 'num' && /\d/.test(text[node.from] ?? ''))
    return !node.value.inWord || /[qhw]/i.test(before);
  if (!isWhole(node) || (isHangul(text[node.to - 1] ?? '') && isHangul(next))) return false;
  if (node.kind === 'num') return !node.value.counts && !node.value.needsMark;
  if (node.kind === 'unit') return node.value !== 'minute';
  if (node.kind === 'date' || node.kind === 'piece') return !node.value.weak;
  return TELLING.has(node.kind);
}
