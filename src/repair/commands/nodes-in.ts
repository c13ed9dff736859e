import type { SyntaxNode } from '../../codebase/syntax';

/** A node and all below it. */
export function* nodesIn(root: SyntaxNode): Generator<SyntaxNode> {
  const open = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    yield node;
    for (let at = node.children.length - 1; at >= 0; at--) {
      const child = node.children[at];
      if (child) open.push(child);
    }
  }
}

/** Named children, comments left out. */
export function named(node: SyntaxNode | undefined): SyntaxNode[] {
  return node?.children.filter((child) => child.named && !child.type.includes('comment')) ?? [];
}
