import ts from 'typescript';
import { lineOf, parseFile, unlessTooDeep } from '../../codebase';
import type { ChangedText } from './new-findings';
import { COMMON, literalOf, type TestAnswer } from './test-answers';

/** A literal of a source, with the top-level statement around it. */
interface Placed {
  literal: string;
  line: number;
  statement: number;
}

/** A part of a program that holds what tests give it beside what they expect. */
export interface Answered {
  path: string;
  line: number;
  inputs: readonly string[];
  outputs: readonly string[];
}

/** Most expected values without inputs that a statement may newly hold before a note is made. */
const TABLE = 3;

/**
 * Finds new code that holds the answers of tests, in any form: conditions, cases, maps, tables, patterns, defaults. It
 * compares literals of one top-level statement. Such code may be honest.
 */
export function answeredTests(changed: readonly ChangedText[], answers: readonly TestAnswer[]): Answered[] {
  return changed.flatMap(({ path, before, after }) => {
    const known = new Set(placedLiterals(path, before).map(({ literal }) => literal));
    const fresh = placedLiterals(path, after).filter(({ literal }) => !known.has(literal));
    const statements = new Set(fresh.map(({ statement }) => statement));
    return [...statements].flatMap((statement) => {
      const here = fresh.filter((one) => one.statement === statement);
      const found = answeredIn(here, answers);
      return found ? [{ path, ...found }] : [];
    });
  });
}

/** True where new literals are such as tests may have: whoever has none need not look at the tests. */
export function bringsLiterals(changed: readonly ChangedText[]): boolean {
  return changed.some(({ path, before, after }) => {
    const known = new Set(placedLiterals(path, before).map(({ literal }) => literal));
    return placedLiterals(path, after).some(({ literal }) => !known.has(literal));
  });
}

function answeredIn(
  here: readonly Placed[],
  answers: readonly TestAnswer[],
): Omit<Answered, 'path'> | undefined {
  const held = new Set(here.map(({ literal }) => literal));
  const full = answers.find(
    ({ inputs, outputs }) =>
      inputs.some((one) => held.has(one)) && outputs.some((one) => held.has(one) && !inputs.includes(one)),
  );
  if (full) {
    const inputs = full.inputs.filter((one) => held.has(one));
    const outputs = full.outputs.filter((one) => held.has(one) && !inputs.includes(one));
    return { line: lineOfLiteral(here, outputs), inputs, outputs };
  }
  const expected = new Set(answers.flatMap(({ outputs }) => outputs));
  const outputs = [...held].filter((one) => expected.has(one));
  return outputs.length < TABLE ? undefined : { line: lineOfLiteral(here, outputs), inputs: [], outputs };
}

function lineOfLiteral(here: readonly Placed[], wanted: readonly string[]): number {
  return here.find(({ literal }) => wanted.includes(literal))?.line ?? 1;
}

/** Literals that say something, with those inside of texts and patterns: `'12,25'` holds 12 and 25. */
function placedLiterals(path: string, text: string): Placed[] {
  return (
    unlessTooDeep(() => {
      const file = parseFile(path, text);
      if (!file) return [];
      const found: Placed[] = [];
      file.source.statements.forEach((top, statement) => {
        const visit = (node: ts.Node): void => {
          const line = lineOf(file, node.getStart());
          for (const literal of literalsAt(node)) found.push({ literal, line, statement });
          ts.forEachChild(node, visit);
        };
        visit(top);
      });
      return found;
    }) ?? []
  );
}

function literalsAt(node: ts.Node): string[] {
  const texts = ts.isRegularExpressionLiteral(node)
    ? partsOf(node.text.replace(/\\[a-zA-Z]/g, ' '))
    : ts.isIdentifier(node) && ts.isPropertyAssignment(node.parent) && node.parent.name === node
      ? [JSON.stringify(node.text)]
      : literalParts(literalOf(node));
  return texts.filter((literal) => !COMMON.test(literal));
}

function literalParts(literal: string | undefined): string[] {
  if (literal === undefined) return [];
  return literal.startsWith('"') ? [literal, ...partsOf(JSON.parse(literal) as string)] : [literal];
}

/** Numbers and words of a text: a key may be put together of several arguments. */
function partsOf(text: string): string[] {
  const parts = text.match(/-?\d+(?:\.\d+)?|[a-zA-Z_]\w*/g) ?? [];
  return parts.length > 12
    ? []
    : parts.map((part) => (/^-?\d/.test(part) ? String(Number(part)) : JSON.stringify(part)));
}
