/** Symbols of one TypeScript or JavaScript file, from its syntax alone. */
/** Declarations in TypeScript's and JavaScript's syntax. */

import ts from 'typescript';
import type { CodeRange, CodeSymbol, SymbolKind } from '../navigation/types';
import { SymbolIds } from './symbol-ids';
import { isScript } from '../sources/compiler-options';

/** Declaration before it is a symbol. `around`: nodes in it belong to it. */
interface DeclaredName {
  name: string;
  kind: SymbolKind;
  nameNode: ts.Node;
  around: ts.Node;
  isExported: boolean;
  /** Container other than the one around it: `Foo.prototype.bar = …`. */
  container?: string;
}

/** Surroundings of a node. */
interface Scope {
  container: string;
  isExported: boolean;
  /** Inside of a function only declarations with a body are symbols. */
  isLocal: boolean;
}

type Named = Omit<DeclaredName, 'isExported'> & { isExported?: boolean };

const KINDS: ReadonlyMap<ts.SyntaxKind, SymbolKind> = new Map([
  [ts.SyntaxKind.FunctionDeclaration, 'function'],
  [ts.SyntaxKind.ClassDeclaration, 'class'],
  [ts.SyntaxKind.InterfaceDeclaration, 'interface'],
  [ts.SyntaxKind.TypeAliasDeclaration, 'type'],
  [ts.SyntaxKind.EnumDeclaration, 'enum'],
  [ts.SyntaxKind.EnumMember, 'constant'],
  [ts.SyntaxKind.ModuleDeclaration, 'module'],
  [ts.SyntaxKind.MethodDeclaration, 'method'],
  [ts.SyntaxKind.MethodSignature, 'method'],
  [ts.SyntaxKind.GetAccessor, 'property'],
  [ts.SyntaxKind.SetAccessor, 'property'],
  [ts.SyntaxKind.PropertyDeclaration, 'property'],
  [ts.SyntaxKind.PropertySignature, 'property'],
  [ts.SyntaxKind.JSDocTypedefTag, 'type'],
  [ts.SyntaxKind.JSDocCallbackTag, 'type'],
]);

/** Symbol with the offsets of its declaration and of its names: overloads have several. */
export interface PlacedSymbol {
  symbol: CodeSymbol;
  start: number;
  end: number;
  names: number[];
}

const SIGNATURE_CHARS = 200;

/** Symbols of a file in the order of the text. Throws RangeError where the file is nested too deeply. */
export function symbolsOf(source: ts.SourceFile, path: string): PlacedSymbol[] {
  const ids = new SymbolIds(path);
  const listed = listedExports(source);
  const symbols: PlacedSymbol[] = [];
  const overloads = new Map<string, PlacedSymbol>();
  const visit = (node: ts.Node, scope: Scope): void => {
    let inner = scope;
    for (const found of declarationsOf(node, scope, listed)) {
      const container = found.container ?? scope.container;
      const twin = overloadKey(node, container, found.name);
      const known = twin === undefined ? undefined : overloads.get(twin);
      if (known) addOverload(known, source, found);
      else {
        const placed = placedSymbol(source, path, ids, found, container);
        symbols.push(placed);
        if (twin !== undefined) overloads.set(twin, placed);
      }
      inner = {
        container: container === '' ? found.name : `${container}.${found.name}`,
        isExported: found.isExported,
        isLocal: scope.isLocal,
      };
    }
    if (ts.isFunctionLike(node) || ts.isBlock(node)) inner = { ...inner, isLocal: true };
    for (const tag of typeTags(node)) visit(tag, scope);
    ts.forEachChild(node, (child) => visit(child, inner));
  };
  ts.forEachChild(source, (child) => visit(child, { container: '', isExported: true, isLocal: false }));
  return symbols.sort((a, b) => (a.names[0] ?? 0) - (b.names[0] ?? 0));
}

export function rangeOf(source: ts.SourceFile, start: number, end: number): CodeRange {
  const from = source.getLineAndCharacterOfPosition(start);
  const to = source.getLineAndCharacterOfPosition(end);
  return {
    startLine: from.line + 1,
    startColumn: from.character + 1,
    endLine: to.line + 1,
    endColumn: to.character + 1,
  };
}

/** First line from an offset on, bounded. */
export function signatureAt(text: string, start: number): string {
  const [line = ''] = text.slice(start, start + SIGNATURE_CHARS).split('\n', 1);
  return line.trim();
}

function placedSymbol(
  source: ts.SourceFile,
  path: string,
  ids: SymbolIds,
  { name, kind, nameNode, around, isExported }: DeclaredName,
  container: string,
): PlacedSymbol {
  const start = around.getStart(source);
  const symbol: CodeSymbol = {
    id: ids.next(container, name),
    name,
    kind,
    path,
    range: rangeOf(source, start, around.end),
    nameRange: rangeOf(source, nameNode.getStart(source), nameNode.end),
    container,
    isExported,
    signature: signatureAt(source.text, start),
  };
  return { symbol, start, end: around.end, names: [nameNode.getStart(source)] };
}

/** The implementation of an overload stands for all of them. */
function addOverload(known: PlacedSymbol, source: ts.SourceFile, found: DeclaredName): void {
  const start = found.around.getStart(source);
  known.names.push(found.nameNode.getStart(source));
  const hasBody = 'body' in found.around && found.around.body !== undefined;
  if (!hasBody) return;
  known.start = start;
  known.end = found.around.end;
  known.symbol = {
    ...known.symbol,
    range: rangeOf(source, start, found.around.end),
    nameRange: rangeOf(source, found.nameNode.getStart(source), found.nameNode.end),
    signature: signatureAt(source.text, start),
  };
}

/** Key that overloads and pairs of accessors share; undefined for declarations that stand alone. */
function overloadKey(node: ts.Node, container: string, name: string): string | undefined {
  const isShared =
    ts.isFunctionDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isMethodSignature(node) ||
    ts.isConstructorDeclaration(node) ||
    ts.isAccessor(node);
  return isShared ? `${node.parent.pos} ${container}.${name}` : undefined;
}

/** Names that `export { … }` and `export default name` list. */
function listedExports(source: ts.SourceFile): ReadonlySet<string> {
  const names = new Set<string>();
  for (const statement of source.statements) {
    if (ts.isExportAssignment(statement) && ts.isIdentifier(statement.expression))
      names.add(statement.expression.text);
    if (!ts.isExportDeclaration(statement) || statement.moduleSpecifier) continue;
    if (!statement.exportClause || !ts.isNamedExports(statement.exportClause)) continue;
    for (const { name, propertyName } of statement.exportClause.elements)
      names.add((propertyName ?? name).text);
  }
  return names;
}

/** Declarations that a node makes; `listed`: names that the file exports apart from them. */
function declarationsOf(node: ts.Node, scope: Scope, listed: ReadonlySet<string>): DeclaredName[] {
  const found = declaration(node, scope);
  if (!found) return [];
  const isExported =
    scope.container === '' ? hasExport(node) || listed.has(found.name) : scope.isExported && !isHidden(node);
  return [{ ...found, isExported: isExported || found.isExported }];
}

function declaration(node: ts.Node, scope: Scope): DeclaredName | undefined {
  const found = named(node, scope);
  return found && { ...found, isExported: found.isExported ?? false };
}

/** A member of a type that is written in place belongs to nothing that has a name. */
function isNamelessMember(node: ts.Node): boolean {
  return (
    ts.isTypeElement(node) &&
    !ts.isInterfaceDeclaration(node.parent) &&
    !ts.isTypeAliasDeclaration(node.parent.parent)
  );
}

function named(node: ts.Node, scope: Scope): Named | undefined {
  const kind = KINDS.get(node.kind);
  if (kind !== undefined)
    return isNamelessMember(node) ? undefined : ofTable(node as ts.NamedDeclaration, kind);
  if (ts.isConstructorDeclaration(node))
    return {
      name: 'constructor',
      kind: 'constructor',
      nameNode: node.getChildAt(keywordIndex(node)),
      around: node,
    };
  if (ts.isVariableDeclaration(node)) return ofVariable(node, scope);
  if (ts.isBindingElement(node)) return ofBinding(node, scope);
  if (
    ts.isParameter(node) &&
    ts.isParameterPropertyDeclaration(node, node.parent) &&
    ts.isIdentifier(node.name)
  )
    return {
      name: node.name.text,
      kind: 'property',
      nameNode: node.name,
      around: node,
      container: around(scope),
    };
  if (ts.isPropertyAssignment(node) && bodyKind(node.initializer) !== undefined)
    return ofNode(node.name, 'method', node);
  if (ts.isExportAssignment(node) && !ts.isIdentifier(node.expression))
    return {
      name: 'default',
      kind: bodyKind(node.expression) ?? 'constant',
      nameNode: node.expression,
      around: node,
      isExported: true,
    };
  if (ts.isBinaryExpression(node)) return ofAssignment(node);
  return undefined;
}

/** Container of a constructor's parameter property: the class. */
function around(scope: Scope): string {
  return scope.container.replace(/\.?constructor$/, '');
}

function keywordIndex(node: ts.ConstructorDeclaration): number {
  const at = node.getChildren().findIndex(({ kind }) => kind === ts.SyntaxKind.ConstructorKeyword);
  return Math.max(0, at);
}

function ofTable(node: ts.NamedDeclaration, kind: SymbolKind): Named | undefined {
  const isFunction =
    ts.isPropertyDeclaration(node) && node.initializer && bodyKind(node.initializer) === 'function';
  const own = ts.getNameOfDeclaration(node);
  if (own) return ofNode(own, isFunction ? 'method' : kind, node);
  const first = ts.canHaveModifiers(node) ? ts.getModifiers(node)?.find(isDefault) : undefined;
  return first && { name: 'default', kind, nameNode: first, around: node, isExported: true };
}

function isDefault({ kind }: ts.Modifier): boolean {
  return kind === ts.SyntaxKind.DefaultKeyword;
}

/** Undefined where the name is computed. */
function ofNode(name: ts.Node, kind: SymbolKind, around: ts.Node): Named | undefined {
  if (ts.isIdentifier(name) || ts.isPrivateIdentifier(name) || ts.isStringLiteralLike(name))
    return name.text === '' ? undefined : { name: name.text, kind, nameNode: name, around };
  return undefined;
}

function ofVariable(node: ts.VariableDeclaration, { isLocal }: Scope): Named | undefined {
  if (!ts.isIdentifier(node.name)) return undefined;
  const body = node.initializer && bodyKind(node.initializer);
  if (isLocal && body === undefined) return undefined;
  const isConstant = (ts.getCombinedNodeFlags(node) & ts.NodeFlags.Const) !== 0;
  const list = node.parent.parent;
  const whole = ts.isVariableStatement(list) && list.declarationList.declarations.length === 1 ? list : node;
  return {
    name: node.name.text,
    kind: body ?? (isConstant ? 'constant' : 'variable'),
    nameNode: node.name,
    around: whole,
  };
}

function ofBinding(node: ts.BindingElement, { isLocal }: Scope): Named | undefined {
  if (isLocal || !ts.isIdentifier(node.name)) return undefined;
  return { name: node.name.text, kind: 'constant', nameNode: node.name, around: node };
}

/** Kind of a value that is code: a function or a class; undefined for all others. */
function bodyKind(value: ts.Expression): 'function' | 'class' | undefined {
  const inner = ts.isParenthesizedExpression(value) ? value.expression : value;
  if (ts.isArrowFunction(inner) || ts.isFunctionExpression(inner)) return 'function';
  return ts.isClassExpression(inner) ? 'class' : undefined;
}

/** `exports.a = …`, `module.exports = …`, `Foo.prototype.bar = function …` and `Foo.bar = function …` of scripts. */
function ofAssignment(node: ts.BinaryExpression): Named | undefined {
  if (node.operatorToken.kind !== ts.SyntaxKind.EqualsToken || !ts.isPropertyAccessExpression(node.left))
    return undefined;
  const { expression, name } = node.left;
  const target = expression.getText();
  const kind = bodyKind(node.right);
  if (target === 'module' && name.text === 'exports')
    return kind && { name: 'default', kind, nameNode: name, around: node, isExported: true };
  if (target === 'exports' || target === 'module.exports')
    return { name: name.text, kind: kind ?? 'constant', nameNode: name, around: node, isExported: true };
  const owner = /^([A-Za-z_$][\w$]{0,100})(\.prototype)?$/.exec(target);
  if (kind === undefined || !owner || owner[1] === 'this') return undefined;
  return { name: name.text, kind: 'method', nameNode: name, around: node, container: owner[1] ?? '' };
}

function hasExport(node: ts.Node): boolean {
  const flags = ts.getCombinedModifierFlags(node as ts.Declaration);
  return (flags & (ts.ModifierFlags.Export | ts.ModifierFlags.Default)) !== 0;
}

function isHidden(node: ts.Node): boolean {
  const name = ts.isClassElement(node) ? node.name : undefined;
  const flags = ts.getCombinedModifierFlags(node as ts.Declaration);
  return (flags & ts.ModifierFlags.Private) !== 0 || (name !== undefined && ts.isPrivateIdentifier(name));
}

/** Types that the comment of a script's statement declares. */
function typeTags(node: ts.Node): ts.Node[] {
  if (!ts.isSourceFile(node.parent) || !isScript(node.parent.fileName)) return [];
  const comments = (node as { jsDoc?: readonly ts.JSDoc[] }).jsDoc ?? [];
  return comments.flatMap(({ tags }) => [...(tags ?? [])]).filter(({ kind }) => KINDS.has(kind));
}
