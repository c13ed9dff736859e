import type { SyntaxNode } from '../../../codebase/syntax';
import type { Mutation } from '../../search/mutation';
import { become, type CodeSite } from '../code-site';
import { oneLess, oneMore } from '../one-off';
import { binaryOf } from './operators';

/** Places where a number counts: an index, an end of a slice, an argument, an operand of a comparison, what is returned. */
const COUNTED =
  /subscript|index|slice|range|argument|arguments|array_access|return|expression_list|comparison|binary|type_cast/;

/** One more or one less. */
export function offsets(node: SyntaxNode, site: CodeSite): Mutation[] {
  const { types } = site.language;
  const { parent } = node;
  if (!parent || !site.isExpression(node) || node.field === 'function') return [];
  if (types.integers.has(node.type) || types.floats.has(node.type) || types.strings.has(node.type)) return [];
  const parts = binaryOf(node, site);
  const sign = parts && site.code(parts.operator);
  if (!COUNTED.test(parent.type) && !(/^[-+]$/.test(sign ?? '') && isFactor(parent, site))) return [];
  if (sign !== undefined && !['+', '-', '*', '/', '//', '%'].includes(sign)) return [];
  const isHead =
    ['value', 'object', 'operand'].includes(node.field) && !/return|argument|type_cast/.test(parent.type);
  if (isHead || (types.binary.has(parent.type) && !isComparison(parent, site))) return [];
  const code = site.code(node);
  if (code.length > 40 || /^["'`]/.test(code)) return [];
  const isIndexed = /subscript|index|slice|range|array_access/.test(parent.type);
  const weight = isIndexed ? 1 : /return|expression_list/.test(parent.type) ? 0.6 : 0.7;
  if (parent.type === 'type_cast_expression')
    return ['- 1', '+ 1'].map((end) => become(site, node, `(${code} ${end})`, 'offset', 0.7));
  return [
    become(site, node, oneLess(code), 'offset', weight),
    become(site, node, oneMore(code), 'offset', weight * 0.98),
    ...(isIndexed ? sizesIn(node, site) : []).flatMap((size) => [
      become(site, node, `${code} - ${size}`, 'offset', weight * 0.5),
      become(site, node, `${code} + ${size}`, 'offset', weight * 0.45),
    ]),
  ];
}

/** Constants that say how long something is. */
const SIZE = /SIZE|LEN|WIDTH|COUNT|HEADER|OFFSET|BYTES/;
const MOST_SIZES = 3;

/** Whole numbers from 2 that the function names: an end is often off by one of these, or by a size. */
function sizesIn(node: SyntaxNode, site: CodeSite): string[] {
  const found = site.donors(node).filter(({ type }) => site.language.types.integers.has(type));
  const numbers = [...new Set(found.map((one) => site.code(one)))].filter((code) =>
    /^[2-9]\d{0,2}$|^1\d{1,2}$/.test(code),
  );
  return [
    ...numbers,
    ...site
      .constantNames()
      .filter((name) => SIZE.test(name))
      .slice(0, MOST_SIZES),
  ];
}

/** Brackets around a sum that is multiplied or divided. */
function isFactor(node: SyntaxNode, site: CodeSite): boolean {
  const { parent } = node;
  const parts = parent && binaryOf(parent, site);
  return (
    node.type === 'parenthesized_expression' &&
    /^(?:[*%]|\/\/?)$/.test(parts ? site.code(parts.operator) : '')
  );
}

function isComparison(node: SyntaxNode, site: CodeSite): boolean {
  const parts = binaryOf(node, site);
  return parts !== undefined && /^[<>]=?$/.test(site.code(parts.operator));
}
