import ts from 'typescript';
import { parseFile, unlessTooDeep } from './parse';
import { isScript } from './exported-declarations';

export interface LongFunction {
  readonly name: string;
  /** From 1. */
  readonly line: number;
  readonly lines: number;
}

/** Functions of a file of TypeScript or JavaScript with more lines than `most`, the longest first; those inside of a long one too. */
export function longFunctions(path: string, text: string, most: number): LongFunction[] {
  const file = isScript(path) ? parseFile(path, text)?.source : undefined;
  return (file && unlessTooDeep(() => longIn(file, most))) ?? [];
}

function longIn(file: ts.SourceFile, most: number): LongFunction[] {
  const found: LongFunction[] = [];
  const lineOf = (at: number): number => file.getLineAndCharacterOfPosition(at).line + 1;
  const look = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) {
      const line = lineOf(node.getStart(file));
      const lines = lineOf(node.end) - line + 1;
      if (lines > most) found.push({ name: nameOf(node, file), line, lines });
    }
    ts.forEachChild(node, look);
  };
  look(file);
  return found.sort((one, other) => other.lines - one.lines);
}

/** The function's own name, or that of what it is assigned to. */
function nameOf(node: ts.SignatureDeclaration, file: ts.SourceFile): string {
  if (node.name) return node.name.getText(file);
  const { parent } = node;
  const isNamed =
    ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent);
  if (isNamed) return parent.name.getText(file);
  return ts.isConstructorDeclaration(node) ? 'constructor' : '(anonymous)';
}
