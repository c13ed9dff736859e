import ts from 'typescript';
import type { Mutation, TemplateName } from '../../search/mutation';
import { siblings } from '../../../codebase';
import { insert, type Site } from '../site';
import type { Said } from '../../../domain/run/said';

/** Offsets of whole statements, so that removing or moving one leaves no blank line behind. */
export interface Range {
  start: number;
  end: number;
}

/** The statement with its line where it stands alone on it, else only itself and the blanks before it. */
export function wholeLines(node: ts.Node, text: string): Range {
  const lineStart = text.lastIndexOf('\n', node.getStart() - 1) + 1;
  const lineEnd = endOfLine(node.end, text);
  const alone =
    text.slice(lineStart, node.getStart()).trim() === '' &&
    /^;?\s*(\/\/.*)?$/.test(text.slice(node.end, lineEnd));
  if (alone) return { start: lineStart, end: Math.min(lineEnd + 1, text.length) };
  let start = node.getStart();
  while (text[start - 1] === ' ' || text[start - 1] === '\t') start -= 1;
  return { start, end: node.end };
}

function endOfLine(offset: number, text: string): number {
  const at = text.indexOf('\n', offset);
  return at < 0 ? text.length : at;
}

/** Blanks before the line's first character. */
export function indentOf(node: ts.Node, text: string): string {
  const lineStart = text.lastIndexOf('\n', node.getStart() - 1) + 1;
  return /^[ \t]*/.exec(text.slice(lineStart))?.[0] ?? '';
}

/** The file's end mark of a statement: `;`, or nothing in a style without it. */
export function semicolon(site: Site): string {
  const lines = site.text.split('\n').map((line) => line.trim());
  const bare = lines.filter((line) => /^(return|let|const|var)\b.*[\w)\]'"]$/.test(line)).length;
  const ended = lines.filter((line) => line.endsWith(';')).length;
  return ended >= bare ? ';' : '';
}

/** Inserts a statement on a line of its own before another one in a list of statements. */
export function insertBefore(
  node: ts.Statement,
  code: string,
  template: TemplateName,
  description: Said,
  site: Site,
): Mutation[] {
  if (!siblings(node)) return [];
  return [insert(node.getStart(), `${code}\n${indentOf(node, site.text)}`, template, description)];
}

/** Inserts after a statement. */
export function insertAfter(
  node: ts.Statement,
  code: string,
  template: TemplateName,
  description: Said,
  site: Site,
  weight = 1,
): Mutation[] {
  if (!siblings(node)) return [];
  return [insert(node.end, `\n${indentOf(node, site.text)}${code}`, template, description, weight)];
}

/** Declarations of modules and types, exports and directives: no statement to edit as such. */
export function isDeclaration(node: ts.Statement): boolean {
  return (
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node) ||
    ts.isExportAssignment(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isEnumDeclaration(node) ||
    ts.isModuleDeclaration(node) ||
    ts.isImportEqualsDeclaration(node) ||
    /^(module\.)?exports\b/.test(node.getText()) ||
    isDirective(node)
  );
}

function isDirective(node: ts.Statement): boolean {
  return ts.isExpressionStatement(node) && ts.isStringLiteral(node.expression);
}
