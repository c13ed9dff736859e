/** Puts counters before statements: which lines ran. Costs about 3 % of a run's time. */
import type { AnyNode, Program } from 'acorn';
import type { Edits } from './compile/edits';
import { eachChild } from './compile/walk';

/** The user's line of an offset; undefined for what transpiling added. */
export type LineOf = (offset: number) => number | undefined;

/** Statements whose own lines end where their body begins: the part that counts for them. */
const HEADS: Readonly<Record<string, string>> = {
  IfStatement: 'test',
  WhileStatement: 'test',
  SwitchStatement: 'discriminant',
  ForInStatement: 'right',
  ForOfStatement: 'right',
  WithStatement: 'object',
};

/** Statements that stand for their first line only. */
const FIRST_LINE = new Set([
  'ForStatement',
  'DoWhileStatement',
  'TryStatement',
  'ClassDeclaration',
  'LabeledStatement',
]);

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/** Statements that do nothing where they stand. */
const IDLE = new Set([
  'FunctionDeclaration',
  'EmptyStatement',
  'ImportDeclaration',
  'ExportAllDeclaration',
  'ExportNamedDeclaration',
]);

/** Functions by which TypeScript applies decorators: calls of them are on no line of the user's. */
const HELPERS = /^__(?:decorate|param|metadata|esDecorate|runInitializers|setFunctionName|propKey)$/;

function isHelperCall(node: AnyNode): boolean {
  if (node.type === 'ExpressionStatement') return isHelperCall(node.expression);
  if (node.type === 'AssignmentExpression') return isHelperCall(node.right);
  return (
    node.type === 'CallExpression' && node.callee.type === 'Identifier' && HELPERS.test(node.callee.name)
  );
}

function part(node: AnyNode, key: string): AnyNode | null | undefined {
  return (node as unknown as Record<string, AnyNode | null | undefined>)[key];
}

/** Adds counters in `__hits`; `lines[i]` of the answer are the lines that counter `i` stands for. */
export function addCounters(program: Program, edits: Edits, lineOf: LineOf): number[][] {
  const counters = new Counters(edits, lineOf);
  counters.visit(program);
  return counters.lines;
}

class Counters {
  readonly lines: number[][] = [];

  constructor(
    private readonly edits: Edits,
    private readonly lineOf: LineOf,
  ) {}

  /** Lines inside functions within `node`: their statements have counters of their own. */
  private innerLines(node: AnyNode, lines: Set<number>): void {
    eachChild(node, (inner) => {
      const body =
        inner.type === 'ClassBody' ? inner : FUNCTIONS.has(inner.type) ? part(inner, 'body') : undefined;
      if (!body) return this.innerLines(inner, lines);
      const first = this.lineOf(body.start);
      const last = this.lineOf(body.end - 1);
      if (first === undefined || last === undefined) return;
      for (let line = first + 1; line < last; line++) lines.add(line);
    });
  }

  private linesOf(node: AnyNode): number[] {
    const first = this.lineOf(node.start);
    if (first === undefined) return [];
    const head = HEADS[node.type];
    const headNode = head === undefined ? undefined : part(node, head);
    const last = FIRST_LINE.has(node.type) ? first : (this.lineOf((headNode ?? node).end - 1) ?? first);
    const inner = new Set<number>();
    if (last > first) this.innerLines(node, inner);
    const lines: number[] = [];
    for (let line = first; line <= last; line++) if (!inner.has(line)) lines.push(line);
    return lines;
  }

  /** Text that counts a node; empty for what is none of the user's. */
  private count(node: AnyNode): string {
    const lines = this.linesOf(node);
    if (lines.length === 0) return '';
    this.lines.push(lines);
    return `__hits[${this.lines.length - 1}]=1`;
  }

  private before(node: AnyNode): void {
    const counter = this.count(node);
    if (counter !== '') this.edits.insert(node.start, `${counter};`);
  }

  /** A list of statements: a counter before each. */
  private list(statements: readonly AnyNode[]): void {
    for (const statement of statements) {
      if (statement.type === 'ExpressionStatement' && statement.directive !== undefined) continue;
      if (isHelperCall(statement)) continue;
      const exported = statement.type === 'ExportNamedDeclaration' ? statement.declaration : undefined;
      const named =
        statement.type === 'ExportDefaultDeclaration' && statement.declaration.type === 'FunctionDeclaration';
      if (exported && !IDLE.has(exported.type)) this.before(exported);
      else if (!IDLE.has(statement.type) && !named) this.before(statement);
    }
  }

  /** The body of an `if` or a loop, which may be a statement without braces. */
  private body(node: AnyNode | null | undefined): void {
    if (!node || node.type === 'BlockStatement') return;
    const counter = this.count(node);
    this.edits.insert(node.start, counter === '' ? '{' : `{${counter};`);
    this.edits.close(node.end, '}');
  }

  visit(node: AnyNode): void {
    switch (node.type) {
      case 'Program':
      case 'BlockStatement':
      case 'StaticBlock':
        this.list(node.body);
        break;
      case 'SwitchCase':
        this.list(node.consequent);
        break;
      case 'IfStatement':
        this.body(node.consequent);
        this.body(node.alternate);
        break;
      case 'ForStatement':
      case 'ForInStatement':
      case 'ForOfStatement':
      case 'WhileStatement':
      case 'DoWhileStatement':
        this.body(node.body);
        break;
      case 'ArrowFunctionExpression':
        this.arrow(node.body);
        break;
      default:
    }
    eachChild(node, (inner) => this.visit(inner));
  }

  private arrow(body: AnyNode): void {
    if (body.type === 'BlockStatement') return;
    const counter = this.count(body);
    if (counter === '') return;
    this.edits.insert(body.start, `(${counter},`);
    this.edits.close(body.end, ')');
  }
}
