/** Goes through syntax trees. */
import type { AnyNode, Function as FunctionNode, Pattern } from 'acorn';

/** Fields of a node that hold names and no code. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  BreakStatement: ['label'],
  ContinueStatement: ['label'],
  ExportAllDeclaration: ['exported', 'source', 'attributes'],
  ExportNamedDeclaration: ['specifiers', 'source', 'attributes'],
  ImportDeclaration: ['specifiers', 'source', 'attributes'],
  LabeledStatement: ['label'],
  MetaProperty: ['meta', 'property'],
};

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && typeof (value as AnyNode).type === 'string';
}

/** Calls `take` with every node right below. */
export function eachChild(node: AnyNode, take: (child: AnyNode) => void): void {
  const names = NAMES[node.type];
  for (const [field, value] of Object.entries(node) as [string, unknown][]) {
    if (names?.includes(field) === true) continue;
    if (Array.isArray(value)) value.filter(isNode).forEach((child) => take(child));
    else if (isNode(value)) take(value);
  }
}

/** Any function: declared, expressed, with an arrow, or a method's. */
export function isFunction(node: AnyNode): node is AnyNode & FunctionNode {
  return (
    node.type === 'FunctionDeclaration' ||
    node.type === 'FunctionExpression' ||
    node.type === 'ArrowFunctionExpression'
  );
}

/** Names that a pattern binds. */
export function namesOf(pattern: Pattern): string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name];
    case 'ObjectPattern':
      return pattern.properties.flatMap((property) =>
        namesOf(property.type === 'Property' ? property.value : property.argument),
      );
    case 'ArrayPattern':
      return pattern.elements.flatMap((element) => (element ? namesOf(element) : []));
    case 'RestElement':
      return namesOf(pattern.argument);
    case 'AssignmentPattern':
      return namesOf(pattern.left);
    case 'MemberExpression':
      return [];
  }
}

const SPACE = /[\s\uFEFF]/;

/** The offset behind white space and comments. */
export function skipSpace(code: string, from: number): number {
  let at = from;
  for (;;) {
    while (at < code.length && SPACE.test(code[at] ?? '')) at++;
    if (code[at] !== '/') return at;
    const end =
      code[at + 1] === '/' ? code.indexOf('\n', at) : code[at + 1] === '*' ? code.indexOf('*/', at) + 2 : at;
    if (end === at) return at;
    at = end < at ? code.length : end;
  }
}
