import ts from 'typescript';
import type { Mutation } from '../search/mutation';
import { isFunction, parseFile, unlessTooDeep } from '../../codebase';

/** Points at which a file counts its ticks: the start of each loop body and function body. */
export interface GuardPoint {
  at: number;
  /** End of a body without braces, which gets them. */
  close?: number;
}

/** Name of the counter; nobody else's. */
const COUNTER = '__kintsugiTick';

/** The places of a file that count; none where it cannot be parsed. */
export function guardPoints(path: string, text: string): GuardPoint[] {
  const points: GuardPoint[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIterationStatement(node, false)) points.push(pointOf(node.statement));
    else if (isFunction(node) && 'body' in node && node.body && ts.isBlock(node.body)) {
      const body = node.body;
      if (!hasDirective(body)) points.push(pointOf(body));
    }
    ts.forEachChild(node, visit);
  };
  const done = unlessTooDeep(() => {
    const file = parseFile(path, text);
    if (file) visit(file.source);
    return true;
  });
  return done ? points : [];
}

function pointOf(body: ts.Statement): GuardPoint {
  return ts.isBlock(body) ? { at: body.getStart() + 1 } : { at: body.getStart(), close: body.end };
}

/** A call before `'use strict'` would make it a plain string. */
function hasDirective(body: ts.Block): boolean {
  const first = body.statements[0];
  return first !== undefined && ts.isExpressionStatement(first) && ts.isStringLiteral(first.expression);
}

interface Insertion {
  start: number;
  end: number;
  text: string;
  order: number;
}

/**
 * The mutated text with a counter that throws after `limit` loop turns and calls. Many mutants never end; waiting
 * for a time limit costs a hundred times more and depends on the machine's load.
 */
export function guardedText(
  text: string,
  mutations: readonly Mutation[],
  points: readonly GuardPoint[],
  limit: number,
): string {
  const inside = (at: number): boolean => mutations.some((one) => one.start < at && at < one.end);
  const insertions: Insertion[] = mutations.map((one) => ({
    start: one.start,
    end: one.end,
    text: one.replacement,
    order: 2,
  }));
  for (const { at, close } of points) {
    if (inside(at) || (close !== undefined && inside(close))) continue;
    const open = close === undefined ? '' : '{';
    insertions.push({ start: at, end: at, text: `${open}${COUNTER}();`, order: 1 });
    if (close !== undefined) insertions.push({ start: close, end: close, text: '}', order: 0 });
  }
  insertions.sort((a, b) => a.start - b.start || a.order - b.order);
  let result = '';
  let at = 0;
  for (const insertion of insertions) {
    result += text.slice(at, insertion.start) + insertion.text;
    at = insertion.end;
  }
  return `${result}${text.slice(at)}\n${counter(limit)}`;
}

/** A function, so that it is there before the file's first statement runs. */
function counter(limit: number): string {
  return `function ${COUNTER}() { if ((${COUNTER}.n = (${COUNTER}.n || 0) + 1) > ${limit}) throw new RangeError('too many ticks'); }\n`;
}
