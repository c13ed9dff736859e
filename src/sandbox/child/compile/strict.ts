/**
 * Hides the arguments of sloppy functions in test code. A function that one of them calls could find it through
 * `caller` and read `arguments`, which may hold the test's `done` or `expect`. Strict functions have neither, so
 * functions with parameters become strict. If one can't (its parameters are not simple, or it relies on sloppy mode),
 * it becomes a shell around a strict function or a method: methods have no `arguments` that others could read.
 */
import type { AnyNode, Function as FunctionNode, Program } from 'acorn';
import type { Edits } from './edits';
import { parseStrictly } from './parse';
import { eachChild, isFunction, namesOf, skipSpace } from './walk';

type PlainFunction = AnyNode & FunctionNode & { type: 'FunctionDeclaration' | 'FunctionExpression' };

/** Adds the changes. `strictly`: the whole source means something under strict mode; `prefix` begins made up names. */
export function guardArguments(program: Program, edits: Edits, strictly: boolean, prefix: string): void {
  if (program.body.some(isUseStrict)) return;
  new Guard(edits, strictly, prefix, undeclaredWrites(program)).visit(program);
}

function isUseStrict(statement: AnyNode): boolean {
  return statement.type === 'ExpressionStatement' && statement.directive === 'use strict';
}

function isStrict(node: FunctionNode): boolean {
  return node.body.type === 'BlockStatement' && node.body.body.some(isUseStrict);
}

/** Names that the source declares anywhere. */
export function declaredNames(program: Program): Set<string> {
  const declared = new Set<string>();
  const visit = (node: AnyNode): void => {
    if (node.type === 'ImportDeclaration') for (const { local } of node.specifiers) declared.add(local.name);
    if (node.type === 'VariableDeclarator') for (const name of namesOf(node.id)) declared.add(name);
    if (isFunction(node)) for (const name of node.params.flatMap(namesOf)) declared.add(name);
    if ((isFunction(node) || node.type.startsWith('Class')) && 'id' in node && node.id?.type === 'Identifier')
      declared.add(node.id.name);
    if (node.type === 'CatchClause' && node.param) for (const name of namesOf(node.param)) declared.add(name);
    eachChild(node, visit);
  };
  visit(program);
  return declared;
}

/** Places that assign to names which the source declares nowhere: sloppy code makes globals of them. */
function undeclaredWrites(program: Program): number[] {
  const declared = declaredNames(program);
  const writes: { name: string; at: number }[] = [];
  const visit = (node: AnyNode): void => {
    if (node.type === 'AssignmentExpression')
      for (const name of namesOf(node.left)) writes.push({ name, at: node.start });
    if ((node.type === 'ForInStatement' || node.type === 'ForOfStatement') && node.left.type === 'Identifier')
      writes.push({ name: node.left.name, at: node.start });
    eachChild(node, visit);
  };
  visit(program);
  return writes.filter(({ name }) => !declared.has(name)).map(({ at }) => at);
}

class Guard {
  constructor(
    private readonly edits: Edits,
    private readonly strictly: boolean,
    private readonly prefix: string,
    private readonly undeclared: readonly number[],
  ) {}

  visit(node: AnyNode): void {
    // The bodies of classes are strict.
    if (node.type === 'ClassBody') return;
    if (
      node.type === 'MethodDefinition' ||
      (node.type === 'Property' && (node.method || node.kind !== 'init'))
    ) {
      if (node.computed) this.visit(node.key);
      // A method itself is safe, what stands in it need not be.
      if (node.value && !isStrict(node.value as FunctionNode))
        eachChild(node.value, (child) => this.visit(child));
      return;
    }
    if (isFunction(node)) {
      if (isStrict(node)) return;
      if (isPlain(node) && takesAnything(node) && this.guard(node)) return;
    }
    eachChild(node, (child) => this.visit(child));
  }

  /** True when all within is strict now. */
  private guard(node: PlainFunction): boolean {
    const strict = this.mayBeStrict(node);
    if (strict && node.params.every((parameter) => parameter.type === 'Identifier')) {
      this.edits.lead(node.body.start + 1, `'use strict';`);
      return true;
    }
    const names = node.params.flatMap(namesOf);
    // Methods don't allow a parameter's name twice.
    if (new Set(names).size < names.length) return false;
    this.wrap(node, strict);
    return strict;
  }

  private mayBeStrict(node: PlainFunction): boolean {
    if (this.undeclared.some((at) => at >= node.start && at < node.end)) return false;
    const { source } = this.edits;
    return this.strictly || parseStrictly(`(${source.slice(node.start, node.end)})`) !== undefined;
  }

  private wrap(node: PlainFunction, strict: boolean): void {
    const { edits, prefix } = this;
    const open = skipSpace(edits.source, node.id ? node.id.end : node.start + 'function'.length);
    const length = node.params.findIndex(
      (parameter) => parameter.type === 'AssignmentPattern' || parameter.type === 'RestElement',
    );
    const counted = length < 0 ? node.params.length : length;
    const parameters = Array.from({ length: counted }, (_, index) => `${prefix}${index}`).join(',');
    const targets: { start: number; end: number }[] = [];
    eachChild(node, (child) => findNewTargets(child, targets));
    for (const { start, end } of targets) edits.replace(start, end, `${prefix}target`);
    const target = targets.length > 0 ? `var ${prefix}target=new.target;` : '';
    const head = strict ? `'use strict';${target}return(function` : `${target}return({${prefix}call`;
    edits.insert(open, `(${parameters}){${head}`);
    edits.close(
      node.body.end,
      strict ? `).apply(this,arguments)}` : `}).${prefix}call.apply(this,arguments)}`,
    );
  }
}

function isPlain(node: AnyNode & FunctionNode): node is PlainFunction {
  return node.type !== 'ArrowFunctionExpression' && !node.async && !node.generator;
}

function takesAnything(node: PlainFunction): boolean {
  return node.params.length > 0 || usesArguments(node.body);
}

function usesArguments(node: AnyNode): boolean {
  if (node.type === 'Identifier') return node.name === 'arguments';
  if (isFunction(node) && node.type !== 'ArrowFunctionExpression') return false;
  let found = false;
  eachChild(node, (child) => {
    found ||= usesArguments(child);
  });
  return found;
}

/** `new.target` of a function itself, not of functions within it. */
function findNewTargets(node: AnyNode, found: { start: number; end: number }[]): void {
  if (node.type === 'MetaProperty' && node.meta.name === 'new') found.push(node);
  if (isFunction(node) && node.type !== 'ArrowFunctionExpression') return;
  eachChild(node, (child) => findNewTargets(child, found));
}
