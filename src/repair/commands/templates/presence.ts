import { field, type SyntaxNode } from '../../../codebase/syntax';
import type { Mutation } from '../../search/mutation';
import { become, MEMBER, named, nodesIn, OWN_OBJECT, type CodeSite } from '../code-site';

const MOST = 5;

/** A condition that should ask besides if something is there that the function reads members of. */
export function presences(node: SyntaxNode, site: CodeSite): Mutation[] {
  const { absent, present, and, or } = site.language.words;
  if (node.field !== 'condition' || !absent || !present) return [];
  const inner = node.type === 'parenthesized_expression' ? (named(node)[0] ?? node) : node;
  const known = new Set([...site.names(node), ...OWN_OBJECT]);
  const code = site.code(inner);
  const isJoined = site.language.types.binary.has(inner.type) && /\b(?:and|or)\b|&&|\|\|/.test(code);
  const whole = isJoined ? `(${code})` : code;
  return owners(site.around(node), site)
    .filter((owner) => known.has(owner.split('.')[0] ?? ''))
    .filter((owner) => !code.includes(absent(owner)) && !code.includes(present(owner)))
    .slice(0, MOST)
    .flatMap((owner) => [
      become(site, inner, `${whole} ${or} ${absent(owner)}`, 'presence', 0.7),
      become(site, inner, `${present(owner)} ${and} ${whole}`, 'presence', 0.6),
    ]);
}

/** Expressions that a function reads members of, the object of the method aside. */
function owners(home: SyntaxNode, site: CodeSite): string[] {
  const found = new Set<string>();
  for (const node of nodesIn(home)) {
    if (!MEMBER.test(node.type)) continue;
    const owner = field(node, 'object') ?? field(node, 'operand');
    const code = owner && site.code(owner);
    if (code !== undefined && /^[\w.]{1,40}$/.test(code) && !/^[A-Z]/.test(code)) found.add(code);
  }
  for (const own of OWN_OBJECT) found.delete(own);
  return [...found].sort((a, b) => b.split('.').length - a.split('.').length);
}
