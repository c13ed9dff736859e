import ts from 'typescript';
import { parseFile, type ParsedFile } from '../../codebase';
import { CODE_FILE, importsOf, syntaxErrors } from './source';
import { lint } from './lint';

/** A function of a file that can be called by a name. */
interface FoundFunction {
  node: ts.FunctionLikeDeclaration;
  isExported: boolean;
}

/** Verdict on code that was not run. */
export interface StaticVerdict {
  isValid: boolean;
  /** A sentence each, with the line where there is one. */
  issues: string[];
}

const LEAST_CHARS = 10;
const MOST_LINES = 600;
const MOST_FUNCTION_LINES = 120;
const MOST_ISSUES = 40;
const MOST_CODE_CHARS = 200_000;

export interface CheckRules {
  functionName: string;
  isAllowedImport(specifier: string): boolean;
}

/** Checks code without running it. */
export async function checkCode(code: string, rules: CheckRules): Promise<StaticVerdict> {
  const issues = await issuesOf(code, rules);
  return { isValid: issues.length === 0, issues: issues.slice(0, MOST_ISSUES) };
}

async function issuesOf(code: string, rules: CheckRules): Promise<string[]> {
  if (code.trim().length < LEAST_CHARS) return ['The code is too short to hold a function.'];
  if (code.length > MOST_CODE_CHARS) return [`The code is too long: at most ${MOST_CODE_CHARS} characters.`];
  const syntax = syntaxErrors(code);
  if (syntax.length > 0) return syntax;
  const file = parseFile(CODE_FILE, code);
  if (!file) return ['The code is nested too deeply to be read.'];
  const found = findFunction(file.source, rules.functionName);
  return [
    ...lengthIssues(file),
    ...importIssues(file, rules),
    ...(found ? functionIssues(file, found.node, rules.functionName) : [missingFunction(rules.functionName)]),
    ...(await lint(code, rules.functionName)),
  ];
}

const missingFunction = (name: string): string =>
  `There is no function ${name}: define it at the top of the module.`;

function lengthIssues({ source }: ParsedFile): string[] {
  const lines = source.getLineStarts().length;
  return lines > MOST_LINES ? [`The code has ${lines} lines: at most ${MOST_LINES} are allowed.`] : [];
}

function importIssues(file: ParsedFile, { isAllowedImport }: CheckRules): string[] {
  return importsOf(file.source)
    .filter(({ specifier }) => specifier === undefined || !isAllowedImport(specifier))
    .map(({ node, specifier }) => {
      const what = specifier === undefined ? 'of a module that is computed' : `of "${specifier}"`;
      return `line ${lineOf(file, node)}: the import ${what} is not allowed.`;
    });
}

function functionIssues(file: ParsedFile, node: ts.FunctionLikeDeclaration, name: string): string[] {
  const at = lineOf(file, node);
  const lines = file.source.getLineAndCharacterOfPosition(node.end).line + 2 - at;
  const untyped = node.parameters.filter(({ type }) => !type).map((one) => one.name.getText(file.source));
  const issues: string[] = [];
  if (lines > MOST_FUNCTION_LINES)
    issues.push(
      `line ${at}: ${name} has ${lines} lines: split it, at most ${MOST_FUNCTION_LINES} are allowed.`,
    );
  if (untyped.length > 0)
    issues.push(`line ${at}: parameters of ${name} have no type: ${untyped.join(', ').slice(0, 100)}.`);
  if (!node.type) issues.push(`line ${at}: ${name} has no type for its result.`);
  if (!handlesErrors(node))
    issues.push(`line ${at}: ${name} handles no errors: check its input, or use try and catch.`);
  return issues;
}

/** True if a function catches or throws, or leaves early where its input is not as it should be. */
function handlesErrors(node: ts.FunctionLikeDeclaration): boolean {
  let found = false;
  const visit = (child: ts.Node): void => {
    if (found) return;
    found =
      ts.isTryStatement(child) ||
      ts.isThrowStatement(child) ||
      isGuard(child) ||
      (ts.isPropertyAccessExpression(child) && child.name.text === 'catch') ||
      (ts.isBinaryExpression(child) && child.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken) ||
      ts.isQuestionDotToken(child);
    ts.forEachChild(child, visit);
  };
  if (node.body) visit(node.body);
  return found;
}

function isGuard(node: ts.Node): boolean {
  if (ts.isConditionalExpression(node)) return true;
  if (!ts.isIfStatement(node)) return false;
  const [first] = ts.isBlock(node.thenStatement)
    ? node.thenStatement.statements.slice(-1)
    : [node.thenStatement];
  return first !== undefined && (ts.isReturnStatement(first) || ts.isContinueStatement(first));
}

function lineOf({ source }: ParsedFile, node: ts.Node): number {
  return source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
}

/** Finds a function that a file declares at its top, or exports under a name. */
export function findFunction(source: ts.SourceFile, name: string): FoundFunction | undefined {
  const exported = exportedNames(source);
  const local = exported.get(name) ?? name;
  for (const statement of source.statements) {
    const node = functionOf(statement, local);
    if (node) return { node, isExported: exported.has(name) || isMarked(statement) };
  }
  return undefined;
}

function functionOf(statement: ts.Statement, name: string): ts.FunctionLikeDeclaration | undefined {
  if (ts.isFunctionDeclaration(statement))
    return statement.name?.text === name && statement.body ? statement : undefined;
  if (!ts.isVariableStatement(statement)) return undefined;
  for (const { name: declared, initializer } of statement.declarationList.declarations) {
    if (!ts.isIdentifier(declared) || declared.text !== name) continue;
    const value = initializer && unwrapped(initializer);
    if (value && (ts.isArrowFunction(value) || ts.isFunctionExpression(value))) return value;
  }
  return undefined;
}

function unwrapped(node: ts.Expression): ts.Expression {
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
    return unwrapped(node.expression);
  return node;
}

function isMarked(statement: ts.Statement): boolean {
  const marks = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
  const isExport = marks.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  return isExport && !marks.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword);
}

/** Exported name → name in the file, of `export { a as b }`. */
function exportedNames(source: ts.SourceFile): Map<string, string> {
  const names = new Map<string, string>();
  for (const statement of source.statements) {
    if (!ts.isExportDeclaration(statement) || statement.moduleSpecifier || !statement.exportClause) continue;
    if (!ts.isNamedExports(statement.exportClause)) continue;
    for (const { name, propertyName } of statement.exportClause.elements)
      names.set(name.text, (propertyName ?? name).text);
  }
  return names;
}
