/** Nodes of TypeScript's syntax at places, and the roles of names there. */
import ts from 'typescript';
import type { ReferenceRole } from './types';

/** The innermost node that begins at or covers an offset. */
export function nodeAt(source: ts.SourceFile, offset: number): ts.Node {
  let found: ts.Node = source;
  for (let next: ts.Node | undefined = source; next;) {
    found = next;
    next = ts.forEachChild(found, (child) =>
      child.getStart(source) <= offset && offset < child.end ? child : undefined,
    );
  }
  return found;
}

/** Role of the name at an offset, which is no definition. */
export function roleAt(source: ts.SourceFile, offset: number, isWrite: boolean): ReferenceRole {
  const node = nodeAt(source, offset);
  if (isImport(node)) return 'import';
  if (isCalled(node)) return 'call';
  return isWrite ? 'write' : 'read';
}

/** True for names in imports and exports of other modules' names. */
function isImport({ parent }: ts.Node): boolean {
  if (parent === undefined) return false;
  return (
    ts.isImportSpecifier(parent) ||
    ts.isExportSpecifier(parent) ||
    ts.isImportClause(parent) ||
    ts.isNamespaceImport(parent) ||
    ts.isImportEqualsDeclaration(parent) ||
    ts.isExportAssignment(parent)
  );
}

/** True for names that are called, made an instance of, or used as an element, a tag or a decorator. */
function isCalled(node: ts.Node): boolean {
  let callee = node;
  while (isTail(callee)) callee = callee.parent;
  const { parent } = callee;
  if (parent === undefined) return false;
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent) || ts.isDecorator(parent))
    return parent.expression === callee;
  if (ts.isTaggedTemplateExpression(parent)) return parent.tag === callee;
  return (ts.isJsxOpeningElement(parent) || ts.isJsxSelfClosingElement(parent)) && parent.tagName === callee;
}

/** True for the name of `a.name`, and for what stands in parentheses or with a `!`. */
function isTail(node: ts.Node): boolean {
  const { parent } = node;
  if (parent === undefined) return false;
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node;
  if (ts.isElementAccessExpression(parent)) return parent.argumentExpression === node;
  return ts.isParenthesizedExpression(parent) || ts.isNonNullExpression(parent);
}

/** Offset of a line and a column from 1; undefined outside of the text. */
export function offsetAt(source: ts.SourceFile, line: number, column: number): number | undefined {
  const starts = source.getLineStarts();
  const start = starts[line - 1];
  if (start === undefined || line < 1) return undefined;
  const offset = start + column - 1;
  return offset < (starts[line] ?? source.text.length + 1) ? offset : undefined;
}

/** Names that are called between two offsets. */
export function callsIn(source: ts.SourceFile, start: number, end: number): ts.Node[] {
  const found: ts.Node[] = [];
  const open: ts.Node[] = [source];
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.end <= start || node.pos >= end) continue;
    if (ts.isIdentifier(node) && node.getStart(source) >= start && node.end <= end && isCalled(node))
      found.push(node);
    const children: ts.Node[] = [];
    ts.forEachChild(node, (child) => void children.push(child));
    open.push(...children.reverse());
  }
  return found;
}
