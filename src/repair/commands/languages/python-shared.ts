import { field, type SyntaxNode } from '../../../codebase/syntax';
import type { Mutation } from '../../../domain/heal/mutation/mutation';
import { become, named, type CodeSite } from '../code-site';

const CHANGEABLE = /^(?:\[.*\](?: ?\* ?\w{1,40})?|\{.*\}|(?:set|list|dict|deque)\(.*\))$/;

/** A list, set or dictionary of its own for each key or place, where all share one. */
export function shared(node: SyntaxNode, site: CodeSite): Mutation[] {
  const code = site.code(node);
  if (node.type === 'call' && code.startsWith('dict.fromkeys(')) {
    const [keys, value] = named(field(node, 'arguments')).map((one) => site.code(one));
    return keys !== undefined && CHANGEABLE.test(value ?? '')
      ? [become(site, node, `{key: ${value} for key in ${keys}}`, 'wrap')]
      : [];
  }
  const [left, sign, right] = node.children;
  if (node.type !== 'binary_operator' || left?.type !== 'list' || sign?.type !== '*' || !right) return [];
  const [only, ...others] = named(left).map((one) => site.code(one));
  return others.length === 0 && CHANGEABLE.test(only ?? '')
    ? [become(site, node, `[${only} for _ in range(${site.code(right)})]`, 'wrap')]
    : [];
}
