import type { Parser, TreeCursor } from '@vscode/tree-sitter-wasm';

/** Named node of a syntax tree as plain data: offsets are UTF-16. */
export interface PlainNode {
  type: string;
  /** Name of its place in its parent; '' where it has none. */
  field: string;
  start: number;
  end: number;
  parent: PlainNode | undefined;
  children: PlainNode[];
}

/** Nodes below this are left out: no people nest so deeply. */
const DEEPEST = 400;
const MOST_NODES = 400_000;

/** Syntax tree of a text; undefined where it was not parsed in time. What is too deep or too much is left out. */
export function plainTree(parser: Parser, text: string, isLate: () => boolean): PlainNode | undefined {
  const tree = parser.parse(text, null, { progressCallback: isLate });
  if (!tree) return undefined;
  const cursor = tree.walk();
  try {
    return copied(cursor);
  } finally {
    cursor.delete();
    tree.delete();
  }
}

function copied(cursor: TreeCursor): PlainNode {
  const root = nodeOf(cursor, undefined);
  let parent = root;
  let depth = 0;
  let count = 1;
  // The way down the tree: unnamed nodes have no plain one, so that their children are those of the node above.
  const parents: PlainNode[] = [];
  const enter = (): boolean => {
    if (depth >= DEEPEST || count >= MOST_NODES || !cursor.gotoFirstChild()) return false;
    parents.push(parent);
    depth += 1;
    return true;
  };
  const take = (): PlainNode => {
    if (!cursor.nodeIsNamed) return parent;
    const node = nodeOf(cursor, parent);
    parent.children.push(node);
    count += 1;
    return node;
  };
  if (!enter()) return root;
  for (let node = take(); ; node = take()) {
    const above = parent;
    parent = node;
    if (enter()) continue;
    parent = above;
    while (!cursor.gotoNextSibling()) {
      parent = parents.pop() ?? root;
      depth -= 1;
      if (depth === 0 || !cursor.gotoParent()) return root;
      parent = parents.at(-1) ?? root;
    }
  }
}

function nodeOf(cursor: TreeCursor, parent: PlainNode | undefined): PlainNode {
  const { nodeType: type, startIndex: start, endIndex: end } = cursor;
  return { type, field: cursor.currentFieldName ?? '', start, end, parent, children: [] };
}

/** Child at a named place. */
export function child(node: PlainNode | undefined, field: string): PlainNode | undefined {
  return node?.children.find((one) => one.field === field);
}

/** The innermost node above that passes. */
export function above(node: PlainNode, passes: (one: PlainNode) => boolean): PlainNode | undefined {
  let current = node.parent;
  while (current && !passes(current)) current = current.parent;
  return current;
}
