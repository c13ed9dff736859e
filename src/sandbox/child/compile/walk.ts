/** Goes through syntax trees. */
import type { AnyNode, Function as FunctionNode, Pattern } from 'acorn';

/** Fields of each kind of node that hold nodes, in the order of the source. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  ArrayExpression: ['elements'],
  ArrayPattern: ['elements'],
  ArrowFunctionExpression: ['params', 'body'],
  AssignmentExpression: ['left', 'right'],
  AssignmentPattern: ['left', 'right'],
  AwaitExpression: ['argument'],
  BinaryExpression: ['left', 'right'],
  BlockStatement: ['body'],
  CallExpression: ['callee', 'arguments'],
  CatchClause: ['param', 'body'],
  ChainExpression: ['expression'],
  ClassBody: ['body'],
  ClassDeclaration: ['id', 'superClass', 'body'],
  ClassExpression: ['id', 'superClass', 'body'],
  ConditionalExpression: ['test', 'consequent', 'alternate'],
  DoWhileStatement: ['body', 'test'],
  ExportDefaultDeclaration: ['declaration'],
  ExportNamedDeclaration: ['declaration'],
  ExpressionStatement: ['expression'],
  ForInStatement: ['left', 'right', 'body'],
  ForOfStatement: ['left', 'right', 'body'],
  ForStatement: ['init', 'test', 'update', 'body'],
  FunctionDeclaration: ['id', 'params', 'body'],
  FunctionExpression: ['id', 'params', 'body'],
  IfStatement: ['test', 'consequent', 'alternate'],
  ImportExpression: ['source', 'options'],
  LabeledStatement: ['body'],
  LogicalExpression: ['left', 'right'],
  MemberExpression: ['object', 'property'],
  MethodDefinition: ['key', 'value'],
  NewExpression: ['callee', 'arguments'],
  ObjectExpression: ['properties'],
  ObjectPattern: ['properties'],
  ParenthesizedExpression: ['expression'],
  Program: ['body'],
  Property: ['key', 'value'],
  PropertyDefinition: ['key', 'value'],
  RestElement: ['argument'],
  ReturnStatement: ['argument'],
  SequenceExpression: ['expressions'],
  SpreadElement: ['argument'],
  StaticBlock: ['body'],
  SwitchCase: ['test', 'consequent'],
  SwitchStatement: ['discriminant', 'cases'],
  TaggedTemplateExpression: ['tag', 'quasi'],
  TemplateLiteral: ['expressions'],
  ThrowStatement: ['argument'],
  TryStatement: ['block', 'handler', 'finalizer'],
  UnaryExpression: ['argument'],
  UpdateExpression: ['argument'],
  VariableDeclaration: ['declarations'],
  VariableDeclarator: ['id', 'init'],
  WhileStatement: ['test', 'body'],
  WithStatement: ['object', 'body'],
  YieldExpression: ['argument'],
};

/** Calls `take` with every node right below. */
export function eachChild(node: AnyNode, take: (child: AnyNode) => void): void {
  for (const field of FIELDS[node.type] ?? []) {
    const value = (node as unknown as Record<string, AnyNode | (AnyNode | null)[] | null | undefined>)[field];
    if (Array.isArray(value)) {
      for (const item of value) if (item) take(item);
    } else if (value) {
      take(value);
    }
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
