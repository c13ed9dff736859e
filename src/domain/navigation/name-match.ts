/** Match of a name with what somebody typed of it. */

/** Ways to match, the best first. */
export const MATCHES = [
  'exact',
  'same-letters',
  'prefix',
  'humps',
  'part',
  'subsequence',
  'distance',
] as const;
export type Match = (typeof MATCHES)[number];

export interface NameMatch {
  readonly match: Match;
  /** Higher is better, from 0 to 1. */
  readonly score: number;
}

const BASE: Readonly<Record<Match, number>> = {
  exact: 1,
  'same-letters': 0.95,
  prefix: 0.8,
  humps: 0.7,
  part: 0.55,
  subsequence: 0.35,
  distance: 0.3,
};
/** Room that the share of matched letters has between two ways. */
const ROOM = 0.14;
const SHORTEST_FUZZY = 4;
const LONGEST = 80;

/** How a name matches what was typed; undefined where it does not. */
export function matchName(typed: string, name: string): NameMatch | undefined {
  const match = matchOf(typed, name);
  if (!match) return undefined;
  const share = Math.min(1, typed.length / Math.max(1, name.length));
  return { match, score: match === 'exact' ? 1 : BASE[match] + ROOM * share };
}

function matchOf(typed: string, name: string): Match | undefined {
  if (typed === '' || typed.length > LONGEST || name.length > LONGEST) return undefined;
  if (name === typed) return 'exact';
  const lowTyped = typed.toLowerCase();
  const lowName = name.toLowerCase();
  if (plain(lowName) === plain(lowTyped)) return 'same-letters';
  if (lowName.startsWith(lowTyped)) return 'prefix';
  if (typed.length > 1 && matchesHumps(typed, name)) return 'humps';
  if (typed.length > 2 && lowName.includes(lowTyped)) return 'part';
  if (typed.length < SHORTEST_FUZZY) return undefined;
  if (isNear(lowTyped, lowName, typed.length < 6 ? 1 : 2)) return 'distance';
  return isSubsequence(lowTyped, lowName) ? 'subsequence' : undefined;
}

function plain(name: string): string {
  return name.replaceAll('_', '').replaceAll('-', '');
}

/**
 * True if what was typed is made of beginnings of the name's humps, in their order: `vEm` of `validateEmail`, `useremail` not of
 * `userSettingsEmail` alone by its letters. Humps may be left out between two that match.
 */
export function matchesHumps(typed: string, name: string): boolean {
  const humps = name.match(/[A-Z]{1,40}(?![a-z])|[A-Z]?[a-z]{1,80}|\d{1,20}/g) ?? [];
  const wanted = typed.match(/[A-Z]?[a-z]{1,80}|[A-Z]|\d{1,20}/g) ?? [];
  if (wanted.length === 0 || wanted.length > humps.length || wanted.join('') !== typed.replaceAll('_', ''))
    return false;
  let hump = 0;
  for (const [index, part] of wanted.entries()) {
    const low = part.toLowerCase();
    // The first typed part may be anywhere if it begins with a capital, else it begins the name.
    while (hump < humps.length && !humps[hump]?.toLowerCase().startsWith(low)) {
      if (index === 0 && !/^[A-Z]/.test(part)) return false;
      hump += 1;
    }
    if (hump === humps.length) return false;
    hump += 1;
  }
  return wanted.length > 1;
}

/** True if the letters of `part` stand in `whole` in their order, and begin with its first. */
function isSubsequence(part: string, whole: string): boolean {
  if (part[0] !== whole[0] || part.length * 3 < whole.length) return false;
  let at = 0;
  for (const letter of part) {
    at = whole.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

/** True if at most `most` letters have to be added, removed, changed or swapped with their neighbour. */
export function isNear(left: string, right: string, most: number): boolean {
  if (Math.abs(left.length - right.length) > most) return false;
  let before: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left[row - 1] === right[column - 1];
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      const isSwap = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (row > 1 && column > 1 && isSwap) cost = Math.min(cost, (before[column - 2] ?? 0) + 1);
      next.push(cost);
    }
    if (Math.min(...next) > most) return false;
    before = last;
    last = next;
  }
  return (last[right.length] ?? Infinity) <= most;
}
