import ts from 'typescript';
import type { DeclaredTest } from '../../domain/verification/declared';
import { parseFile, unlessTooDeep } from '../../codebase';
import { TopNames, definitionOf, dutyIf, strictest, type Definer } from './definers';

type Duty = DeclaredTest['duty'];

interface Place {
  /** Titles of the groups around it, each cut where it is computed. */
  groups: readonly (readonly string[])[];
  duty: Duty;
  only: boolean;
  /** In a helper, whose tests get the titles of whoever calls it besides. */
  helper: boolean;
  /** In a choice of the program under test: nothing may be skipped by it. */
  programDecides: boolean;
}

const TOP: Place = { groups: [], duty: 'run', only: false, helper: false, programDecides: false };

/**
 * The tests that the source of a test file declares, with who may skip them: the source and the machine may, the program under
 * test may not. Undefined for a file that is nested too deeply to be read.
 */
export function declaredTests(path: string, text: string): DeclaredTest[] | undefined {
  return unlessTooDeep(() => {
    const file = parseFile(path, text);
    if (!file) return undefined;
    const reader = new Reader(file.source);
    reader.visit(file.source, TOP);
    return reader.declared();
  });
}

class Reader {
  private readonly names: TopNames;
  private readonly tests: (DeclaredTest & { only: boolean })[] = [];

  constructor(source: ts.SourceFile) {
    this.names = new TopNames(source);
  }

  /** Declared tests. If the source chooses some with `only`, it is the source that skips the others. */
  declared(): DeclaredTest[] {
    const chosen = this.tests.some(({ only, duty }) => only && duty !== 'off');
    return this.tests.map(({ name, duty, only }) => ({ name, duty: chosen && !only ? 'off' : duty }));
  }

  visit(node: ts.Node, place: Place): void {
    if (ts.isBlock(node) || ts.isSourceFile(node)) return this.visitStatements(node.statements, place);
    const definer = ts.isCallExpression(node) ? definitionOf(node, this.names) : undefined;
    if (definer) return this.define(node as ts.CallExpression, definer, place);
    const condition = conditionOf(node);
    if (condition) return this.visitChoice(node, condition, place);
    if (ts.isTryStatement(node) && node.catchClause) {
      this.visit(node.tryBlock, place);
      // The program decides whether it throws.
      return this.visit(node.catchClause, this.decided(place, false));
    }
    const inside = isHelper(node) ? { ...place, groups: [], helper: true } : place;
    ts.forEachChild(node, (child) => this.visit(child, inside));
  }

  private visitStatements(statements: readonly ts.Statement[], place: Place): void {
    let here = place;
    for (const statement of statements) {
      this.visit(statement, here);
      if (ts.isIfStatement(statement) && leaves(statement.thenStatement))
        here = this.decided(here, this.names.isOfMachine(statement.expression));
    }
  }

  private visitChoice(node: ts.Node, condition: ts.Expression, place: Place): void {
    const inside = this.decided(place, this.names.isOfMachine(condition));
    ts.forEachChild(node, (child) => this.visit(child, child === condition ? place : inside));
  }

  /** A choice of the machine may leave tests out; one of the program may not, nor may it skip them. */
  private decided(place: Place, machine: boolean): Place {
    if (machine) return { ...place, duty: place.duty === 'off' ? 'off' : 'either' };
    return { ...place, duty: 'run', programDecides: true };
  }

  private define(call: ts.CallExpression, definer: Definer, place: Place): void {
    const [title, ...rest] = call.arguments;
    // The word of the source holds, unless the program decides whether it is heard.
    const own = place.programDecides ? 'run' : strictest([definer.duty, place.duty]);
    const only = definer.only || place.only;
    const titles = [...place.groups, title ? titleParts(title, definer.rows) : ['', '']];
    if (definer.kind === 'group') {
      for (const given of rest) this.visitCallback(given, { ...place, groups: titles, duty: own, only });
      return;
    }
    const body = rest.find((given) => ts.isArrowFunction(given) || ts.isFunctionExpression(given));
    const bodiless = rest.length === 0 && ts.isIdentifier(call.expression);
    const duty = bodiless ? 'off' : own === 'run' && body ? this.bodyDuty(body) : own;
    this.tests.push({ name: place.helper ? ['', ...joined(titles)] : joined(titles), duty, only });
    // Subtests of node:test stand in the body.
    for (const given of rest) this.visitCallback(given, { ...place, groups: titles, duty: own, only });
  }

  /** A function that is given to a definer is no helper. */
  private visitCallback(given: ts.Expression, place: Place): void {
    if (ts.isArrowFunction(given) || ts.isFunctionExpression(given)) this.visit(given.body, place);
    else this.visit(given, place);
  }

  /** `t.skip()` and `this.skip()` in the body of a test. */
  private bodyDuty(body: ts.ArrowFunction | ts.FunctionExpression): Duty {
    const context = body.parameters[0]?.name.getText();
    const skips: Duty[] = [];
    const visit = (node: ts.Node, duty: Duty): void => {
      if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
        const { expression, name } = node.expression;
        if (/^(skip|todo)$/.test(name.text) && [context, 'this'].includes(expression.getText()))
          skips.push(duty);
      }
      const condition = conditionOf(node);
      const inside = condition ? dutyIf(condition, true, this.names) : duty;
      ts.forEachChild(node, (child) => visit(child, child === condition ? duty : inside));
    };
    visit(body.body, 'off');
    return skips.find((duty) => duty !== 'run') ?? 'run';
  }
}

/** Condition that decides if the rest of a node is evaluated. */
function conditionOf(node: ts.Node): ts.Expression | undefined {
  if (ts.isIfStatement(node) || ts.isSwitchStatement(node)) return node.expression;
  if (ts.isConditionalExpression(node)) return node.condition;
  if (!ts.isBinaryExpression(node)) return undefined;
  const { kind } = node.operatorToken;
  const logical =
    kind === ts.SyntaxKind.AmpersandAmpersandToken ||
    kind === ts.SyntaxKind.BarBarToken ||
    kind === ts.SyntaxKind.QuestionQuestionToken;
  return logical ? node.left : undefined;
}

function leaves(statement: ts.Statement): boolean {
  if (ts.isBlock(statement)) return statement.statements.some(leaves);
  return ts.isReturnStatement(statement) || ts.isThrowStatement(statement);
}

/** A function of its own, rather than one that stands where it is called. */
function isHelper(node: ts.Node): boolean {
  if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) return true;
  return (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) && ts.isVariableDeclaration(node.parent);
}

const FORMATS = /%[a-zA-Z%#$]|\$[\w.#[\]]+/;

function titleParts(title: ts.Expression, rows: boolean): string[] {
  if (ts.isStringLiteralLike(title)) return rows ? title.text.split(FORMATS) : [title.text];
  if (!ts.isTemplateExpression(title)) return ['', ''];
  const parts = [title.head.text, ...title.templateSpans.map((span) => span.literal.text)];
  return rows ? parts.flatMap((part) => part.split(FORMATS)) : parts;
}

/** Names of groups and test in one, cut at the computed parts. */
function joined(titles: readonly (readonly string[])[]): string[] {
  return titles.reduce<string[]>((name, parts) => {
    if (name.length === 0) return [...parts];
    const [first = '', ...rest] = parts;
    return [...name.slice(0, -1), `${name.at(-1) ?? ''} > ${first}`, ...rest];
  }, []);
}
