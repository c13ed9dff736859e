import ts from 'typescript';
import { parseFile, unlessTooDeep } from '../../../codebase';
import type { ModuleNames } from './runtime';
import { applyMutations } from '../../search/mutation';

/** Code that is put into a text at a place. */
interface Insertion {
  at: number;
  code: string;
}

export interface NamedFunction {
  /** As an expression at the end of the module: `clamp`, `Cart.prototype.add`, `module.exports.sum`. */
  name: string;
  /** As people call it: `clamp`, `Cart#add`, `sum`. */
  shown: string;
  constructs: boolean;
  start: number;
  end: number;
  /** Where a call is recorded, and by what code around it. */
  entry: Entry;
}

/** `close`: end of a body that is an expression. */
interface Entry {
  at: number;
  close?: number;
  /** Source text of the list of arguments. */
  args: string;
  /** The function has a `this` of its own. */
  hasThis: boolean;
}

/** A class whose objects can be watched, and made again as they were made. */
export interface WatchedClass {
  /** As an expression at the end of the module. */
  name: string;
  shown: string;
  start: number;
  end: number;
  isDerived: boolean;
  membersAt: number;
  /** Statements of its constructor after `super()`. Absent: it has no constructor. */
  body?: { start: number; end: number };
}

export interface ModuleFunctions {
  functions: NamedFunction[];
  classes: string[];
  watched: WatchedClass[];
}

type Body = ts.FunctionLikeDeclaration & { body: ts.Block | ts.Expression };

/** The functions that a module declares at its top, and those of its classes and objects; none where it can't be parsed. */
export function moduleFunctions(path: string, text: string): ModuleFunctions {
  const found: ModuleFunctions = { functions: [], classes: [], watched: [] };
  unlessTooDeep(() => {
    const file = parseFile(path, text);
    for (const statement of file?.source.statements ?? []) collect(statement, found);
    return true;
  });
  return found;
}

function collect(statement: ts.Statement, found: ModuleFunctions): void {
  if (ts.isFunctionDeclaration(statement) && statement.name) add(found, statement.name.text, statement);
  else if (ts.isClassDeclaration(statement) && statement.name && !isDeclared(statement))
    collectClass(statement.name.text, statement, found);
  else if (ts.isVariableStatement(statement)) {
    for (const { name, initializer } of statement.declarationList.declarations)
      if (ts.isIdentifier(name) && initializer) collectValue(name.text, initializer, found, 0);
  } else if (ts.isExpressionStatement(statement) && ts.isBinaryExpression(statement.expression)) {
    const { left, right, operatorToken } = statement.expression;
    const target = left.getText();
    if (operatorToken.kind === ts.SyntaxKind.EqualsToken && CHAIN.test(target))
      collectValue(target, right, found, 0);
  }
}

/** True of a class that is there for types only. */
function isDeclared({ modifiers }: ts.ClassDeclaration): boolean {
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword) ?? false;
}

const CHAIN = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*){0,4}$/;

function collectValue(name: string, value: ts.Expression, found: ModuleFunctions, depth: number): void {
  if (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) add(found, name, value);
  else if (ts.isClassExpression(value)) collectClass(name, value, found);
  else if (ts.isObjectLiteralExpression(value) && depth < 2) {
    for (const property of value.properties) {
      if (!property.name || !ts.isIdentifier(property.name)) continue;
      const path = `${name}.${property.name.text}`;
      if (ts.isPropertyAssignment(property)) collectValue(path, property.initializer, found, depth + 1);
      else if (ts.isMethodDeclaration(property)) add(found, path, property);
    }
  } else if (
    ts.isParenthesizedExpression(value) ||
    ts.isAsExpression(value) ||
    ts.isSatisfiesExpression(value)
  )
    collectValue(name, value.expression, found, depth);
}

function collectClass(name: string, node: ts.ClassLikeDeclaration, found: ModuleFunctions): void {
  if (/^[A-Za-z_$][\w$]*$/.test(name)) found.classes.push(name);
  const watched = watchedClass(name, node);
  if (watched) found.watched.push(watched);
  for (const member of node.members) {
    if (ts.isConstructorDeclaration(member)) add(found, name, member, { constructs: true });
    else if (ts.isMethodDeclaration(member) && ts.isIdentifier(member.name)) {
      const isStatic = member.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword) ?? false;
      const key = member.name.text;
      if (isStatic) add(found, `${name}.${key}`, member);
      else add(found, `${name}.prototype.${key}`, member, { shown: `${name}#${key}` });
    }
  }
}

/** Undefined where no statement of the constructor shows from where on `this` is there. */
function watchedClass(name: string, node: ts.ClassLikeDeclaration): WatchedClass | undefined {
  const isDerived =
    node.heritageClauses?.some(({ token }) => token === ts.SyntaxKind.ExtendsKeyword) ?? false;
  const watched = {
    name,
    shown: node.name?.text ?? shownName(name),
    start: node.getStart(),
    end: node.end,
    isDerived,
    membersAt: node.members.pos,
  };
  const own = node.members.filter(ts.isConstructorDeclaration).find(({ body }) => body !== undefined);
  if (!own?.body) return watched;
  const { statements, end } = own.body;
  // Code in a block of its own would hide it from what stands before.
  if (statements.some(ts.isFunctionDeclaration)) return undefined;
  const first = isDerived ? statements.find(isSuperCall) : directivesOf(statements).at(-1);
  if (isDerived && !first) return undefined;
  return { ...watched, body: { start: first?.end ?? own.body.getStart() + 1, end: end - 1 } };
}

function directivesOf(statements: readonly ts.Statement[]): readonly ts.Statement[] {
  const others = statements.findIndex((one) => !isDirective(one));
  return others < 0 ? statements : statements.slice(0, others);
}

function isSuperCall(statement: ts.Statement): boolean {
  return (
    ts.isExpressionStatement(statement) &&
    ts.isCallExpression(statement.expression) &&
    statement.expression.expression.kind === ts.SyntaxKind.SuperKeyword
  );
}

function add(
  found: ModuleFunctions,
  name: string,
  node: ts.FunctionLikeDeclaration,
  { constructs = false, shown = shownName(name) }: { constructs?: boolean; shown?: string } = {},
): void {
  if (!node.body) return;
  const entry = entryOf(node as Body);
  if (!entry) return;
  const function_ = {
    name,
    shown: constructs ? `new ${shown}` : shown,
    constructs,
    start: node.getStart(),
    end: node.end,
    entry,
  };
  found.functions.push(function_);
}

function shownName(name: string): string {
  return name.replace(/^(?:module\.)?exports\./, '').replace('.prototype.', '#');
}

function entryOf(node: Body): Entry | undefined {
  const args = ts.isArrowFunction(node) ? argumentsOf(node) : 'Array.from(arguments)';
  if (args === undefined) return undefined;
  const hasThis = !ts.isArrowFunction(node) && !ts.isConstructorDeclaration(node);
  const { body } = node;
  if (!ts.isBlock(body)) return { at: body.getStart(), close: body.end, args, hasThis };
  return { at: directivesOf(body.statements).at(-1)?.end ?? body.getStart() + 1, args, hasThis };
}

function isDirective(statement: ts.Statement): boolean {
  return ts.isExpressionStatement(statement) && ts.isStringLiteral(statement.expression);
}

/** Arguments of an arrow function, by its parameters; undefined where these do not tell them. */
function argumentsOf({ parameters }: ts.ArrowFunction): string | undefined {
  const parts = parameters.map(({ name, dotDotDotToken }) => {
    if (ts.isIdentifier(name)) return `${dotDotDotToken ? '...' : ''}${name.text}`;
    if (ts.isArrayBindingPattern(name)) return undefined;
    const fields = name.elements.map((element) => {
      if (element.dotDotDotToken || !ts.isIdentifier(element.name)) return undefined;
      const key = element.propertyName ?? element.name;
      return ts.isIdentifier(key) ? `${key.text}: ${element.name.text}` : undefined;
    });
    return fields.includes(undefined) ? undefined : `{ ${fields.join(', ')} }`;
  });
  return parts.includes(undefined) ? undefined : `[${parts.join(', ')}]`;
}

/** Names as the code at the end of a module needs them. */
export function namesOf({ functions, classes }: ModuleFunctions): ModuleNames {
  return { functions: functions.map(({ name }) => name), classes };
}

export function recording(text: string, functions: readonly NamedFunction[]): string {
  const insertions = functions.flatMap(({ name, constructs, entry: { at, close, args, hasThis } }) => {
    const self = hasThis ? 'this' : 'undefined';
    const call = `__kintsugiRecord(${JSON.stringify(name)}, ${constructs ? 'undefined' : self}, ${args})`;
    if (close === undefined) return [{ at, code: `; ${call};` }];
    return [
      { at, code: `(${call}, ` },
      { at: close, code: ')' },
    ];
  });
  return withInsertions(text, insertions);
}

/** The text with the code in it. Of two insertions at one place the later in the list stands before. */
export function withInsertions(text: string, insertions: readonly Insertion[]): string {
  return applyMutations(
    text,
    insertions.map(({ at, code }) => ({ start: at, end: at, replacement: code })),
  );
}
