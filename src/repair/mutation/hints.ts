import ts from 'typescript';
import { numberPairs, textForms } from '../search/wanted-values';
import type { FailedCheck } from '../../domain/verification/verification';
import { parseFile, unlessTooDeep } from '../../codebase';
import type { Hints } from './site';

const MOST = 60;

/** Literals of the failing test files and of what their assertions expected: often the very value that is missing. */
export function hintsOf(failures: readonly FailedCheck[], files: ReadonlyMap<string, string>): Hints {
  const strings = new Set<string>();
  const numbers = new Set<string>();
  const read = (path: string, text: string): void => {
    const file = parseFile(path, text);
    const visit = (node: ts.Node): void => {
      if (ts.isStringLiteralLike(node) && !isTitle(node)) strings.add(node.text);
      else if (ts.isNumericLiteral(node)) numbers.add(node.text);
      ts.forEachChild(node, visit);
    };
    if (file) visit(file.source);
  };
  for (const { failure } of failures) {
    if (failure.expected !== undefined)
      unlessTooDeep(() => read('expected.ts', `(${failure.expected ?? ''})`));
  }
  for (const path of new Set(failures.map((failed) => failed.check))) {
    unlessTooDeep(() => read(path, files.get(path) ?? ''));
  }
  return boundedHints(
    { strings, numbers, titles: failures.map(({ id, check }) => id.slice(check.length)) },
    failures.map(({ failure }) => failure),
  );
}

/** True for the words of `describe('…')` and `it.each(rows)('…')`, which are no values. */
function isTitle(node: ts.Node): boolean {
  const { parent } = node;
  if (!ts.isCallExpression(parent) || parent.arguments[0] !== node) return false;
  return /^(?:describe|context|suite|it|test|specify)\b/.test(parent.expression.getText());
}

/** Hints of found literals, as many as are worth trying, and of the values that failures compare. */
export function boundedHints(
  {
    strings,
    numbers,
    titles,
  }: {
    strings: ReadonlySet<string>;
    numbers: ReadonlySet<string>;
    titles: readonly string[];
  },
  failures: Parameters<typeof numberPairs>[0],
): Hints {
  return {
    strings: [...strings].slice(0, MOST),
    numbers: [...numbers].slice(0, MOST / 2),
    pairs: numberPairs(failures),
    forms: textForms(failures),
    titles,
  };
}
