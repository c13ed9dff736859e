import { editKey, overlaps } from '../search/mutation';
import { isRepeated } from '../search/rank';
import type { Edits, Fix, Trials } from './trials';
import { Lru } from '../../machine/lru';

/** Programs whose failed edits are remembered. */
const MOST = 8;

/**
 * Edits known to fail, by program and target, for the rounds of one run on one worker. Forgetting costs time and
 * changes no answer, so it is kept in memory only.
 */
export class Memories {
  private readonly programs = new Lru<string, Map<string, Set<string>>>(MOST);

  /** Target → keys of failed edits, of the program that `key` names. */
  of(key: string): Map<string, Set<string>> {
    return this.programs.getOr(key, () => new Map());
  }
}

/** Candidates a proposer may return. */
export const MAX_FIXES = 5;

/**
 * Joins the fixes of independent failures: a project with several bugs is repaired at once if one fix of each group
 * fits with the others. `groups`: the fixes of each group, best first. All that make everything
 * green, else the joint one and those that fix most, the best first.
 */
export async function combineFixes(trials: Trials, groups: readonly (readonly Fix[])[]): Promise<Fix[]> {
  const singles = groups.flat();
  const green = singles.filter((fix) => fix.green);
  if (green.length > 0) return green;
  const filled = groups.filter((group) => group.length > 0);
  const joint = filled.length > 1 ? await confirmJoint(trials, filled) : [];
  const greenJoint = joint.filter((fix) => fix.green);
  if (greenJoint.length > 0) return greenJoint;
  const all = [...joint, ...singles].sort((a, b) => b.fixed.length - a.fixed.length);
  return all.slice(0, MAX_FIXES);
}

async function confirmJoint(trials: Trials, groups: readonly (readonly Fix[])[]): Promise<Fix[]> {
  const confirmed: Fix[] = [];
  for (const edits of choices(groups).slice(0, MAX_FIXES)) {
    const fix = await trials.confirm(edits);
    if (fix) confirmed.push(fix);
  }
  return confirmed;
}

/**
 * The best of each group together, then the same with the second best of one group, and so on. A mistake may have been copied, so the
 * others first take the same edit where they have it.
 */
function choices(groups: readonly (readonly Fix[])[]): Edits[] {
  const lists = [joinEdits(groups.map((group) => group[0]))];
  groups.forEach((group, at) => {
    for (const other of group.slice(1)) {
      const same = (own: readonly Fix[]): Fix | undefined => own.find((one) => isTwin(one, other)) ?? own[0];
      lists.push(joinEdits(groups.map((own, i) => (i === at ? other : same(own)))));
      lists.push(joinEdits(groups.map((own, i) => (i === at ? other : own[0]))));
    }
  });
  const distinct = new Map(lists.map((edits) => [edits.map(editKey).toSorted().join(), edits]));
  return [...distinct.values()];
}

function isTwin({ edits: [one, ...more] }: Fix, { edits: [other, ...others] }: Fix): boolean {
  if (!one || !other || more.length > 0 || others.length > 0) return false;
  return isRepeated(one, other);
}

/** Edits of several fixes; of those that touch the same text only the first stays. */
function joinEdits(fixes: readonly (Fix | undefined)[]): Edits {
  const joined: Edits[number][] = [];
  for (const fix of fixes) {
    if (!fix) continue;
    const clash = fix.edits.some((edit) =>
      joined.some((one) => one.file === edit.file && overlaps(one, edit)),
    );
    if (!clash) joined.push(...fix.edits);
  }
  return joined;
}
