/** Longest name that is compared; the cost of a comparison is the product of both lengths. */
const LONGEST = 64;

/** Names that are most like one that is not known, at most `count`, the nearest first. */
export function nearestNames(wanted: string, known: Iterable<string>, count = 3): string[] {
  const asked = wanted.toLowerCase().slice(0, LONGEST);
  const most = Math.max(1, Math.ceil(asked.length / 3));
  const near: { name: string; away: number }[] = [];
  for (const name of new Set(known)) {
    const other = name.toLowerCase();
    if (other.length > LONGEST) continue;
    const within =
      asked.length >= 3 && (other.includes(asked) || (other.length >= 3 && asked.includes(other)));
    const away = Math.min(distance(asked, other, most), within ? most : Infinity);
    if (away <= most) near.push({ name, away });
  }
  return near
    .sort((a, b) => a.away - b.away || a.name.length - b.name.length || (a.name < b.name ? -1 : 1))
    .slice(0, count)
    .map(({ name }) => name);
}

/** Edits between two names (insert, delete, replace, swap of neighbours); Infinity above `most`. */
function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return Infinity;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const next = [row];
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      next[column] = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwap ? (before[column - 2] ?? 0) + 1 : Infinity,
      );
    }
    if (Math.min(...next) > most) return Infinity;
    [before, last] = [last, next];
  }
  return last[b.length] ?? Infinity;
}
