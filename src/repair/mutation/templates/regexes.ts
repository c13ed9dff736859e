import ts from 'typescript';
import type { Mutation } from '../../search/mutation';
import { quote } from '../../quote';
import { replace, type Site } from '../site';
import { patternEdits } from './pattern-edits';

/** Flags that are forgotten, with how likely each is. */
const FLAGS: readonly [string, number][] = [
  ['g', 1],
  ['i', 1],
  ['m', 0.6],
  ['u', 0.5],
  ['s', 0.5],
];
/** Other flags, quantifiers, anchors, classes and alternatives of a regular expression. */
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
  const changed = patternEdits(source, { words: site.hints.strings, flags }).map(({ body, weight }) =>
    to(body, flags, weight),
  );
  return [...toggled, ...changed];
}
