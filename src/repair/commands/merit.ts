import { letterOf } from '../../domain/heal/ambiguity';
import { normalForm } from '../search/normal-form';
import type { EditedText } from '../../domain/signs/edit-signs';
import type { Sign } from '../../domain/signs/sign';
import { belief, confidenceByMerit, doubtOfExtent, LEAD, type Extent } from '../search/merit';
import type { Standing } from '../../domain/heal/standing';
import { applyMutations } from '../search/mutation';
import { answeredCall, standingIn, type ComparedRepair, type Comparison } from '../compare';
import type { AnsweredCall } from '../compare/answer-test';
import { proposed } from '../mutation/compare';
import type { Edits, Fix } from '../mutation/trials';
import type { Mutant } from './make-mutants';

/** An edit as text, with the signs against it. */
export interface Edited {
  mutant: Mutant;
  edited: EditedText;
  signs: readonly Sign[];
}

export type Found = Edited & { fix: Fix };

/** Reasons not to be sure of the best of some repairs. */
interface Doubts {
  /** False where the exit code of a command alone decides. */
  tellsTests?: boolean;
  /** Edits that make the failing tests pass, and may pass everything. */
  unverified?: readonly Edited[];
  /** How far the search went. */
  extent?: Extent;
}

/** A repair, with its place among others where all of them pass. */
export interface RankedRepair {
  edits: Edits;
  standing?: Standing;
  answered?: AnsweredCall;
}

/**
 * Repairs in the order of merit. Those that pass everything are rivals: where their calls tell them apart these decide, else their
 * kinds, places and signs.
 */
export function rankedByMerit(
  found: readonly Found[],
  { tellsTests = true, unverified = [], extent }: Doubts = {},
  comparison?: Comparison<Edits>,
): RankedRepair[] {
  const distinct = byMerit(found);
  const rivals = othersThan(distinct, unverified);
  const trust = trustIn(distinct, { tellsTests, unverified: rivals, extent });
  const green = distinct.filter(({ fix }) => fix.green);
  const others = distinct.filter(({ fix }) => !fix.green).map(({ fix }) => ({ edits: fix.edits }));
  // Where no call parts them each is a group of its own: then nothing is known of their behaviour.
  if (!comparison || (comparison.groups.length !== 1 && !comparison.deciding))
    return [
      ...green.map(({ fix }, at) => ({ edits: fix.edits, standing: { group: letterOf(at), ...trust } })),
      ...others,
    ];
  const { groups, deciding } = comparison;
  // An edit that nobody had time for counts whatever the calls of others say.
  const best = green.filter(({ fix }) => fix.edits === groups[0]?.members[0]?.repair);
  const doubt = trustIn(
    best.map((one) => ({ ...one, signs: [] })),
    { unverified: rivals, extent },
  );
  const ranked = proposed(groups).map(({ repair, group }): RankedRepair => {
    const standing = standingIn(comparison, group);
    const answer = deciding?.answers[group];
    return {
      edits: repair,
      standing: doubt.confidence === 'high' ? standing : { ...standing, ...doubt },
      answered: deciding && answer !== undefined ? answeredCall(deciding.text, answer) : undefined,
    };
  });
  return [...ranked, ...others];
}

/** The repairs that pass everything, as they are compared with each other by their behaviour: the likelier by its kind comes first. */
export function rivalsOf(
  found: readonly Found[],
  files: ReadonlyMap<string, string>,
): ComparedRepair<Edits>[] {
  const green = byMerit(found).filter(({ fix }) => fix.green);
  return green.map(({ fix, mutant, edited, signs, belief: believed }) => ({
    // Of those that are as likely their behaviour decides which comes first.
    place: green.findIndex((one) => one.belief === believed),
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

/** True where one repair is so much likelier than all others that it would be published. */
export function hasLeader(found: readonly Found[]): boolean {
  return found.some(({ fix }) => fix.green) && trustIn(byMerit(found)).confidence === 'high';
}

/** True while time would help to be sure of one of some repairs: edits are left to be tried or verified that are as likely. */
export function isInDoubt(
  found: readonly Found[],
  { unverified, extent }: Required<Pick<Doubts, 'unverified' | 'extent'>>,
): boolean {
  const distinct = byMerit(found);
  const green = distinct.filter(({ fix, signs }) => fix.green && signs.length === 0);
  const most = Math.max(0, ...green.map((one) => one.belief));
  return (
    green.some(({ mutant }) => doubtOfExtent(mutant, extent) !== undefined) ||
    othersThan(distinct, unverified).some(({ mutant, signs }) => most < belief(mutant, signs) * LEAD)
  );
}

/** Edits that are none of some repairs in other words. */
function othersThan(distinct: readonly Found[], edits: readonly Edited[]): Edited[] {
  return edits.filter((one) => !distinct.some((other) => isSame(one, other)));
}

function trustIn(
  distinct: readonly Believed[],
  { tellsTests, unverified = [], extent }: Doubts = {},
): ReturnType<typeof confidenceByMerit> {
  const green = distinct.filter(({ fix }) => fix.green);
  return confidenceByMerit(
    green.map((one) => one.belief),
    green[0]?.signs ?? [],
    {
      tellsTests,
      unverified: unverified.map(({ mutant, signs }) => belief(mutant, signs)),
      extent: extent && green[0] && doubtOfExtent(green[0].mutant, extent),
    },
  );
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
