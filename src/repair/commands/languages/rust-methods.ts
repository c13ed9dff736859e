import { field, type SyntaxNode } from '../../../codebase/syntax';
import type { CodeSite } from '../code-site';

/** Owner, name and arguments of a called method. */
export function methodOf(
  node: SyntaxNode,
  site: CodeSite,
): { owner: string; name: string; given: string } | undefined {
  const callee = node.type === 'call_expression' ? field(node, 'function') : undefined;
  const [owner, name, given] = [field(callee, 'value'), field(callee, 'field'), field(node, 'arguments')];
  if (!owner || !name || !given) return undefined;
  const inside = site.text.slice(given.start + 1, given.end - 1);
  return { owner: site.code(owner), name: site.code(name), given: inside };
}
