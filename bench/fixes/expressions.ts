/** Expressions of test files that call a program, and variations of their literals. Pure. */
import ts from 'typescript';

/** Imports that bind a program's names, as text, and expressions that need nothing but these. */
export interface TestCalls {
  /** Statements that import from the program. */
  imports: string[];
  names: string[];
  expressions: string[];
}

/** Most literals of a file that stand in for a name that only the test knows: those nearest to the call. */
const STAND_INS = 120;
const MOST_CALLS = 1_500;
const MOST_EXPRESSIONS = 3_000;

/** Reads the calls of a test file: chains such as `parse('a').value()`, with literals for names that are the test's own. */
export function readCalls(text: string, file: string): TestCalls {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const bindings = source.statements.flatMap((statement) => bindingOf(statement, source));
  const names = bindings.flatMap((binding) => binding.names);
  const literals = literalsOf(source);
  const closedCalls: string[][] = [];
  visit(source, (node) => {
    if (!ts.isCallExpression(node) || !names.includes(rootOf(node))) return;
    closedCalls.push(closed(node, source, names, literals));
  });
  const calls = [...new Set(inTurn(closedCalls))].slice(0, MOST_CALLS);
  const expressions = [...new Set([...calls, ...inTurn(calls.map(variations))])].slice(0, MOST_EXPRESSIONS);
  return { imports: bindings.map((binding) => binding.text), names, expressions };
}

/** Items of all lists: the first of each, then the second of each, and so on. */
function inTurn<Item>(lists: readonly (readonly Item[])[]): Item[] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, index) =>
    lists.flatMap((list) => list.slice(index, index + 1)),
  ).flat();
}

/** An import of the program itself: by a relative path. */
function bindingOf(statement: ts.Statement, source: ts.SourceFile): { text: string; names: string[] }[] {
  if (ts.isImportDeclaration(statement) && statement.importClause?.isTypeOnly) return [];
  const from = ts.isImportDeclaration(statement) ? statement.moduleSpecifier : requiredBy(statement);
  if (!from || !ts.isStringLiteral(from) || !from.text.startsWith('.')) return [];
  const names: string[] = [];
  visit(statement, (node) => {
    const isBinding =
      ts.isImportClause(node) ||
      (ts.isImportSpecifier(node) && !node.isTypeOnly) ||
      ts.isNamespaceImport(node) ||
      ts.isVariableDeclaration(node) ||
      ts.isBindingElement(node);
    if (isBinding && node.name && ts.isIdentifier(node.name)) names.push(node.name.text);
  });
  return names.length > 0 ? [{ text: statement.getText(source), names }] : [];
}

/** `const x = require('./x')` */
function requiredBy(statement: ts.Statement): ts.Expression | undefined {
  if (!ts.isVariableStatement(statement)) return undefined;
  const [declaration] = statement.declarationList.declarations;
  const value = declaration?.initializer;
  const isRequire = value && ts.isCallExpression(value) && value.expression.getText() === 'require';
  return isRequire && statement.declarationList.declarations.length === 1 ? value.arguments[0] : undefined;
}

/** First name of a chain of calls and members. */
function rootOf(node: ts.Node): string {
  if (ts.isIdentifier(node)) return node.text;
  const isChain =
    ts.isCallExpression(node) || ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node);
  return isChain ? rootOf(node.expression) : '';
}

/** The expression, once for each literal in the place of what only the test knows. More than two such places are left out. */
function closed(
  node: ts.CallExpression,
  source: ts.SourceFile,
  names: readonly string[],
  literals: readonly Literal[],
): string[] {
  const open = openParts(node, names);
  const text = node.getText(source);
  if (open.length === 0) return [text];
  if (open.length > 2) return [];
  const start = node.getStart(source);
  const fill = (values: readonly string[]): string =>
    open.reduceRight((filled, part, index) => {
      const [from, to] = [part.getStart(source) - start, part.getEnd() - start];
      return filled.slice(0, from) + (values[index] ?? 'undefined') + filled.slice(to);
    }, text);
  const [firsts = [], seconds] = open.map((part) => nearest(meantBy(part, literals), node.pos));
  if (!seconds) return firsts.map((literal) => fill([literal]));
  return firsts.slice(0, 24).flatMap((first) => seconds.slice(0, 8).map((second) => fill([first, second])));
}

/** Literals that can stand for a part: for a member those that objects of the test have under its name, if any do. */
function meantBy(part: ts.Expression, literals: readonly Literal[]): readonly Literal[] {
  if (!ts.isPropertyAccessExpression(part)) return literals;
  const named = literals.filter(({ key }) => key === part.name.text);
  return named.length > 0 ? named : literals;
}

/** Outermost arguments that use names of the test's own. */
function openParts(node: ts.CallExpression, names: readonly string[]): ts.Expression[] {
  const parts: ts.Expression[] = [];
  for (let at: ts.Node = node; ;) {
    if (ts.isCallExpression(at)) {
      parts.push(
        ...at.arguments.filter((argument) => freeNames(argument).some((name) => !names.includes(name))),
      );
      at = at.expression;
    } else if (ts.isPropertyAccessExpression(at) || ts.isElementAccessExpression(at)) at = at.expression;
    else break;
  }
  return parts.sort((left, right) => left.pos - right.pos);
}

/** Names that an expression uses and neither declares nor finds on the global object. */
function freeNames(expression: ts.Node): string[] {
  const declared = new Set<string>();
  const used: string[] = [];
  visit(expression, (node) => {
    if ((ts.isParameter(node) || ts.isVariableDeclaration(node)) && ts.isIdentifier(node.name))
      declared.add(node.name.text);
    if (!ts.isIdentifier(node)) return;
    const { parent } = node;
    const isMember =
      (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
      (ts.isPropertyAssignment(parent) && parent.name === node);
    if (!isMember && !(node.text in globalThis) && node.text !== 'undefined') used.push(node.text);
  });
  return used.filter((name) => !declared.has(name));
}

interface Literal {
  text: string;
  at: number;
  /** Name that an object has it under. */
  key: string | undefined;
}

function literalsOf(source: ts.SourceFile): Literal[] {
  const found: Literal[] = [];
  visit(source, (node) => {
    const isImported = ts.isImportDeclaration(node.parent ?? source);
    const isPlain =
      ts.isStringLiteral(node) || ts.isNumericLiteral(node) || ts.isObjectLiteralExpression(node);
    if (isPlain && !isImported && freeNames(node).length === 0)
      found.push({ text: parenthesised(node.getText(source)), at: node.pos, key: keyOf(node) });
  });
  return found;
}

function keyOf({ parent }: ts.Node): string | undefined {
  return parent && ts.isPropertyAssignment(parent) && !ts.isComputedPropertyName(parent.name)
    ? parent.name.text
    : undefined;
}

function nearest(literals: readonly Literal[], at: number): string[] {
  const sorted = [...literals].sort((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at));
  return [...new Set(sorted.map(({ text }) => text))].slice(0, STAND_INS);
}

/** An object literal alone would be read as a block. */
function parenthesised(text: string): string {
  return text.startsWith('{') ? `(${text})` : text;
}

/** The expression with one literal changed: neighbours and bounds of numbers, other lengths and cases of texts, the other truth. */
export function variations(expression: string): string[] {
  const source = ts.createSourceFile('expression.ts', `(${expression})`, ts.ScriptTarget.Latest, true);
  const varied: string[] = [];
  visit(source, (node) => {
    const values = valuesNear(node);
    if (values.length === 0) return;
    const { text } = source;
    for (const value of values)
      varied.push((text.slice(0, node.getStart(source)) + value + text.slice(node.getEnd())).slice(1, -1));
  });
  return varied;
}

function valuesNear(node: ts.Node): string[] {
  if (ts.isNumericLiteral(node)) {
    const value = Number(node.text);
    return [value + 1, value - 1, 0, -1, value + 0.5]
      .filter((near) => near !== value)
      .map((near) => `(${near})`);
  }
  const isKey =
    ts.isPropertyAssignment(node.parent ?? node) && (node.parent as ts.PropertyAssignment).name === node;
  if (ts.isStringLiteral(node) && !isKey) {
    const { text } = node;
    const near = ['', text.toUpperCase(), `${text}x`, ` ${text}`, text.slice(0, -1), text.slice(1)];
    return [...near.filter((other) => other !== text).map((other) => JSON.stringify(other)), 'null'];
  }
  if (node.kind === ts.SyntaxKind.TrueKeyword) return ['false'];
  return node.kind === ts.SyntaxKind.FalseKeyword ? ['true'] : [];
}

function visit(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node);
  ts.forEachChild(node, (child) => visit(child, see));
}
