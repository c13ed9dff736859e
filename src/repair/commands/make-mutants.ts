import type { Parser } from '@vscode/tree-sitter-wasm';
import { ancestor, field, parserOf, syntaxTree, type SyntaxNode } from '../../codebase/syntax';
import { applyClues, type Clues, likelierByTitles } from '../search/hints';
import { likeLinesIn } from '../search/like-lines';
import { applyMutations, editKey, type PlacedMutation } from '../search/mutation';
import { rankMutations } from '../search/rank';
import { mutateFile, type FilePlaces, plainEdit } from '../mutation/generate';
import type { Hints } from '../mutation/site';
import { CodeSite } from './code-site';
import { languageOf, type MutantLanguage } from './languages';
import { COMMON_TEMPLATES } from './templates';

/** Files to be mutated, and how many mutants are wanted. */
export interface MutantTask {
  places: readonly FilePlaces[];
  hints: Hints;
  clues: Clues;
  most: number;
}

/** A mutation, with the body of the function that it lies in where it can be exchanged as a whole. `isRepeated`: it is made in all lines like its own. */
export type Mutant = PlacedMutation & { body?: Body; isRepeated?: true };

/** Body of a function. `returns`: it gives a value back. */
interface Body {
  start: number;
  end: number;
  returns: boolean;
}

/** Mutants of one file before they are ranked: more come of data that a program wrote. */
const MOST_OF_FILE = 60_000;
/** Time that is spent on looking if mutants parse. */
const PARSING_MS = 2_000;
/** Bodies that can be exchanged as a whole. */
const BODIES: ReadonlySet<string> = new Set(['function_declaration', 'method_declaration', 'function_item']);

const parsers = new Map<string, Parser>();

/** Mutants of all places, the likeliest first; those that do not parse are left out. */
export async function makeMutants({ places, hints, clues, most }: MutantTask): Promise<Mutant[]> {
  const made: Mutant[] = [];
  for (const one of places) {
    const found = await mutantsOf(one, hints);
    for (const mutant of found) made.push(mutant);
  }
  const texts = new Map(places.map(({ path, text }) => [path, text]));
  const ranked = rankMutations(applyClues(made, clues), texts, likelierByTitles(hints.titles)).slice(0, most);
  return whole(withRepeated(ranked, texts), texts);
}

/** Behind a mutant the one of all lines like its own: a mistake in one of them may stand in all. */
function withRepeated(ranked: readonly Mutant[], texts: ReadonlyMap<string, string>): Mutant[] {
  const linesOf = likeLinesIn(texts);
  const told = new Set<string>();
  return ranked.flatMap((mutant) => {
    const { body } = mutant;
    const repeated = linesOf(mutant.file).everywhere(mutant);
    if (!repeated || (body && (repeated.start < body.start || repeated.end > body.end))) return [mutant];
    const key = editKey(repeated);
    if (told.has(key)) return [mutant];
    told.add(key);
    return [mutant, { ...repeated, isRepeated: true }];
  });
}

async function mutantsOf(places: FilePlaces, hints: Hints): Promise<Mutant[]> {
  const language = languageOf(places.path);
  if (!language) {
    const made = mutateFile(places, hints);
    return 'mutations' in made ? made.mutations : [];
  }
  const parsed = syntaxTree(await parserFor(language.grammar), places.text);
  return parsed ? collect(parsed.root, places, hints, language) : [];
}

async function parserFor(grammar: string): Promise<Parser> {
  const known = parsers.get(grammar) ?? (await parserOf(grammar));
  parsers.set(grammar, known);
  return known;
}

function collect(root: SyntaxNode, places: FilePlaces, hints: Hints, language: MutantLanguage): Mutant[] {
  const site = new CodeSite(places.text, root, language, hints);
  const templates = [...language.templates, ...COMMON_TEMPLATES];
  const found: Mutant[] = [];
  const visit = (node: SyntaxNode, inherited: number): void => {
    if (language.skips(node, places.text) || found.length > MOST_OF_FILE) return;
    const suspicion = suspicionOf(node, places, inherited, language);
    if (suspicion > 0) {
      const body = bodyAround(node, places.text);
      const { path: file, precedence } = places;
      for (const template of templates)
        for (const mutation of template(node, site))
          found.push({
            ...plainEdit(mutation, places.text),
            file,
            line: node.line,
            suspicion,
            precedence,
            ...(body && { body }),
          });
    }
    for (const child of node.children) visit(child, suspicion);
  };
  visit(root, places.loadScore);
  return found;
}

/** Score of the node's own line; a statement in a function that no failing test ran has 0. */
function suspicionOf(
  node: SyntaxNode,
  places: FilePlaces,
  inherited: number,
  { types }: MutantLanguage,
): number {
  const own = places.lines.get(node.line);
  const isStatement = types.statements.has(node.type);
  if (own !== undefined) return isStatement ? own : Math.max(own, inherited);
  if (types.functions.has(node.type)) return best(places, node.line, node.lastLine);
  const inFunction = isStatement && ancestor(node, ({ type }) => types.functions.has(type)) !== undefined;
  return inFunction ? best(places, node.line, node.lastLine) : inherited;
}

function best({ lines }: FilePlaces, from: number, to: number): number {
  let score = 0;
  for (const [line, value] of lines) if (line >= from && line <= to) score = Math.max(score, value);
  return score;
}

function bodyAround(node: SyntaxNode, text: string): Body | undefined {
  let outermost: SyntaxNode | undefined;
  for (let at: SyntaxNode | undefined = node; at; at = at.parent) if (BODIES.has(at.type)) outermost = at;
  const body = field(outermost, 'body');
  if (!outermost || !body || body.start >= node.start || node.end >= body.end) return undefined;
  const head = text.slice(outermost.start, body.start);
  // A constant function cannot ask, and bodies that give back types without a name are of different types.
  if (isConstant(head) || isOpaque(head)) return undefined;
  return { start: body.start, end: body.end, returns: field(outermost, 'result') !== undefined };
}

function isConstant(head: string): boolean {
  return /\bconst\b/.test(head.slice(0, Math.max(0, head.indexOf('('))));
}

function isOpaque(head: string): boolean {
  const at = head.lastIndexOf('->');
  return at >= 0 && /\bimpl\b/.test(head.slice(at));
}

/** Without those that break the grammar of their file, as far as there is time to look. */
async function whole(ranked: readonly Mutant[], texts: ReadonlyMap<string, string>): Promise<Mutant[]> {
  const endMs = performance.now() + PARSING_MS;
  const broken = new Map<string, boolean>();
  const kept: Mutant[] = [];
  for (const mutant of ranked) {
    const language = languageOf(mutant.file);
    const text = texts.get(mutant.file) ?? '';
    if (!language || performance.now() > endMs) {
      kept.push(mutant);
      continue;
    }
    const parser = await parserFor(language.grammar);
    const before = broken.get(mutant.file) ?? hasErrors(parser, text);
    broken.set(mutant.file, before);
    if (before || !hasErrors(parser, applyMutations(text, [mutant]))) kept.push(mutant);
  }
  return kept;
}

function hasErrors(parser: Parser, text: string): boolean {
  const tree = parser.parse(text);
  const found = tree?.rootNode.hasError ?? true;
  tree?.delete();
  return found;
}
