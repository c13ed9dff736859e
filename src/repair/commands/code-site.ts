import { ancestor, field, type SyntaxNode } from '../../codebase/syntax';
import type { Mutation, TemplateName } from '../search/mutation';
import type { Hints } from '../mutation/site';
import { quotePair } from '../quote';
import { calledStatementsIn, callsIn, type Borrowed, nodesIn } from './code-donors';
import type { CodeLanguage } from './languages/code-language';
import { said, type Said } from '../../domain/run/said';

export { named, nodesIn } from './code-donors';

/** Fields at which a name is declared rather than used. */
const DECLARING: ReadonlySet<string> = new Set(['name', 'pattern', 'parameters', 'receiver', 'alias']);
const MOST_DONORS = 60;
/** Names of the object that a method belongs to. */
export const OWN_OBJECT: ReadonlySet<string> = new Set(['self', 'this', 'cls']);

/** Nodes of members that are read: `a.b`. */
export const MEMBER = /^(?:attribute|selector_expression|field_expression|field_access)$/;

/** Facts on the file around a node that templates use. */
export class CodeSite {
  private readonly namesOf = new Map<SyntaxNode, readonly string[]>();
  private readonly donorsOf = new Map<SyntaxNode, readonly SyntaxNode[]>();
  private readonly memberCounts = new Map<string, number>();
  private readonly methodCounts = new Map<string, number>();
  private readonly callables = new Set<string>();
  private readonly texts = new Map<string, boolean>();
  private asked: readonly string[] | undefined;
  private statements: readonly Borrowed[] | undefined;
  private called: readonly Borrowed[] | undefined;
  private readonly literals = new Set<string>();
  private readonly constants = new Set<string>();

  constructor(
    readonly text: string,
    readonly root: SyntaxNode,
    readonly language: CodeLanguage,
    readonly hints: Hints,
  ) {
    const { strings, names, calls, functions } = language.types;
    for (const node of nodesIn(root)) {
      const code = node.children.length === 0 || strings.has(node.type) ? this.code(node) : '';
      if (strings.has(node.type)) this.literals.add(code);
      if (this.isMember(node)) {
        const isCalled = calls.has(node.parent?.parent?.type ?? '') && node.parent?.field === 'function';
        const counts =
          isCalled || node.parent?.type === 'method_invocation' ? this.methodCounts : this.memberCounts;
        counts.set(code, 1 + (counts.get(code) ?? 0));
      }
      if (!names.has(node.type)) continue;
      if (/^_?[A-Z][A-Z0-9_]+$/.test(code)) this.constants.add(code);
      const isFunction =
        node.field === 'name' && functions.has(node.parent?.type ?? '') && !needsObject(node.parent);
      const isCallee = node.field === 'function' && calls.has(node.parent?.type ?? '');
      const isImported = /import/.test(node.parent?.parent?.type ?? '') && node.parent?.field === 'name';
      if (isFunction || isCallee || isImported) this.callables.add(code);
    }
    for (const name of this.callables)
      if (/^[A-Z]|^(?:range|print|append|super|isinstance)$/.test(name)) this.callables.delete(name);
  }

  code(node: SyntaxNode): string {
    return this.text.slice(node.start, node.end);
  }

  around(node: SyntaxNode): SyntaxNode {
    return ancestor(node, ({ type }) => this.language.types.functions.has(type)) ?? this.root;
  }

  /** A node that names a field or a method after a dot. */
  isMember(node: SyntaxNode): boolean {
    return (
      this.language.types.members.has(node.type) &&
      (node.type !== 'identifier' ||
        node.field === 'attribute' ||
        (node.field === 'name' && node.parent?.type === 'method_invocation'))
    );
  }

  /** A name that stands for a value, and is neither declared here nor a function that is called. */
  isUse(node: SyntaxNode): boolean {
    const { names, calls } = this.language.types;
    if (!names.has(node.type) || this.isMember(node)) return false;
    const { parent } = node;
    if (DECLARING.has(node.field) || (calls.has(parent?.type ?? '') && node.field === 'function'))
      return false;
    return parent?.type !== 'parameters' && parent?.type !== 'lambda_parameters';
  }

  /** Names of the function around a node, those nearest to it first, and the file's constants. */
  names(node: SyntaxNode): readonly string[] {
    const home = this.around(node);
    const known = this.namesOf.get(home) ?? this.collectNames(home);
    this.namesOf.set(home, known);
    return known;
  }

  private collectNames(home: SyntaxNode): readonly string[] {
    const { names, calls } = this.language.types;
    const found = new Set<string>();
    for (const node of nodesIn(home)) {
      if (!names.has(node.type) || this.isMember(node)) continue;
      if (node.parent === home || (calls.has(node.parent?.type ?? '') && node.field === 'function')) continue;
      if (node.parent?.type === 'keyword_argument' && node.field === 'name') continue;
      found.add(this.code(node));
    }
    for (const constant of this.constants) found.add(constant);
    return [...found].filter((name) => name !== '_');
  }

  /** Names after dots in the file, the frequent ones first: those that are called, or not, like the node, and the others. */
  members(node: SyntaxNode): { alike: readonly string[]; others: readonly string[] } {
    const isCalled =
      (this.language.types.calls.has(node.parent?.parent?.type ?? '') && node.parent?.field === 'function') ||
      node.parent?.type === 'method_invocation';
    const [first, second] = isCalled
      ? [this.methodCounts, this.memberCounts]
      : [this.memberCounts, this.methodCounts];
    const sorted = (counts: ReadonlyMap<string, number>): string[] =>
      [...counts].sort((a, b) => b[1] - a[1]).map(([name]) => name);
    return { alike: sorted(first), others: sorted(second).filter((name) => !first.has(name)) };
  }

  /** Functions that the file makes, calls or imports. */
  functions(): readonly string[] {
    return [...this.callables];
  }

  /** Names in capitals that the file uses. */
  constantNames(): readonly string[] {
    return [...this.constants];
  }

  /** Sizes that the file asks for, such as `len(values)`. */
  sizes(): readonly string[] {
    this.asked ??= [
      ...new Set(
        [...nodesIn(this.root)]
          .filter((node) => this.isExpression(node) && node.end - node.start < 40)
          .map((node) => this.code(node))
          .filter((code) =>
            /^len\([^()]*\)$|\.len\(\)$|\.(?:size|capacity|length|count)(?:\(\))?$/i.test(code),
          ),
      ),
    ];
    return this.asked;
  }

  calledStatements(): readonly Borrowed[] {
    return (this.statements ??= calledStatementsIn(this));
  }

  /** Calls of functions in the file. */
  calls(): readonly Borrowed[] {
    return (this.called ??= callsIn(this));
  }

  /** String literals of the file as they are written. */
  strings(): readonly string[] {
    return [...this.literals].slice(0, 80);
  }

  /** Expressions of the function around a node. */
  donors(node: SyntaxNode): readonly SyntaxNode[] {
    const home = this.around(node);
    const known = this.donorsOf.get(home) ?? this.collectDonors(home);
    this.donorsOf.set(home, known);
    return known;
  }

  private collectDonors(home: SyntaxNode): readonly SyntaxNode[] {
    const found = new Map<string, SyntaxNode>();
    for (const node of nodesIn(home)) {
      if (!this.isExpression(node) || node.end - node.start > 60) continue;
      const code = this.code(node);
      if (!found.has(code)) found.set(code, node);
    }
    return [...found.values()].slice(0, MOST_DONORS);
  }

  isExpression(node: SyntaxNode): boolean {
    const { types } = this.language;
    if (types.names.has(node.type)) return this.isUse(node);
    return (
      types.calls.has(node.type) ||
      types.binary.has(node.type) ||
      types.donors.has(node.type) ||
      types.integers.has(node.type) ||
      types.floats.has(node.type) ||
      types.strings.has(node.type)
    );
  }

  /** True for a word of the language that stands for nothing, true or false. */
  isConstant(node: SyntaxNode): boolean {
    const { nothing, booleans } = this.language.words;
    const code = this.code(node);
    return nothing.includes(code) || booleans.includes(code);
  }

  /** True if the file has a text such as `int(` or `.strip()` at the edge of a word. */
  has(text: string): boolean {
    const known = this.texts.get(text) ?? this.hasWord(text);
    this.texts.set(text, known);
    return known;
  }

  private hasWord(text: string): boolean {
    const isEdge = (at: number): boolean =>
      !/^\w/.test(text) || at === 0 || !/[\w.]/.test(this.text[at - 1] ?? '');
    let at = this.text.indexOf(text);
    while (at >= 0 && !isEdge(at)) at = this.text.indexOf(text, at + 1);
    return at >= 0;
  }

  /** True for a comparison and for what is made of them: it is true or false, whatever its parts are. */
  isTruth(node: SyntaxNode): boolean {
    if (/^(?:comparison|not)_operator$/.test(node.type)) return true;
    if (!this.language.types.binary.has(node.type)) return false;
    const operator = field(node, 'operator');
    return operator !== undefined && /^(?:[=!]=|[<>]=?|&&|\|\|)$/.test(this.code(operator));
  }

  isStatement(node: SyntaxNode): boolean {
    const { statements, blocks } = this.language.types;
    return statements.has(node.type) && blocks.has(node.parent?.type ?? '');
  }

  /** Blanks before the line of a node. */
  indent(node: SyntaxNode): string {
    const from = this.text.lastIndexOf('\n', node.start - 1) + 1;
    return /^[ \t]*/.exec(this.text.slice(from, node.start))?.[0] ?? '';
  }

  /** True where a node begins its line. */
  opensLine(node: SyntaxNode): boolean {
    const from = this.text.lastIndexOf('\n', node.start - 1) + 1;
    return this.text.slice(from, node.start).trim() === '';
  }
}

/** True for a method of Python, Go or Rust: none of them is called by its name alone, as Java's are. */
function needsObject(node: SyntaxNode | undefined): boolean {
  if (node === undefined || field(node, 'receiver') !== undefined) return node !== undefined;
  const holder = ancestor(node, ({ type }) =>
    /^(?:class_definition|impl_item|trait_item|function_)/.test(type),
  );
  return holder !== undefined && !holder.type.startsWith('function_');
}

/** Replaces a range by other code. */
export function edit(
  range: { start: number; end: number },
  replacement: string,
  template: TemplateName,
  description: Said,
  weight = 1,
): Mutation {
  return { start: range.start, end: range.end, replacement, template, description, weight };
}

export function become(
  site: CodeSite,
  node: SyntaxNode,
  replacement: string,
  template: TemplateName,
  weight = 1,
): Mutation {
  const [before, after] = quotePair(site.code(node), replacement);
  return edit(node, replacement, template, said`${before} should be ${after}`, weight);
}
