import { letterOf, normalForm } from '../../domain/heal/behaviour';
import { belief, confidenceByMerit } from '../../domain/heal/mutation/plausible';
import type { Standing } from '../../domain/heal/standing';
import type { Edits } from '../mutation/judge';
import type { Found } from './lanes';

/** A repair, with its place among others where all of them pass. */
export interface RankedRepair {
  edits: Edits;
  standing?: Standing;
}

/** Repairs in the order of merit. Those that pass everything are rivals: nothing is known of their behaviour but the tests. */
export function rankedByMerit(found: readonly Found[], tellsTests: boolean): RankedRepair[] {
  const judged = found.map(({ fix, mutant, edited, signs }) => {
    const form = `${mutant.file}:${mutant.line} ${normalForm(edited.lineAfter)}`;
    return { fix, signs, form, belief: belief(mutant, signs) };
  });
  judged.sort(
    (a, b) =>
      Number(b.fix.green) - Number(a.fix.green) ||
      b.fix.fixed.length - a.fix.fixed.length ||
      b.belief - a.belief,
  );
  // Of those that say the same in other words the likeliest is left.
  const forms = new Set<string>();
  const distinct = judged.filter(({ form }) => !forms.has(form) && forms.add(form));
  const green = distinct.filter(({ fix }) => fix.green);
  const trust = confidenceByMerit(
    green.map((one) => one.belief),
    green[0]?.signs ?? [],
    tellsTests,
  );
  return distinct.map(({ fix, signs }, at): RankedRepair =>
    fix.green
      ? { edits: fix.edits, standing: { group: letterOf(at), ...trust, signs: [...signs] } }
      : { edits: fix.edits },
  );
}
