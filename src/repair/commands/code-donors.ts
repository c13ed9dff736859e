import type { SyntaxNode } from '../../codebase/syntax';
import type { CodeLanguage } from './languages/code-language';

/** Code that may be taken to another place, with the names that it uses: it fits only where they are known. */
export interface Borrowed {
  code: string;
  uses: readonly string[];
}

interface Reader {
  readonly root: SyntaxNode;
  readonly language: CodeLanguage;
  code(node: SyntaxNode): string;
  isStatement(node: SyntaxNode): boolean;
  isUse(node: SyntaxNode): boolean;
}

/** Characters of what is taken to another place. */
const MOST_OF_STATEMENT = 80;
const MOST_OF_CALL = 50;

export function calledStatementsIn(site: Reader): Borrowed[] {
  return [...nodesIn(site.root)]
    .filter((node) => node.type === 'expression_statement' && site.isStatement(node))
    .filter((node) => node.end - node.start < MOST_OF_STATEMENT)
    .map((node) => ({ code: site.code(node), uses: namesIn(node, site) }))
    .filter(({ code }) => code.includes('('));
}

/** Calls of functions in a file, each once, whose arguments use names. */
export function callsIn(site: Reader): Borrowed[] {
  const found = new Map<string, readonly string[]>();
  for (const node of nodesIn(site.root)) {
    const isShort = site.language.types.calls.has(node.type) && node.end - node.start < MOST_OF_CALL;
    const uses = isShort && /^\w+\(/.test(site.code(node)) ? namesIn(node, site) : [];
    if (uses.length > 0) found.set(site.code(node), uses);
  }
  return [...found].map(([code, uses]) => ({ code, uses }));
}

function namesIn(node: SyntaxNode, site: Reader): string[] {
  return [...nodesIn(node)].filter((one) => site.isUse(one)).map((one) => site.code(one));
}

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

export function named(node: SyntaxNode | undefined): SyntaxNode[] {
  return node?.children.filter((child) => child.named && !child.type.includes('comment')) ?? [];
}
