import ts from 'typescript';
import { type PlacedMutation, trimmed, type Mutation } from '../search/mutation';
import {
  isFunction,
  isPlainStatement,
  lineOf,
  parseFile,
  unlessTooDeep,
  type ParsedFile,
} from '../../codebase';
import { Site, type Hints } from './site';
import { TEMPLATES } from './templates';
import { withoutDetours } from '../search/normal-form';
import { quotePair } from '../quote';
import { said } from '../../domain/run/said';

/** Suspiciousness by line of one file, as far as it is known. */
export interface FilePlaces {
  path: string;
  text: string;
  /** Line → score of executed lines. */
  lines: ReadonlyMap<number, number>;
  /** Score of code that runs when the file is loaded, and is in no test's coverage. */
  loadScore: number;
  precedence: number;
}

/** Mutations of one file, or why it has none. */
export type FileMutations = { mutations: PlacedMutation[] } | { note: string };

/** All mutations of a file's suspicious code by all templates, unranked. */
export function mutateFile(places: FilePlaces, hints: Hints): FileMutations {
  const mutations = unlessTooDeep(() => {
    const file = parseFile(places.path, places.text);
    return file && collect(file, places, hints);
  });
  return mutations ? { mutations } : { note: `${places.path} is nested too deeply to be read` };
}

/** Mutations of one file: what a long file has more of is not tried. */
const MOST_OF_FILE = 150_000;

function collect(file: ParsedFile, places: FilePlaces, hints: Hints): PlacedMutation[] {
  const site = new Site(file, hints);
  const { path, precedence } = places;
  const found: PlacedMutation[] = [];
  for (const { node, suspicion } of suspiciousNodes(file, places)) {
    if (found.length > MOST_OF_FILE) break;
    const line = lineOf(file, node.getStart());
    for (const template of TEMPLATES)
      for (const mutation of template(node, site))
        found.push({ ...plainEdit(mutation, places.text), file: path, line, suspicion, precedence });
  }
  return found;
}

/** The most suspicious first; of those that are as suspicious the order is that of the file. */
function suspiciousNodes(file: ParsedFile, places: FilePlaces): { node: ts.Node; suspicion: number }[] {
  const nodes: { node: ts.Node; suspicion: number }[] = [];
  const visit = (node: ts.Node, inherited: number): void => {
    if (isUntouchable(node)) return;
    const suspicion = suspicionOf(node, file, places, inherited);
    if (suspicion > 0) nodes.push({ node, suspicion });
    ts.forEachChild(node, (child) => visit(child, suspicion));
  };
  ts.forEachChild(file.source, (node) => visit(node, places.loadScore));
  return nodes.sort((a, b) => b.suspicion - a.suspicion);
}

function isUntouchable(node: ts.Node): boolean {
  return (
    ts.isTypeNode(node) ||
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isTypeParameterDeclaration(node)
  );
}

/**
 * Score of the node's own line; a line in the middle of a statement has none of its own and takes its
 * parent's. A statement that no failing test executed has 0, and so has all in it.
 */
function suspicionOf(node: ts.Node, file: ParsedFile, places: FilePlaces, inherited: number): number {
  const own = places.lines.get(lineOf(file, node.getStart()));
  if (own !== undefined) return ts.isStatement(node) ? own : Math.max(own, inherited);
  if (isFunction(node)) return bodyScore(node, file, places);
  if (isPlainStatement(node) && isInFunction(node) && !ts.isFunctionDeclaration(node)) return 0;
  return inherited;
}

/** A function takes the highest score within, so that edits of the whole compete with its parts. */
function bodyScore(node: ts.Node, file: ParsedFile, places: FilePlaces): number {
  const [first, last] = [lineOf(file, node.getStart()), lineOf(file, node.end)];
  let score = 0;
  for (const [line, value] of places.lines) {
    if (line >= first && line <= last) score = Math.max(score, value);
  }
  return score;
}

function isInFunction(node: ts.Node): boolean {
  for (let current = node.parent; current; current = current.parent) {
    if (isFunction(current)) return true;
  }
  return false;
}

/** Text that can undo other text, or be undone. */
const MAY_UNDO = /[-+!]|\bnot\b/;
/** Longest line in which an edit is looked at. */
const LONGEST = 500;

/**
 * The edit in its plain form: where its line then undoes itself, as `x + 1 - 1` does, the edit that leaves `x`. Others are as they are.
 */
export function plainEdit(mutation: Mutation, text: string): Mutation {
  const { start, end, replacement } = mutation;
  if (!MAY_UNDO.test(replacement)) return mutation;
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', end);
  const to = next < 0 ? text.length : next;
  if (to - from + replacement.length > LONGEST) return mutation;
  const before = text.slice(from, to);
  const after = text.slice(from, start) + replacement + text.slice(end, to);
  const plain = withoutDetours(after);
  if (plain === after || withoutDetours(before) !== before) return mutation;
  const [was, is] = quotePair(before, plain);
  const edit = trimmed(text, { start: from, end: to, replacement: plain });
  return { ...mutation, ...edit, description: said`${was} should be ${is}` };
}
