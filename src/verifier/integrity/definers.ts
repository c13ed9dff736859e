import ts from 'typescript';
import type { DeclaredTest } from '../../domain/verification/declared';
import { isBuiltin } from 'node:module';

/** Names by which a test file asks the machine; `process.env` too, which no repair may write. */
const MACHINE = new Set([
  ...['process', 'navigator', 'undefined', 'NaN', 'Infinity'],
  ...['Number', 'String', 'Boolean', 'parseInt', 'parseFloat', 'require'],
]);

/** Names declared at the top of a file: constants with their values, and modules of Node. */
export class TopNames {
  private readonly values = new Map<string, ts.Expression>();
  private readonly ofNode = new Set<string>();

  constructor(source: ts.SourceFile) {
    for (const statement of source.statements) {
      if (ts.isImportDeclaration(statement)) this.import(statement);
      if (!ts.isVariableStatement(statement)) continue;
      for (const { name, initializer } of statement.declarationList.declarations) {
        if (!initializer) continue;
        if (ts.isIdentifier(name)) this.values.set(name.text, initializer);
        else
          for (const one of name.elements)
            if (ts.isBindingElement(one) && ts.isIdentifier(one.name))
              this.values.set(one.name.text, initializer);
      }
    }
  }

  private import({ importClause, moduleSpecifier }: ts.ImportDeclaration): void {
    if (!importClause || !ts.isStringLiteralLike(moduleSpecifier) || !isBuiltin(moduleSpecifier.text)) return;
    const { name, namedBindings } = importClause;
    if (name) this.ofNode.add(name.text);
    if (!namedBindings) return;
    const bound = ts.isNamespaceImport(namedBindings) ? [namedBindings] : namedBindings.elements;
    for (const one of bound) this.ofNode.add(one.name.text);
  }

  /** The value of a constant of the file. */
  valueOf(name: string): ts.Expression | undefined {
    return this.values.get(name);
  }

  /** True where the machine alone decides an expression: no module of the project has a say in it. */
  isOfMachine(expression: ts.Expression, depth = 0): boolean {
    if (depth > 5) return false;
    let all = true;
    const visit = (node: ts.Node): void => {
      if (ts.isPropertyAccessExpression(node)) return visit(node.expression);
      if (ts.isCallExpression(node) && isLoad(node)) {
        const [given] = node.arguments;
        all &&= given !== undefined && ts.isStringLiteralLike(given) && isBuiltin(given.text);
        return;
      }
      if (ts.isIdentifier(node)) all &&= this.isMachineName(node.text, depth);
      else ts.forEachChild(node, visit);
    };
    visit(expression);
    return all;
  }

  private isMachineName(name: string, depth: number): boolean {
    const value = this.values.get(name);
    if (value) return this.isOfMachine(value, depth + 1);
    return this.ofNode.has(name) || MACHINE.has(name);
  }
}

type Duty = DeclaredTest['duty'];

/** Kind of test that a callee defines, and the reason if it is skipped. */
export interface Definer {
  kind: 'test' | 'group';
  duty: Duty;
  only: boolean;
  /** Its titles are formatted with rows of values. */
  rows: boolean;
  /** No condition may leave it out, and it does not have to fail. */
  certain: boolean;
}

type Base = Pick<Definer, 'kind' | 'duty' | 'only'>;

const BASES: Readonly<Record<string, Base>> = {
  ...named(['it', 'test', 'specify'], { kind: 'test', duty: 'run', only: false }),
  ...named(['xit', 'xtest', 'xspecify'], { kind: 'test', duty: 'off', only: false }),
  ...named(['fit', 'ftest'], { kind: 'test', duty: 'run', only: true }),
  ...named(['describe', 'suite', 'context'], { kind: 'group', duty: 'run', only: false }),
  ...named(['xdescribe', 'xcontext'], { kind: 'group', duty: 'off', only: false }),
  ...named(['fdescribe'], { kind: 'group', duty: 'run', only: true }),
};

function named<T>(names: readonly string[], value: T): Record<string, T> {
  return Object.fromEntries(names.map((name) => [name, value]));
}

/** Names that define tests and groups of them. */
export const DEFINING_NAMES: readonly string[] = Object.keys(BASES);

/** Calls of these give a definer and define nothing yet. */
const MAKERS = /^(?:each|for|skipIf|runIf|extend)$/;

/** True for `it.each(rows)` and its like, whose result is called with the title. */
function isMaker(call: ts.CallExpression): boolean {
  return ts.isPropertyAccessExpression(call.expression) && MAKERS.test(call.expression.name.text);
}

/** The test or group that a call defines, its options (`{ skip: true }`) heard; undefined for one that defines no test and no group. */
export function definitionOf(call: ts.CallExpression, names: TopNames): Definer | undefined {
  const { expression, arguments: given } = call;
  // `t.test(title, body)` defines one; `/\d/.test(text)` does not.
  const isMethod = ts.isPropertyAccessExpression(expression) && baseOf(expression.name.text) !== undefined;
  if (isMaker(call) || (isMethod && given.length < 2)) return undefined;
  const definer = definerOf(expression, names);
  const option = definer && given.slice(1).flatMap(skipOption)[0];
  if (!option) return definer;
  const duty = strictest([definer.duty, dutyIf(option, true, names)]);
  return { ...definer, duty, certain: definer.certain && option.kind === ts.SyntaxKind.FalseKeyword };
}

/** Value of `skip` or `todo` among the options of node:test and vitest. */
function skipOption(given: ts.Expression): ts.Expression[] {
  if (!ts.isObjectLiteralExpression(given)) return [];
  return given.properties.flatMap((property) =>
    ts.isPropertyAssignment(property) && /^(skip|todo)$/.test(property.name.getText())
      ? [property.initializer]
      : [],
  );
}

/** The duty that holds of several: a source that leaves a test out leaves it out. */
export function strictest(duties: readonly Duty[]): Duty {
  return duties.includes('off') ? 'off' : duties.includes('either') ? 'either' : 'run';
}

/** Definer of a callee: `it`, `describe.skip`, `it.each(rows)`, `(ready ? it : it.skip)`, or a constant that is one. */
function definerOf(callee: ts.Expression, names: TopNames, depth = 0): Definer | undefined {
  if (depth > 8) return undefined;
  const inner = (one: ts.Expression): Definer | undefined => definerOf(one, names, depth + 1);
  if (ts.isParenthesizedExpression(callee) || ts.isAsExpression(callee) || ts.isNonNullExpression(callee))
    return inner(callee.expression);
  if (ts.isIdentifier(callee)) {
    const value = names.valueOf(callee.text);
    return (value && inner(value)) ?? baseOf(callee.text);
  }
  if (ts.isConditionalExpression(callee))
    return either(inner(callee.whenTrue), inner(callee.whenFalse), names.isOfMachine(callee.condition));
  if (ts.isTaggedTemplateExpression(callee)) return withRows(inner(callee.tag));
  if (ts.isCallExpression(callee)) return madeBy(callee, names, inner);
  if (ts.isPropertyAccessExpression(callee)) return modified(callee, inner);
  return undefined;
}

function baseOf(name: string): Definer | undefined {
  const base = Object.hasOwn(BASES, name) ? BASES[name] : undefined;
  return base && { ...base, rows: false, certain: true };
}

function withRows(definer: Definer | undefined): Definer | undefined {
  return definer && { ...definer, rows: true };
}

/** Definer of a choice between two: the machine may decide it, the program may not. */
function either(a: Definer | undefined, b: Definer | undefined, machine: boolean): Definer | undefined {
  if (!a || !b) return a ?? b;
  const duty = a.duty === b.duty ? a.duty : machine ? 'either' : 'run';
  return { ...a, duty, only: a.only && b.only, rows: a.rows || b.rows, certain: false };
}

function modified(
  { expression, name }: ts.PropertyAccessExpression,
  inner: (one: ts.Expression) => Definer | undefined,
): Definer | undefined {
  const own = baseOf(name.text);
  if (own) return own;
  const definer = inner(expression);
  if (!definer) return undefined;
  if (name.text === 'skip' || name.text === 'todo') return { ...definer, duty: 'off' };
  if (name.text === 'failing' || name.text === 'fails') return { ...definer, certain: false };
  if (name.text === 'only') return { ...definer, only: true };
  return name.text === 'each' || name.text === 'for' ? withRows(definer) : definer;
}

function madeBy(
  call: ts.CallExpression,
  names: TopNames,
  inner: (one: ts.Expression) => Definer | undefined,
): Definer | undefined {
  if (!isMaker(call) || !ts.isPropertyAccessExpression(call.expression)) return undefined;
  const definer = inner(call.expression);
  const maker = call.expression.name.text;
  const [condition] = call.arguments;
  if (!definer || !condition || (maker !== 'skipIf' && maker !== 'runIf')) return definer;
  return { ...definer, duty: dutyIf(condition, maker === 'skipIf', names), certain: false };
}

/** Duty of a test that a condition skips (or runs): a literal says it outright. */
export function dutyIf(condition: ts.Expression, skips: boolean, names: TopNames): Duty {
  const isTrue = condition.kind === ts.SyntaxKind.TrueKeyword || ts.isStringLiteralLike(condition);
  const isFalse = condition.kind === ts.SyntaxKind.FalseKeyword;
  if (isTrue || isFalse) return isTrue === skips ? 'off' : 'run';
  return names.isOfMachine(condition) ? 'either' : 'run';
}

function isLoad({ expression }: ts.CallExpression): boolean {
  return (
    expression.kind === ts.SyntaxKind.ImportKeyword ||
    (ts.isIdentifier(expression) && expression.text === 'require')
  );
}
