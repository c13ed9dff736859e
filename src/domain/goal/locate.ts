import { holds, sameConcept } from './locate/concepts';
import { describe, type Description } from './locate/description';
import { knownFolderOf, type KnownFolder } from './locate/known-names';
import { folded, nameTokens, singular } from './locate/tokens';

/** A folder that could be meant; `names`: of the files in it. */
export interface FolderCandidate {
  path: string;
  names?: readonly string[];
}

/** A folder of every desktop and where it is. */
export interface KnownPlace {
  path: string;
  of: KnownFolder;
}

export interface RankedFolder {
  path: string;
  /** 0 to 1. */
  score: number;
  /** Why, in one clause. */
  reason: string;
}

export type FolderChoice = { path: string } | { ambiguous: string[] } | { none: true };

/** Fewer points are no answer; with fewer than `SURE` the user is asked even about one. */
const LEAST = 0.3;
const SURE = 0.55;
/** Folders so close to the best are as likely meant. */
const MARGIN = 0.12;
const MOST_CHOICES = 8;
/** A name with more words than the description is not as likely meant as one without: `papers` before `old papers`. */
const EXTRA = 0.08;

export { knownFolderOf, type KnownFolder } from './locate/known-names';

/** The folder that a description means, of these folders and those of every desktop. */
export function chooseFolderFor(
  what: string,
  folders: readonly FolderCandidate[],
  known: readonly KnownPlace[],
): FolderChoice {
  return chooseFolder(rankFolders(what, folders, known));
}

/** Folders that a description in English, Korean or Chinese can mean, the best first. */
export function rankFolders(
  what: string,
  folders: readonly FolderCandidate[],
  known: readonly KnownPlace[],
): RankedFolder[] {
  const description = describe(what);
  const literal = folded(what).replaceAll(/^["'“‘]|["'”’]$/g, '');
  const ranked = [...withKnown(folders, known)].map((folder) => scored(folder, description, literal, known));
  return ranked
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score || (one.path < other.path ? -1 : 1));
}

/** The folder that is meant; several that fit alike are for the user to choose from, the best first. */
export function chooseFolder(ranked: readonly RankedFolder[]): FolderChoice {
  const [best] = ranked;
  if (!best || best.score < LEAST) return { none: true };
  const close = ranked.filter(({ score }) => score >= LEAST && best.score - score < MARGIN);
  if (close.length === 1 && best.score >= SURE) return { path: best.path };
  return { ambiguous: close.slice(0, MOST_CHOICES).map(({ path }) => path) };
}

function withKnown(
  folders: readonly FolderCandidate[],
  known: readonly KnownPlace[],
): Iterable<FolderCandidate> {
  const byPath = new Map<string, FolderCandidate>(known.map(({ path }) => [path, { path }]));
  for (const folder of folders) byPath.set(folder.path, folder);
  return byPath.values();
}

function scored(
  folder: FolderCandidate,
  description: Description,
  literal: string,
  known: readonly KnownPlace[],
): RankedFolder {
  const { path } = folder;
  if (folded(path) === literal) return { path, score: 1, reason: 'it is this path' };
  const own = kindOf(path, known);
  if (description.known && description.words.length === 0) {
    if (own === description.known) return { path, score: 1, reason: `it is the ${own} folder` };
    const named = byName(folder, description.allWords);
    return { path, score: 0.8 * named.score, reason: named.reason };
  }
  const inside = description.known ? depthInside(path, description.known, known) : undefined;
  const named = byName(folder, description.known ? description.allWords : description.words);
  if (inside === undefined) return { path, ...named };
  const within = byName(folder, description.words);
  const score = within.score * Math.max(0.4, 1 - 0.2 * (inside - 1));
  return score > named.score
    ? { path, score, reason: `${within.reason}, in the ${description.known} folder` }
    : { path, ...named };
}

/** The kind of a folder by its place, or by its name where nothing is known. */
function kindOf(path: string, known: readonly KnownPlace[]): KnownFolder | undefined {
  return known.find((place) => place.path === path)?.of ?? knownFolderOf(lastName(path));
}

/** How many folders below the known one; undefined: it is not inside. */
function depthInside(path: string, kind: KnownFolder, known: readonly KnownPlace[]): number | undefined {
  const place = known.find(
    ({ path: top, of }) => of === kind && (top === '.' ? path !== '.' : path.startsWith(`${top}/`)),
  );
  if (place) {
    const rest = place.path === '.' ? path : path.slice(place.path.length + 1);
    return rest.split('/').length;
  }
  const parts = path.split('/');
  const at = parts.slice(0, -1).findLastIndex((part) => knownFolderOf(part) === kind);
  return at < 0 ? undefined : parts.length - 1 - at;
}

function byName(folder: FolderCandidate, words: readonly string[][]): { score: number; reason: string } {
  if (words.length === 0) return { score: 0, reason: '' };
  const parts = folder.path.split('/').filter((part) => part !== '' && part !== '.');
  const own = nameTokens(parts.at(-1) ?? '');
  const above = parts.slice(0, -1).flatMap(nameTokens);
  const matches = words.map((forms) => ({ own: fit(forms, own), above: fit(forms, above) }));
  const best = Math.max(...matches.map((one) => one.own));
  const depth = 0.02 * Math.min(5, Math.max(0, parts.length - 1));
  if (best < 0.4) return byContents(folder.names ?? [], words, depth);
  const share = matches.reduce((sum, one) => sum + Math.max(one.own, 0.9 * one.above), 0) / words.length;
  const extra = own.filter((token) => !words.some((forms) => fit(forms, [token]) > 0)).length;
  return {
    score: Math.max(0, share - (extra === 0 ? 0 : EXTRA) - 0.06 * Math.min(3, extra) - depth),
    reason: best === 1 ? 'it has this name' : 'its name means this',
  };
}

/** How well the best of some tokens fits a word: 1 the same, less for a synonym or a part. */
function fit(forms: readonly string[], tokens: readonly string[]): number {
  return Math.max(0, ...forms.flatMap((form) => tokens.map((token) => likeness(form, token))));
}

function likeness(word: string, token: string): number {
  if (word === token) return 1;
  if (singular(word) === singular(token)) return 0.98;
  if (sameConcept(word, token)) return 0.9;
  const [short, long] = word.length < token.length ? [word, token] : [token, word];
  const least = /^[a-z0-9]+$/.test(short) ? 4 : 2;
  return short.length >= least && long.includes(short) ? 0.7 : 0;
}

/** A folder of another name that holds such files, by their names or kinds. */
function byContents(
  names: readonly string[],
  words: readonly string[][],
  depth: number,
): { score: number; reason: string } {
  if (names.length < 3) return { score: 0, reason: '' };
  const fitting = names.filter((name) => {
    const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
    const tokens = nameTokens(name);
    return words.every((forms) => forms.some((form) => holds(form, ending)) || fit(forms, tokens) >= 0.7);
  });
  const share = fitting.length / names.length;
  return share < 0.5
    ? { score: 0, reason: '' }
    : { score: Math.max(0, 0.5 * share - depth), reason: 'it holds such files' };
}

function lastName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
