import { readAll, type Place } from './chart';
import { resolved } from './dates';
import { clockRules } from './rules/clock';
import { dateRules } from './rules/dates';
import { partRules } from './rules/parts';
import { periodRules } from './rules/periods';
import { relativeRules } from './rules/relative';
import { severalRules } from './rules/several';
import { spanRules } from './rules/spans';
import { scan } from './scan';
import { isTelling, wholeness } from './whole';
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

/** Times that the words of a normalised text can mean, also overlapping ones, and all in it that belongs to one. */
export function readTimes(context: Context): { found: Found[]; nodes: Node[] } {
  const isWhole = wholeness(context.text);
  const all = readAll(scan(context.text), RULES, context);
  const timed = all.filter(isWhole).map((node) => ({ node, time: timeOf(node, context) }));
  const found = timed.flatMap(({ node: { from, to }, time }) => (time ? [{ time, from, to }] : []));
  // 31 April: a date that no calendar has is none of its parts either.
  const impossible = timed.flatMap(({ node, time }) =>
    node.kind === 'date' && !node.value.weak && !time ? [node] : [],
  );
  return {
    found: found.filter((one) => !impossible.some((node) => overlaps(one, node))),
    nodes: all.filter((node) => isTelling(node, context.text, isWhole)),
  };
}

export function overlaps(one: Place, other: Place): boolean {
  return one.from < other.to && other.from < one.to;
}

function timeOf(node: Node, context: Context): Time | undefined {
  if (node.kind === 'time') return node.value;
  if (node.kind !== 'date' || node.value.weak) return undefined;
  return resolved(node.value, context);
}
