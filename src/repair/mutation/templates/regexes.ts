import ts from 'typescript';
import type { Mutation } from '../../../domain/heal/mutation/mutation';
import { quote } from '../../quote';
import { replace, type Site } from '../site';

/** Flags that are forgotten, with how likely each is. */
const FLAGS: readonly [string, number][] = [
  ['g', 1],
  ['i', 1],
  ['m', 0.6],
  ['u', 0.5],
  ['s', 0.5],
];
/** Alternatives taken from the tests. */
const MOST_ALTERNATIVES = 12;

/** Other flags, quantifiers, anchors and alternatives of a regular expression. */
export function regexes(node: ts.Node, site: Site): Mutation[] {
  if (!ts.isRegularExpressionLiteral(node)) return [];
  const end = node.text.lastIndexOf('/');
  const source = node.text.slice(1, end);
  const flags = node.text.slice(end + 1);
  const to = (body: string, given: string, weight: number): Mutation =>
    replace(
      node,
      `/${body}/${given}`,
      'regex',
      `${quote(node.text)} should be ${quote(`/${body}/${given}`)}`,
      weight,
    );
  const toggled = FLAGS.map(([flag, weight]) =>
    flags.includes(flag)
      ? to(source, flags.replace(flag, ''), 0.6 * weight)
      : to(source, flags + flag, weight),
  );
  const alternatives = site.hints.strings
    .filter((text) => /^[\w:-]{1,20}$/.test(text) && !source.includes(text))
    .slice(0, MOST_ALTERNATIVES)
    .map((text) => to(`${source}|${text}`, flags, 0.2));
  const changed = [...quantified(source), ...anchored(source)].map((body) => to(body, flags, 0.7));
  return [...toggled, ...changed, ...alternatives];
}

/** Each quantifier as its neighbour, and a character that may be repeated or missing. */
function quantified(source: string): string[] {
  const found: string[] = [];
  for (let at = 0; at < source.length; at++) {
    const char = source[at] ?? '';
    if (source[at - 1] === '\\') continue;
    const others = char === '+' ? ['*', '?', ''] : char === '*' ? ['+', ''] : char === '?' ? [''] : [];
    // `(?:` and lazy marks are no quantifiers.
    const isMark = char === '?' && /[(+*?}]/.test(source[at - 1] ?? '(');
    if (isMark) continue;
    for (const other of others) found.push(source.slice(0, at) + other + source.slice(at + 1));
  }
  for (const match of source.matchAll(/\\[dws](?![+*?{])/g)) {
    const at = match.index + match[0].length;
    found.push(`${source.slice(0, at)}+${source.slice(at)}`, `${source.slice(0, at)}*${source.slice(at)}`);
  }
  return found.slice(0, 20);
}

function anchored(source: string): string[] {
  const start = source.startsWith('^') ? source.slice(1) : `^${source}`;
  const end = source.endsWith('$') && !source.endsWith('\\$') ? source.slice(0, -1) : `${source}$`;
  return [start, end].filter((body) => body !== '');
}
