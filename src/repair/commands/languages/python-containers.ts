import { field, type SyntaxNode } from '../../../codebase/syntax';
import type { Mutation } from '../../../domain/heal/mutation/mutation';
import { become, named, type CodeSite } from '../code-site';

const MUTABLE = /^(?:\[.*\](?: ?\* ?\w{1,40})?|\{.*\}|(?:set|list|dict|deque)\(.*\))$/;

/** A list, set or dictionary of its own for each key or place, where all share one. */
export function ownContainers(node: SyntaxNode, site: CodeSite): Mutation[] {
  if (node.type === 'call' && site.code(field(node, 'function') ?? node) === 'dict.fromkeys') {
    const [keys, value] = named(field(node, 'arguments')).map((one) => site.code(one));
    return keys !== undefined && value !== undefined && MUTABLE.test(value) && !/\bkey\b/.test(value)
      ? [become(site, node, `{key: ${value} for key in ${keys}}`, 'wrap')]
      : [];
  }
  const [left, sign, right] = node.children;
  if (node.type !== 'binary_operator' || left?.type !== 'list' || sign?.type !== '*' || !right) return [];
  const [only, ...others] = named(left).map((one) => site.code(one));
  return others.length === 0 && MUTABLE.test(only ?? '')
    ? [become(site, node, `[${only} for _ in range(${site.code(right)})]`, 'wrap')]
    : [];
}
