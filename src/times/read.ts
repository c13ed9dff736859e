import { readAll } from './chart';
import { resolved } from './dates';
import { clockRules } from './rules/clock';
import { dateRules } from './rules/dates';
import { partRules } from './rules/parts';
import { periodRules } from './rules/periods';
import { relativeRules } from './rules/relative';
import { severalRules } from './rules/several';
import { spanRules } from './rules/spans';
import { isHangul, scan } from './scan';
import type { Context, Node, Time } from './values';

const RULES = [
  ...dateRules,
  ...relativeRules,
  ...periodRules,
  ...partRules,
  ...spanRules,
  ...severalRules,
  ...clockRules,
];

/** A time and where the text says it. */
export interface Found {
  time: Time;
  from: number;
  to: number;
}

/** Times that the words of a normalised text can mean, also overlapping ones. */
export function readTimes(context: Context): Found[] {
  const words = scan(context.text);
  const found: Found[] = [];
  for (const node of readAll(words, RULES, context)) {
    const time = timeOf(node, context);
    if (time && isWhole(node, context.text)) found.push({ time, from: node.from, to: node.to });
  }
  return found;
}

function timeOf(node: Node, context: Context): Time | undefined {
  if (node.kind === 'time') return node.value;
  if (node.kind !== 'date' || node.value.weak) return undefined;
  return resolved(node.value, context);
}

/** A Korean word of a time begins a word, and `report-2016.pdf` is a name. */
function isWhole({ from, to }: Node, text: string): boolean {
  const before = text[from - 1] ?? '';
  if (isHangul(text[from] ?? '') && isHangul(before)) return false;
  const isAscii = (character = '') => character !== '' && character < '\u007f';
  if (isAscii(text[from]) && /[\w/\\.-]/.test(before)) return false;
  return !(isAscii(text[to - 1]) && /^(?:\.[a-z0-9]|[_\\/]|-[a-z])/i.test(text.slice(to, to + 2)));
}
