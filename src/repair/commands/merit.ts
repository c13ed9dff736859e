import { normalForm } from '../search/normal-form';
import type { EditedText } from '../../domain/signs/edit-signs';
import type { Sign } from '../../domain/signs/sign';
import { belief, doubtOfExtent, type Extent } from '../search/merit';
import type { Reason } from '../../domain/heal/standing';
import { applyMutations } from '../search/mutation';
import { compared, type ComparedRepair, type Comparison } from '../compare';
import { LEAD } from '../compare/confidence';
import { repairsIn, type Repair } from '../mutation/compare';
import type { Edits, Fix } from '../mutation/trials';
import type { Mutant } from './make-mutants';

/** An edit as text, with the signs against it. */
export interface Edited {
  mutant: Mutant;
  edited: EditedText;
  signs: readonly Sign[];
}

export type Found = Edited & { fix: Fix };

/** Repairs that could be as right as the best one, and were left out. */
interface Left {
  /** Edits that make the failing tests pass, and may pass everything. */
  unverified?: readonly Edited[];
  /** How far the search went. */
  extent?: Extent;
}

/**
 * Repairs in the order of merit: those that mend as much as the first are rivals, told apart by their calls where these are known.
 * Where nobody knows them each is a group of its own.
 */
export function rankedByMerit(
  found: readonly Found[],
  left: Left = {},
  comparison?: Comparison<Edits>,
): Repair[] {
  const distinct = byMerit(found);
  const rivals = rivalsAmong(distinct);
  const groups =
    comparison ?? compared({ calls: [], before: [], answers: [] }, comparable(rivals, new Map()));
  const others = distinct.filter((one) => !rivals.includes(one)).map(({ fix }) => ({ edits: fix.edits }));
  const best = distinct.find(({ fix }) => fix.edits === groups.groups[0]?.members[0]?.repair);
  // What was not tried for all tests says nothing of a part of them.
  const doubt = best?.fix.green ? doubtOf(best, distinct, left) : undefined;
  return [...repairsIn(groups, { doubt }), ...others];
}

/** Reason against the best repair: an edit that nobody had time for counts whatever the calls of others say. */
function doubtOf(
  best: Believed,
  distinct: readonly Believed[],
  { unverified = [], extent }: Left,
): Reason | undefined {
  const rivals = othersThan(distinct, unverified);
  if (rivals.some(({ mutant, signs }) => best.belief < belief(mutant, signs) * LEAD))
    return { code: 'unverified-edits', count: rivals.length };
  return extent && doubtOfExtent(best.mutant, extent);
}

/** The repairs that mend as much as the best, as they are compared with each other by their behaviour: the likelier by its kind comes first. */
export function rivalsOf(
  found: readonly Found[],
  files: ReadonlyMap<string, string>,
): ComparedRepair<Edits>[] {
  return comparable(rivalsAmong(byMerit(found)), files);
}

function comparable(
  rivals: readonly Believed[],
  files: ReadonlyMap<string, string>,
): ComparedRepair<Edits>[] {
  return rivals.map(({ fix, mutant, edited, signs, belief: believed }) => ({
    // Of those that are as likely their behaviour decides which comes first.
    place: rivals.findIndex((one) => one.belief === believed),
    repair: fix.edits,
    texts: new Map([[mutant.file, applyMutations(files.get(mutant.file) ?? '', fix.edits)]]),
    signs,
    belief: believed,
    likeness: 1,
    // Not a roundabout form of the edit of one line.
    code: mutant.isRepeated ? '' : edited.lineAfter,
    size: edited.before.length + edited.after.length,
  }));
}

/** Repairs that mend the tests that the best mends: those of other tests mend another mistake. */
function rivalsAmong(distinct: readonly Believed[]): Believed[] {
  const best = distinct[0]?.fix;
  if (!best || best.green) return distinct.filter(({ fix }) => fix.green);
  return distinct.filter(
    ({ fix }) => fix.fixed.length === best.fixed.length && best.fixed.every((id) => fix.fixed.includes(id)),
  );
}

/** True where one repair is so much likelier than all others that it would be published. */
export function hasLeader(found: readonly Found[]): boolean {
  return found.some(({ fix }) => fix.green) && rankedByMerit(found)[0]?.standing?.confidence === 'high';
}

/** True while time would help to be sure of one of some repairs: edits are left to be tried or verified that are as likely. */
export function isInDoubt(found: readonly Found[], left: Required<Left>): boolean {
  const distinct = byMerit(found);
  const best = distinct.find(({ fix, signs }) => fix.green && signs.length === 0);
  return best !== undefined && doubtOf(best, distinct, left) !== undefined;
}

/** Edits that are not the same as one of these repairs in other words. */
function othersThan(distinct: readonly Found[], edits: readonly Edited[]): Edited[] {
  return edits.filter((one) => !distinct.some((other) => isSame(one, other)));
}

type Believed = Found & { belief: number };

/** The likeliest first; of those that say the same in other words the likeliest is left. */
function byMerit(found: readonly Found[]): Believed[] {
  const believed = found.map((one) => ({ ...one, belief: belief(one.mutant, one.signs) }));
  believed.sort(
    (a, b) =>
      Number(b.fix.green) - Number(a.fix.green) ||
      b.fix.fixed.length - a.fix.fixed.length ||
      Number(a.signs.length > 0) - Number(b.signs.length > 0) ||
      b.belief - a.belief ||
      Number(b.mutant.isRepeated ?? false) - Number(a.mutant.isRepeated ?? false),
  );
  const kept: Believed[] = [];
  for (const one of believed) if (!kept.some((other) => isSame(one, other))) kept.push(one);
  return kept;
}

/** True for the same line in other words, and for one statement of the same block a line up or down. */
function isSame(one: Edited, other: Edited): boolean {
  if (one.mutant.file !== other.mutant.file) return false;
  const distance = Math.abs(one.mutant.line - other.mutant.line);
  const isInserted = [one, other].every(({ mutant }) => mutant.template === 'missing-call');
  if (isInserted) return distance <= 1 && one.mutant.replacement === other.mutant.replacement;
  return (
    distance === 0 &&
    normalForm(one.edited.lineAfter, one.mutant.file) === normalForm(other.edited.lineAfter, one.mutant.file)
  );
}
