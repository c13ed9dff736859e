import { failuresOf, isNotRun } from '../domain/verification/failed-checks';
import type { CheckReport } from '../domain/verification/verification';
import { type ProgramFiles, resolveModule } from '../sandbox';
import ts from 'typescript';
import { isAvoidable } from './integrity/assertions';
import { definedTests } from './integrity/test-facts';
import { parseFile, unlessTooDeep } from '../codebase';

/** A test's claim that a call with literal arguments gives a literal. */
interface Claim {
  file: string;
  /** Titles of the test, joined by ` > `. */
  test: string;
  line: number;
  /** Module, export and arguments: the same for two claims about one call. */
  key: string;
  /** The call as the test has it. */
  call: string;
  /** The expected value, in one form for one value. */
  expected: string;
}

const EQUALS = new Set(['toBe', 'toEqual', 'toStrictEqual']);
const ASSERTS = new Set(['equal', 'strictEqual', 'deepEqual', 'deepStrictEqual']);

/** Words for things that can give one call two results: hooks, mocks, clocks, the environment. */
const SURROUNDINGS = /\b(before(Each|All)?|after(Each|All)?|jest|vi|mock|sinon|process\.env|setTimeout)\b/;

const MAX_FILES = 100;
const MAX_SHOWN = 5;

/**
 * Pairs of tests that no code without a memory of earlier calls can pass: they expect different results of one call, and
 * at least one of them fails. A sentence each.
 */
export function contradictionsIn(files: ProgramFiles, checks: readonly CheckReport[]): string[] {
  const failed = new Set(checks.flatMap(failuresOf).map((one) => one.id));
  if (failed.size === 0) return [];
  const tests = checks.filter((check) => check.kind === 'tests' && !isNotRun(check));
  const ids = new Map(
    tests.flatMap((check) => check.tests.map((test) => [`${check.name}\n${test.path.join(' > ')}`, test.id])),
  );
  const failing = (claim: Claim): boolean => failed.has(ids.get(`${claim.file}\n${claim.test}`) ?? '');
  const first = new Map<string, Claim[]>();
  const found: string[] = [];
  for (const check of tests.slice(0, MAX_FILES)) {
    for (const claim of claimsOf(check.name, files)) {
      const known = first.get(claim.key) ?? [];
      first.set(claim.key, [...known, claim]);
      const other = known.find((one) => one.expected !== claim.expected && (failing(one) || failing(claim)));
      if (other) found.push(sentence(other, claim));
    }
  }
  return [...new Set(found)].slice(0, MAX_SHOWN);
}

function sentence(a: Claim, b: Claim): string {
  return (
    `"${a.test}" (${a.file}:${a.line}) and "${b.test}" (${b.file}:${b.line}) contradict each other: ` +
    `${a.call} can not give both ${a.expected} and ${b.expected}. Correct one of them.`
  );
}

/** Claims of a test file about functions of the project. None where its surroundings may change from test to test. */
function claimsOf(path: string, files: ProgramFiles): Claim[] {
  const text = files.get(path) ?? '';
  if (SURROUNDINGS.test(text)) return [];
  const claims = unlessTooDeep(() => {
    const file = parseFile(path, text);
    if (!file) return [];
    const imports = importedNames(file.source, path, files);
    return definedTests(file.source).flatMap(({ name, call }) => {
      const found: Claim[] = [];
      const visit = (node: ts.Node): void => {
        const claim =
          ts.isCallExpression(node) && !isAvoidable(node, call) ? claimOf(node, imports) : undefined;
        if (claim) {
          const { line } = file.source.getLineAndCharacterOfPosition(node.getStart());
          found.push({ file: path, test: name, line: line + 1, ...claim });
        }
        ts.forEachChild(node, visit);
      };
      for (const given of call.arguments) visit(given);
      return found;
    });
  });
  return claims ?? [];
}

/** Local name → module and export, for named and default imports of the project's own modules. */
function importedNames(source: ts.SourceFile, from: string, files: ProgramFiles): Map<string, string> {
  const names = new Map<string, string>();
  const note = (specifier: ts.Node | undefined, local: string, name: string): void => {
    if (!specifier || !ts.isStringLiteralLike(specifier)) return;
    const path = resolveModule(files, from, specifier.text);
    if (path !== undefined) names.set(local, `${path}#${name}`);
  };
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement)) {
      const { name, namedBindings } = statement.importClause ?? {};
      if (name) note(statement.moduleSpecifier, name.text, 'default');
      if (namedBindings && ts.isNamedImports(namedBindings))
        for (const one of namedBindings.elements)
          note(statement.moduleSpecifier, one.name.text, (one.propertyName ?? one.name).text);
    } else if (ts.isVariableStatement(statement)) {
      for (const { name, initializer } of statement.declarationList.declarations) {
        if (
          !initializer ||
          !ts.isCallExpression(initializer) ||
          initializer.expression.getText() !== 'require'
        )
          continue;
        if (ts.isIdentifier(name)) note(initializer.arguments[0], name.text, 'default');
        else if (ts.isObjectBindingPattern(name))
          for (const one of name.elements)
            note(initializer.arguments[0], one.name.getText(), (one.propertyName ?? one.name).getText());
      }
    }
  }
  return names;
}

function claimOf(
  node: ts.CallExpression,
  imports: ReadonlyMap<string, string>,
): Pick<Claim, 'key' | 'call' | 'expected'> | undefined {
  const parts = partsOf(node);
  if (!parts) return undefined;
  const call = ts.isAwaitExpression(parts.actual) ? parts.actual.expression : parts.actual;
  if (!ts.isCallExpression(call) || !ts.isIdentifier(call.expression)) return undefined;
  const target = imports.get(call.expression.text);
  const given = call.arguments.map(literalText);
  const expected = literalText(parts.expected);
  // A call without arguments is likely to be a counter or a clock.
  if (target === undefined || given.length === 0 || given.includes(undefined)) return undefined;
  if (expected === undefined) return undefined;
  return { key: `${target}(${given.join()})`, call: call.getText().replace(/\s+/g, ' '), expected };
}

/** `expect(actual).toBe(expected)` and `assert.equal(actual, expected)`. */
function partsOf(node: ts.CallExpression): { actual: ts.Expression; expected: ts.Expression } | undefined {
  if (!ts.isPropertyAccessExpression(node.expression)) return undefined;
  const { expression: receiver, name } = node.expression;
  const [first, second] = node.arguments;
  if (ts.isIdentifier(receiver) && receiver.text === 'assert' && ASSERTS.has(name.text))
    return first && second && { actual: first, expected: second };
  const isExpect = ts.isCallExpression(receiver) && receiver.expression.getText() === 'expect';
  const actual = isExpect ? receiver.arguments[0] : undefined;
  return actual && first && EQUALS.has(name.text) ? { actual, expected: first } : undefined;
}

/** A literal in one form for one value; undefined for what is none. */
function literalText(node: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(node)) return JSON.stringify(node.text);
  if (ts.isNumericLiteral(node)) return String(Number(node.text));
  if (ts.isParenthesizedExpression(node)) return literalText(node.expression);
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.MinusToken) {
    const value = literalText(node.operand);
    return value === undefined ? undefined : `-${value}`;
  }
  if (/^(true|false|null|undefined|NaN|Infinity)$/.test(node.getText())) return node.getText();
  if (ts.isArrayLiteralExpression(node)) return joined(node.elements.map(literalText), '[', ']');
  if (!ts.isObjectLiteralExpression(node)) return undefined;
  const entries = node.properties.map((property) => {
    const value = ts.isPropertyAssignment(property) ? literalText(property.initializer) : undefined;
    const key =
      property.name && /^["'\w]+$/.test(property.name.getText()) ? property.name.getText() : undefined;
    return key === undefined || value === undefined ? undefined : `${key.replace(/["']/g, '')}:${value}`;
  });
  return joined(
    entries.toSorted((a = '', b = '') => (a < b ? -1 : 1)),
    '{',
    '}',
  );
}

function joined(parts: readonly (string | undefined)[], open: string, close: string): string | undefined {
  return parts.includes(undefined) ? undefined : open + parts.join() + close;
}
