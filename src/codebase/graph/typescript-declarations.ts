/** Declarations in TypeScript's and JavaScript's syntax. */
import ts from 'typescript';
import type { SymbolKind } from '../navigation/types';
import { isScript } from '../sources/compiler-options';

/** Declaration before it is a symbol. `around`: nodes in it belong to it. */
export interface DeclaredName {
  name: string;
  kind: SymbolKind;
  nameNode: ts.Node;
  around: ts.Node;
  isExported: boolean;
  /** Container other than the one around it: `Foo.prototype.bar = …`. */
  container?: string;
}

/** Surroundings of a node. */
export interface Scope {
  container: string;
  isExported: boolean;
  /** Inside of a function only declarations with a body are symbols. */
  isLocal: boolean;
}

/** Names that `export { … }` and `export default name` list. */
export function listedExports(source: ts.SourceFile): ReadonlySet<string> {
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
export function declarationsOf(node: ts.Node, scope: Scope, listed: ReadonlySet<string>): DeclaredName[] {
  const found = declaration(node, scope);
  if (!found) return [];
  const isExported =
    scope.container === '' ? hasExport(node) || listed.has(found.name) : scope.isExported && !isHidden(node);
  return [{ ...found, isExported: isExported || found.isExported }];
}

type Named = Omit<DeclaredName, 'isExported'> & { isExported?: boolean };

function declaration(node: ts.Node, scope: Scope): DeclaredName | undefined {
  const found = named(node, scope);
  return found && { ...found, isExported: found.isExported ?? false };
}

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
export function typeTags(node: ts.Node): ts.Node[] {
  if (!ts.isSourceFile(node.parent) || !isScript(node.parent.fileName)) return [];
  const comments = (node as { jsDoc?: readonly ts.JSDoc[] }).jsDoc ?? [];
  return comments.flatMap(({ tags }) => [...(tags ?? [])]).filter(({ kind }) => KINDS.has(kind));
}
