import type { Parser, TreeCursor } from '@vscode/tree-sitter-wasm';

/** Node of a syntax tree as plain data, operators and brackets included. Offsets are UTF-16. */
export interface SyntaxNode {
  readonly type: string;
  /** False for tokens that the grammar has no name for, such as `<=`. */
  readonly named: boolean;
  /** Name of its place in its parent; '' where it has none. */
  readonly field: string;
  readonly start: number;
  readonly end: number;
  /** Line of the start, from 1. */
  readonly line: number;
  /** Line of the end, from 1. */
  readonly lastLine: number;
  readonly parent: SyntaxNode | undefined;
  readonly children: readonly SyntaxNode[];
}

type Growing = SyntaxNode & { children: SyntaxNode[] };

/** Nodes below this are left out: no people nest so deeply. */
const DEEPEST = 300;
const MOST_NODES = 200_000;
const MOST_MS = 2_000;

/** Syntax tree of a text and if it has errors; undefined where it was not parsed in time. */
export function syntaxTree(
  parser: Parser,
  text: string,
): { root: SyntaxNode; hasError: boolean } | undefined {
  const endMs = performance.now() + MOST_MS;
  const tree = parser.parse(text, null, { progressCallback: () => performance.now() > endMs });
  if (!tree) {
    parser.reset();
    return undefined;
  }
  const cursor = tree.walk();
  try {
    return { root: copied(cursor), hasError: tree.rootNode.hasError };
  } finally {
    cursor.delete();
    tree.delete();
  }
}

function copied(cursor: TreeCursor): SyntaxNode {
  const root = nodeOf(cursor, undefined);
  const path: Growing[] = [root];
  for (let count = 1; ; count++) {
    if (path.length < DEEPEST && count < MOST_NODES && cursor.gotoFirstChild()) {
      path.push(added(cursor, path.at(-1)));
      continue;
    }
    while (!cursor.gotoNextSibling()) {
      path.pop();
      if (path.length <= 1 || !cursor.gotoParent()) return root;
    }
    path.pop();
    path.push(added(cursor, path.at(-1)));
  }
}

function added(cursor: TreeCursor, parent: Growing | undefined): Growing {
  const node = nodeOf(cursor, parent);
  parent?.children.push(node);
  return node;
}

function nodeOf(cursor: TreeCursor, parent: SyntaxNode | undefined): Growing {
  return {
    type: cursor.nodeType,
    named: cursor.nodeIsNamed,
    field: cursor.currentFieldName ?? '',
    start: cursor.startIndex,
    end: cursor.endIndex,
    line: cursor.startPosition.row + 1,
    lastLine: cursor.endPosition.row + 1,
    parent,
    children: [],
  };
}

export function field(node: SyntaxNode | undefined, name: string): SyntaxNode | undefined {
  return node?.children.find((child) => child.field === name);
}

/** The innermost node above that passes. */
export function ancestor(node: SyntaxNode, passes: (one: SyntaxNode) => boolean): SyntaxNode | undefined {
  let { parent } = node;
  while (parent && !passes(parent)) ({ parent } = parent);
  return parent;
}
