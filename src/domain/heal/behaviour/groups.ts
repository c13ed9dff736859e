import { differences, type Answers, type Contender, type ProbedCall } from './calls';

/** Repairs that answer every call alike, the best first. */
export interface RepairGroup<T> {
  members: readonly Contender<T>[];
  /** Share of calls that it answers otherwise than the program did before the repair, 0 to 1. */
  change: number;
}

/** Share of each kind of call in the change of behaviour: a test that passed says what is right, an odd input says little. */
const WEIGHT = { passing: 4, varied: 1, foreign: 0.25 } as const;

/**
 * Groups repairs by their answers, the likeliest group first: least change of behaviour, then fewest signs of a wrong repair,
 * then likeness to code of the project, then size. Where no call tells anything, each repair is a group.
 */
export function groupRepairs<T>(
  calls: readonly ProbedCall[],
  before: Answers,
  contenders: readonly Contender<T>[],
): RepairGroup<T>[] {
  const groups: Contender<T>[][] = [];
  for (const contender of contenders) {
    const alike = groups.find(([first]) => first !== undefined && isAlike(calls, first, contender));
    if (alike) alike.push(contender);
    else groups.push([contender]);
  }
  return groups
    .map((members): RepairGroup<T> => {
      const ranked = members.toSorted(byMerit);
      return { members: ranked, change: changeOf(calls, before, ranked[0]?.answers ?? []) };
    })
    .sort((a, b) => compareGroups(a, b));
}

/** Two repairs that were asked nothing in common can't be called alike. An input of a type that no test used parts nobody. */
function isAlike<T>(calls: readonly ProbedCall[], a: Contender<T>, b: Contender<T>): boolean {
  const told = a.answers.some((answer, index) => answer !== undefined && b.answers[index] !== undefined);
  return told && differences(a.answers, b.answers).every((index) => calls[index]?.foreign === true);
}

function compareGroups<T>(a: RepairGroup<T>, b: RepairGroup<T>): number {
  const [first, second] = [a.members[0], b.members[0]];
  if (!first || !second) return 0;
  return (
    stepOf(a.change) - stepOf(b.change) || first.signs.length - second.signs.length || byMerit(first, second)
  );
}

/** Changes of behaviour that are nearly the same are the same: the calls are a sample. */
function stepOf(change: number): number {
  return Math.round(change * 10);
}

function byMerit<T>(a: Contender<T>, b: Contender<T>): number {
  return a.signs.length - b.signs.length || b.likeness - a.likeness || a.size - b.size;
}

/** Share of the calls, by weight, that are answered otherwise than before. Calls of failing tests have to change. */
export function changeOf(calls: readonly ProbedCall[], before: Answers, after: Answers): number {
  const changed = new Set(differences(before, after));
  let total = 0;
  let sum = 0;
  calls.forEach(({ origin, foreign }, index) => {
    if (origin === 'failing' || before[index] === undefined || after[index] === undefined) return;
    const weight = origin === 'passing' ? WEIGHT.passing : foreign ? WEIGHT.foreign : WEIGHT.varied;
    total += weight;
    if (changed.has(index)) sum += weight;
  });
  return total === 0 ? 0 : sum / total;
}
