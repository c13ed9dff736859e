import ts from 'typescript';
import { parseFile, unlessTooDeep } from '../../../codebase';
import type { NamedFunction } from './functions';
import type { Literals } from './vary';

/** Literals in the text of some functions of a file: values at which their behaviour may turn. */
export function literalsOf(path: string, text: string, functions: readonly NamedFunction[]): Literals {
  const strings = new Set<string>();
  const numbers = new Set<number>();
  unlessTooDeep(() => {
    const visit = (node: ts.Node): void => {
      if (ts.isStringLiteralLike(node)) strings.add(node.text);
      else if (ts.isNumericLiteral(node)) numbers.add(Number(node.text));
      ts.forEachChild(node, visit);
    };
    for (const { start, end } of functions) {
      const file = parseFile(path, text.slice(start, end));
      if (file) visit(file.source);
    }
    return true;
  });
  return { strings: [...strings], numbers: [...numbers] };
}
