/**
 * Three-way comparison of lists of lines (diff3: Khanna, Kunal, Pierce, 2007). The differences come from Myers' algorithm, whose time grows
 * with what differs and is bounded; one by longest common subsequences takes minutes for a few thousand equal lines.
 */
import { diffArrays } from 'diff';

/** Above this many changed lines one side counts as changed between its first and its last difference. */
const MAX_EDITS = 2_000;

/** Lines that a side has in place of lines of the base. */
interface Hunk {
  side: 'ours' | 'theirs';
  /** First line and line behind the last one, in the base and in the side. */
  base: readonly [number, number];
  own: readonly [number, number];
}

/** Lines that one side alone changed, or nobody, or both in the same way; or what each side has of lines that both changed. */
export type Region =
  { merged: string[] } | { base: string[]; ours: string[]; theirs: string[]; oursAt: number };

function hunksOf(side: Hunk['side'], base: readonly string[], own: readonly string[]): Hunk[] {
  const changes = diffArrays([...base], [...own], { maxEditLength: MAX_EDITS });
  if (!changes) return [wholeHunk(side, base, own)];
  const hunks: Hunk[] = [];
  let [inBase, inOwn] = [0, 0];
  let open: { base: number; own: number } | undefined;
  const close = (): void => {
    if (open) hunks.push({ side, base: [open.base, inBase], own: [open.own, inOwn] });
    open = undefined;
  };
  for (const { added, removed, count } of changes) {
    if (!added && !removed) close();
    else open ??= { base: inBase, own: inOwn };
    if (!added) inBase += count;
    if (!removed) inOwn += count;
  }
  close();
  return hunks;
}

/** Everything between the lines that both have at the beginning and at the end. */
function wholeHunk(side: Hunk['side'], base: readonly string[], own: readonly string[]): Hunk {
  const most = Math.min(base.length, own.length);
  let head = 0;
  while (head < most && base[head] === own[head]) head += 1;
  let tail = 0;
  while (tail < most - head && base[base.length - 1 - tail] === own[own.length - 1 - tail]) tail += 1;
  return { side, base: [head, base.length - tail], own: [head, own.length - tail] };
}

/** Hunks in groups that touch each other. */
function* groups(hunks: readonly Hunk[]): Generator<Hunk[]> {
  let group: Hunk[] = [];
  let end = -1;
  for (const hunk of hunks) {
    if (group.length > 0 && hunk.base[0] > end) {
      yield group;
      group = [];
      end = -1;
    }
    group.push(hunk);
    end = Math.max(end, hunk.base[1]);
  }
  if (group.length > 0) yield group;
}

/** Range of a side's lines that replaces a range of the base. `moved`: lines the side had grown by before it. */
function ownRange(
  hunks: readonly Hunk[],
  [start, end]: readonly [number, number],
  moved: number,
): [number, number] {
  const [first, last] = [hunks[0], hunks.at(-1)];
  if (!first || !last) return [start + moved, end + moved];
  return [first.own[0] + start - first.base[0], last.own[1] + end - last.base[1]];
}

function isSame(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((line, index) => line === right[index]);
}

/** Regions of a merge in order. Changes of both sides that touch each other are one region, unless they are the same. */
export function diff3(
  base: readonly string[],
  sides: { ours: readonly string[]; theirs: readonly string[] },
): Region[] {
  const { ours, theirs } = sides;
  const hunks = [...hunksOf('ours', base, ours), ...hunksOf('theirs', base, theirs)];
  hunks.sort((one, other) => one.base[0] - other.base[0]);
  const regions: Region[] = [];
  const moved = { ours: 0, theirs: 0 };
  let at = 0;
  for (const group of groups(hunks)) {
    const range = [group[0]?.base[0] ?? 0, Math.max(...group.map((hunk) => hunk.base[1]))] as const;
    regions.push({ merged: base.slice(at, range[0]) });
    at = range[1];
    const of = (side: Hunk['side']): [number, number] => {
      const own = group.filter((hunk) => hunk.side === side);
      const found = ownRange(own, range, moved[side]);
      moved[side] = found[1] - range[1];
      return found;
    };
    const [mine, other] = [of('ours'), of('theirs')];
    const [left, right] = [ours.slice(...mine), theirs.slice(...other)];
    const changed = new Set(group.map(({ side }) => side));
    if (changed.size === 1) regions.push({ merged: changed.has('ours') ? left : right });
    else if (isSame(left, right)) regions.push({ merged: left });
    else regions.push({ base: base.slice(...range), ours: left, theirs: right, oursAt: mine[0] });
  }
  regions.push({ merged: base.slice(at) });
  return regions;
}
