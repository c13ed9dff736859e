import ts from 'typescript';

/** Modifiers in a row; the language has no place for more than a handful. */
const IN_A_ROW = 64;
const WORDS =
  'abstract|accessor|async|const|declare|default|export|in|out|override|private|protected|public|readonly|static';
const MODIFIERS = new RegExp(`\\b(?:${WORDS})\\b`, 'g');
const MODIFIER: ReadonlySet<string> = new Set(WORDS.split('|'));

/** A source file as text and syntax; no types are known. */
export interface ParsedFile {
  path: string;
  text: string;
  source: ts.SourceFile;
}

/**
 * Parses TypeScript or JavaScript by its extension. Undefined where the source is nested too deeply for the
 * parser's stack, or would take it minutes; source with syntax errors parses to what can be understood of it.
 */
export function parseFile(path: string, text: string): ParsedFile | undefined {
  if (isAllModifiers(text)) return undefined;
  const source = unlessTooDeep(() =>
    ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, scriptKind(path)),
  );
  return source && { path, text, source };
}

/** Result of `work`, or undefined where it ran out of stack: hostile source must not end the search. */
export function unlessTooDeep<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function scriptKind(path: string): ts.ScriptKind {
  if (/\.tsx$/.test(path)) return ts.ScriptKind.TSX;
  if (/\.[cm]?ts$/.test(path)) return ts.ScriptKind.TS;
  return ts.ScriptKind.JSX;
}

/** Line of an offset, from 1. */
export function lineOf(file: ParsedFile, offset: number): number {
  return file.source.getLineAndCharacterOfPosition(offset).line + 1;
}

/** The innermost function around a node, the node itself left out; the file where there is none. */
export function functionAround(node: ts.Node): ts.SignatureDeclaration | ts.SourceFile {
  let current = node.parent;
  while (!ts.isSourceFile(current) && !isFunction(current)) current = current.parent;
  return current;
}

/** The outermost function around a node, so that callbacks count as part of it; the file where there is none. */
export function outermostFunction(node: ts.Node): ts.Node {
  let found: ts.Node = node.getSourceFile();
  for (let current: ts.Node = node; !ts.isSourceFile(current); current = current.parent) {
    if (isFunction(current)) found = current;
    if (ts.isClassLike(current)) break;
  }
  return found;
}

/** Functions with a body or the shape of one: declarations, expressions, arrows, methods, accessors, constructors. */
export function isFunction(node: ts.Node): node is ts.SignatureDeclaration {
  return ts.isFunctionLike(node) && !ts.isTypeNode(node);
}

/** A statement other than a block. */
export function isPlainStatement(node: ts.Node): node is ts.Statement {
  return ts.isStatement(node) && !ts.isBlock(node);
}

/** Lists that hold statements: blocks, files, cases. */
export function siblings(statement: ts.Node): ts.NodeArray<ts.Statement> | undefined {
  const { parent } = statement;
  if (ts.isBlock(parent) || ts.isSourceFile(parent) || ts.isCaseOrDefaultClause(parent))
    return parent.statements;
  return undefined;
}

/**
 * True if so many modifiers stand side by side that no honest text does it (`static static …`). At each of them TypeScript's parser looks
 * ahead to the last one: 12 s for 64 KB, and it can't be interrupted.
 */
export function isAllModifiers(text: string): boolean {
  if ((text.match(MODIFIERS)?.length ?? 0) < IN_A_ROW) return false;
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, true, ts.LanguageVariant.JSX, text);
  let row = 0;
  for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    row = MODIFIER.has(scanner.getTokenText()) ? row + 1 : 0;
    if (row === IN_A_ROW) return true;
  }
  return false;
}
