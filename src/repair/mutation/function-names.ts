import ts from 'typescript';
import type { PlaceName } from '../search/causes';
import type { ProgramFiles } from '../../sandbox';
import { isFunction, lineOf, parseFile, unlessTooDeep } from '../../codebase';

/** Names functions by file and first line, parsing each file once. */
export function functionNames(files: ProgramFiles): PlaceName {
  const known = new Map<string, { first: number; last: number }[]>();
  return (path, line) => {
    const ranges = known.get(path) ?? functionRanges(path, files.get(path) ?? '');
    known.set(path, ranges);
    // Inner functions come after outer ones: the last that fits is the innermost.
    const around = ranges.findLast((range) => range.first <= line && line <= range.last);
    return `${path}:${around?.first ?? 0}`;
  };
}

function functionRanges(path: string, text: string): { first: number; last: number }[] {
  const ranges: { first: number; last: number }[] = [];
  unlessTooDeep(() => {
    const file = parseFile(path, text);
    const visit = (node: ts.Node): void => {
      if (file && isFunction(node))
        ranges.push({ first: lineOf(file, node.getStart()), last: lineOf(file, node.end) });
      ts.forEachChild(node, visit);
    };
    if (file) visit(file.source);
  });
  return ranges;
}
