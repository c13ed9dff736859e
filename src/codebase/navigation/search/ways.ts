/** The ways in which hybrid search finds files: each a ranking of their numbers, the best first. */
import { matchName } from '../../../domain/navigation/name-match';
import type { Question } from '../../../domain/navigation/question';
import { mayHold, trigramHashes } from '../facts';
import type { CodeIndex } from '../index/index';

/** Most files of one ranking. */
const MOST = 200;
const SHORTEST_TEXT = 3;

/** Share that a member of something counts beside a declaration of its own with the same name. */
const MEMBER = 0.9;

/** Files by what the question writes as code does: they declare the name, or are or hold the compound. */
export function byExact(index: CodeIndex, { names, compounds }: Question): number[] {
  const scores = new Map<number, number>();
  const note = (files: ReadonlyMap<number, number>): void => {
    const rarity = rarityOf(index, { length: files.size });
    for (const [file, share] of files) scores.set(file, (scores.get(file) ?? 0) + rarity * share);
  };
  for (const name of new Set(names)) note(filesDeclaring(index, name));
  for (const compound of new Set(compounds)) {
    const named = filesNamed(index, compound);
    note(new Map((named.length > 0 ? named : filesHolding(index, compound)).map((file) => [file, 1])));
  }
  return ranked(scores);
}

function filesDeclaring(index: CodeIndex, name: string): Map<number, number> {
  const files = new Map<number, number>();
  for (const symbol of index.symbols) {
    if (symbol.name !== name) continue;
    files.set(symbol.file, Math.max(files.get(symbol.file) ?? 0, symbol.container === '' ? 1 : MEMBER));
  }
  return files;
}

/** Files whose paths end with a part that a question names. */
function filesNamed(index: CodeIndex, part: string): number[] {
  return index.files.flatMap(({ path }, number) => (`/${path}`.endsWith(`/${part}`) ? [number] : []));
}

/** Files by the symbols that they declare: names that the question writes out, then names made of its terms. */
export function bySymbols(index: CodeIndex, { names, terms }: Question): number[] {
  const scores = new Map<number, number>();
  const note = (file: number, score: number): void => {
    scores.set(file, Math.max(score, scores.get(file) ?? 0));
  };
  for (const { document, score } of index.symbolTerms.search(terms)) {
    const symbol = index.symbols[document];
    if (symbol)
      note(symbol.file, score * (symbol.isExported ? 1.15 : 1) * (symbol.container === '' ? 1.1 : 1));
  }
  const best = Math.max(1, ...scores.values());
  for (const name of names) {
    for (const symbol of index.symbols) {
      const found = matchName(name, symbol.name);
      if (found) note(symbol.file, best * (1 + found.score + (symbol.isExported ? 0.1 : 0)));
    }
  }
  return ranked(scores);
}

/** Files by the terms of their code and comments. */
export function byText(index: CodeIndex, { terms }: Question): number[] {
  return index.terms
    .search(terms)
    .slice(0, MOST)
    .map(({ document }) => document);
}

/** Files by the words of their paths. */
export function byPath(index: CodeIndex, { terms }: Question): number[] {
  return index.pathTerms
    .search(terms)
    .slice(0, MOST)
    .map(({ document }) => document);
}

/** Files that hold the words of the question, wherever in an identifier, and the quoted texts, by how rare each is. */
export function byTrigrams(index: CodeIndex, { words, quoted }: Question): number[] {
  const scores = new Map<number, number>();
  const texts = [...words.filter((word) => word.length > SHORTEST_TEXT), ...quoted];
  for (const text of new Set(texts)) {
    const found = filesHolding(index, text);
    const rarity = rarityOf(index, found);
    const weight = quoted.includes(text) ? 4 : 1;
    for (const file of found) scores.set(file, (scores.get(file) ?? 0) + rarity * weight);
  }
  return ranked(scores);
}

/** Files that may hold a text, case left out of account; few of them do not. */
export function filesHolding(index: CodeIndex, text: string): number[] {
  const hashes = trigramHashes(text);
  if (hashes.length === 0) return [];
  return index.files.flatMap(({ facts }, number) => (mayHold(facts.trigrams, hashes) ? [number] : []));
}

/** Files that other ways have found, by how much of the project leads to them. */
export function byGraph(index: CodeIndex, found: readonly number[]): number[] {
  const rank = (file: number): number => index.ranks[file] ?? 0;
  return [...new Set(found)].sort((left, right) => rank(right) - rank(left) || left - right);
}

/** How much it says of a file that it is among these. */
function rarityOf(index: CodeIndex, { length }: { readonly length: number }): number {
  return Math.log(1 + index.files.length / Math.max(1, length));
}

function ranked(scores: ReadonlyMap<number, number>): number[] {
  return [...scores]
    .sort((left, right) => right[1] - left[1] || left[0] - right[0])
    .slice(0, MOST)
    .map(([file]) => file);
}
