/** Finds the regular expressions of a source by its syntax tree. */
import ts from 'typescript';

export interface FoundPattern {
  /** `src/domain/paths.ts:12`. */
  place: string;
  source: string;
  flags: string;
}

/** A call of `RegExp` whose text only the running program knows. */
export interface BuiltPattern {
  place: string;
  file: string;
}

export interface Patterns {
  constant: FoundPattern[];
  built: BuiltPattern[];
}

/** All literals of one file, and all calls of `RegExp`: those of constants with their value. */
export function findPatterns(file: string, text: string): Patterns {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const constants = constantsOf(tree);
  const found: Patterns = { constant: [], built: [] };
  const placeOf = (node: ts.Node): string =>
    `${file}:${tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1}`;
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      found.constant.push({
        place: placeOf(node),
        source: node.text.slice(1, end),
        flags: node.text.slice(end + 1),
      });
    } else if (isCallOfRegExp(node)) {
      const [source, flags] = (node.arguments ?? []).map((one) => valueOf(one, constants));
      if (source === undefined || (node.arguments?.length === 2 && flags === undefined))
        found.built.push({ place: placeOf(node), file });
      else found.constant.push({ place: placeOf(node), source, flags: flags ?? '' });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

function isCallOfRegExp(node: ts.Node): node is ts.NewExpression | ts.CallExpression {
  return (
    (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
    ts.isIdentifier(node.expression) &&
    node.expression.text === 'RegExp'
  );
}

/** The expressions of the file's own constants, by their names. */
function constantsOf(tree: ts.SourceFile): ReadonlyMap<string, ts.Expression> {
  const constants = new Map<string, ts.Expression>();
  for (const statement of tree.statements) {
    if (!ts.isVariableStatement(statement) || !(statement.declarationList.flags & ts.NodeFlags.Const))
      continue;
    for (const { name, initializer } of statement.declarationList.declarations)
      if (ts.isIdentifier(name) && initializer) constants.set(name.text, initializer);
  }
  return constants;
}

/** The text that an expression of constants is; undefined where it is not one. */
function valueOf(node: ts.Expression, constants: ReadonlyMap<string, ts.Expression>): string | undefined {
  const of = (one: ts.Expression): string | undefined => valueOf(one, constants);
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isIdentifier(node)) {
    const value = constants.get(node.text);
    return value && of(value);
  }
  if (ts.isTemplateExpression(node)) {
    const parts = node.templateSpans.map(({ expression, literal }) => [of(expression), literal.text]);
    return joined([node.head.text, ...parts.flat()], '');
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
    return joined([of(node.left), of(node.right)], '');
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const { name, expression } = node.expression;
    const [first] = node.arguments;
    if (name.text === 'join' && ts.isArrayLiteralExpression(expression) && first)
      return joined(expression.elements.map(of), of(first) ?? ',');
    if (name.text === 'fromCharCode' && first && ts.isNumericLiteral(first))
      return String.fromCharCode(Number(first.text));
  }
  return undefined;
}

function joined(parts: readonly (string | undefined)[], by: string): string | undefined {
  return parts.every((part) => part !== undefined) ? parts.join(by) : undefined;
}
