/** Looks for what a request changed and a repair of it takes back. */
import { said } from '../../domain/run/said';
import { diffArrays } from 'diff';
import type { TreeHash } from '../../domain/ids';
import { readTreeFile, type BlobStore, type TreeStore } from '../../store';
import type { InspectedChange, Objection } from './inspection';
import { touchedPaths } from '../../domain/files/touched-paths';

/** Above this many changed lines a file is not looked at. */
const MAX_EDITS = 2_000;

/** Lines `from` to before `to` of a text, in place of which another has `added`, from its line `at` on. */
interface Change {
  from: number;
  to: number;
  at: number;
  added: readonly string[];
}

/** Objections to a repair that takes back what the request changed: the request is what the user wants. */
export async function takenBackChanges(
  stores: { trees: TreeStore; blobs: BlobStore },
  { tree, changes, requested }: InspectedChange,
): Promise<Objection[]> {
  if (!requested) return [];
  const textOf = async (of: TreeHash, path: string): Promise<string> =>
    String((await readTreeFile(stores, of, path)) ?? '');
  const found: Objection[] = [];
  for (const path of touchedPaths(changes)) {
    const [before, asked] = await Promise.all([textOf(requested.base, path), textOf(requested.tree, path)]);
    if (before === asked) continue;
    const now = await textOf(tree, path);
    const compared = compare(before, asked, now);
    const [line] = linesTakenBack(compared);
    if (line !== undefined) {
      const takesBack = `${path}:${line}`;
      found.push({ path, takesBack, message: said`it takes back what the request changed at ${takesBack}` });
    }
    const touched = (compared.byRequest ?? []).find((change) => isTouched(change, compared));
    const place = touched && `${path}:${touched.at + 1}`;
    if (place === undefined || line !== undefined) continue;
    // What is new, its own tests judge: a search may mend a slip in it.
    const isSearched =
      requested.isSearched &&
      compared.byRequest?.some((change) => change.from < change.to && isTouched(change, compared));
    if (isSearched) found.push({ path, message: said`it changes what the request changed at ${place}` });
    else if (requested.isContradicted && stands(before, asked, now))
      found.push({
        path,
        takesBack: place,
        message: said`it makes up for what the request changed at ${place}`,
      });
  }
  return found;
}

/** Words of conditions: what adds one mends a case that was forgotten. */
const GUARDS = new Set(['if', '?', '&', '|', 'unless', 'and', 'or', 'switch', 'match', 'case']);

/** True where all that the request brought and took away is so after the repair: what this adds can only make up for it. */
function stands(before: string, asked: string, now: string): boolean {
  const [old, wanted, present] = [wordsOf(before), wordsOf(asked), wordsOf(now)];
  return (
    [...new Set([...old.keys(), ...wanted.keys()])].every((word) => {
      const [count, was, is] = [wanted.get(word) ?? 0, old.get(word) ?? 0, present.get(word) ?? 0];
      return count > was ? is >= count : count === was || is <= count;
    }) && ![...GUARDS].some((word) => (present.get(word) ?? 0) > (wanted.get(word) ?? 0))
  );
}

/** Words and signs of a text, with how often they occur. */
function wordsOf(text: string): Map<string, number> {
  const words = new Map<string, number>();
  for (const word of text.match(/[\p{L}\p{N}_$.]+|[^\s\p{L}\p{N}_$.]/gu) ?? [])
    words.set(word, (words.get(word) ?? 0) + 1);
  return words;
}

/**
 * Changes of a request that a repaired text has none of, and has what was before in their place: the lines, from 1, of the
 * text that the request left. Spaces do not count, nor do lines without a letter or digit.
 */
export function takenBack(base: string, asked: string, repaired: string): number[] {
  return linesTakenBack(compare(base, asked, repaired));
}

/** Three versions of a text in lines, and the change of the request; undefined: it is too large. */
interface Compared {
  old: readonly string[];
  wanted: readonly string[];
  now: readonly string[];
  byRequest?: readonly Change[];
}

function compare(base: string, asked: string, repaired: string): Compared {
  const [old, wanted, now] = [linesOf(base), linesOf(asked), linesOf(repaired)];
  return { old, wanted, now, byRequest: changesOf(old, wanted) };
}

function linesTakenBack({ old, wanted, now, byRequest }: Compared): number[] {
  const sinceThen = byRequest && changesOf(old, now);
  if (!byRequest || !sinceThen) return [];
  const [before, stays, present] = [new Set(old), new Set(wanted), new Set(now)];
  const parts = partsTakenBack({ old, wanted, now, byRequest });
  const isBack = (number: number): boolean =>
    sinceThen.every(({ from, to }) => number < from || number >= to);
  return byRequest
    .filter((change) => {
      const removed = range(change.from, change.to).filter((number) => isOwn(old[number] ?? '', stays));
      const brought = change.added.filter((line) => isOwn(line, before));
      if (parts.some(({ from }) => from >= change.at && from < change.at + change.added.length)) return true;
      // A line that comes back in place of none was lost by accident, as long as what the request wrote stays.
      if (removed.length === 0) return isGone(change, sinceThen, present);
      return removed.every(isBack) && !brought.some((line) => present.has(line));
    })
    .map(({ at }) => at + 1);
}

/** Changes of a repair that put lines of before in place of lines that the request wrote, and nothing else. */
function partsTakenBack({ old, wanted, now }: Compared): Change[] {
  const [before, stays] = [new Set(old), new Set(wanted)];
  return (changesOf(wanted, now) ?? []).filter(({ from, to, added }) => {
    const written = range(from, to).filter((number) => isOwn(wanted[number] ?? '', before));
    const words = added.filter(isWord);
    return (
      written.length > 0 && words.length > 0 && words.every((line) => before.has(line) && !stays.has(line))
    );
  });
}

/** True if a repaired text changes a change of the request. */
function isTouched(change: Change, { wanted, now }: Compared): boolean {
  const since = changesOf(wanted, now);
  if (!since) return false;
  const end = change.at + change.added.length;
  return since.some(({ from, to }) => from <= end && to >= change.at);
}

/** True if lines that a request only added are gone, with nothing in their place. */
function isGone(
  { from, to, added }: Change,
  sinceThen: readonly Change[],
  now: ReadonlySet<string>,
): boolean {
  const own = added.filter(isWord);
  if (own.length === 0 || own.some((line) => now.has(line))) return false;
  return sinceThen
    .filter((change) => change.from <= to && change.to >= from)
    .every((change) => !change.added.some(isWord));
}

function changesOf(old: readonly string[], now: readonly string[]): Change[] | undefined {
  const parts = diffArrays([...old], [...now], { maxEditLength: MAX_EDITS });
  if (!parts) return undefined;
  const changes: Change[] = [];
  let [inOld, inNow] = [0, 0];
  let open: Change | undefined;
  for (const { added, removed, count, value } of parts) {
    if (!added && !removed) open = undefined;
    else if (!open) changes.push((open = { from: inOld, to: inOld, at: inNow, added: [] }));
    if (open && removed) open.to += count;
    if (open && added) open.added = [...open.added, ...value];
    if (!added) inOld += count;
    if (!removed) inNow += count;
  }
  return changes;
}

function linesOf(text: string): string[] {
  return text.split('\n').map((line) => line.trim().replace(/\s{1,1000}/g, ' '));
}

/** True for a line that says something, and stands in one text alone. */
function isOwn(line: string, others: ReadonlySet<string>): boolean {
  return isWord(line) && !others.has(line);
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}

function isWord(line: string): boolean {
  return /[\p{L}\p{N}_$]/u.test(line);
}
