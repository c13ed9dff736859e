/**
 * Repairs grouped by their answers to the same calls, whatever language and runner recorded them: a call is an index in a list, an
 * answer the canonical text of its outcome.
 */
import type { Sign } from '../../domain/signs/sign';
import { tokensOf } from '../../domain/signs/code-lines';

/** A call of a function that repairs change. */
export interface ProbedCall {
  /** As source text: `isScriptProtocol('https:')`. */
  text: string;
  /** Seen in a test that passed before, seen in one that failed, or made from one of these by another input. */
  origin: 'passing' | 'failing' | 'varied';
  /** The input of a varied call has a type that no test used, so that its answer says little. */
  foreign?: boolean;
}

/** Answers to the calls, in their order; undefined where a call could not be replayed. */
export type Answers = readonly (string | undefined)[];

export interface Contender<T> {
  repair: T;
  answers: Answers;
  /** Signs of an edit that passes tests for the wrong reason. */
  signs: readonly Sign[];
  /** Belief in its edits by their kind, location and signs. */
  belief: number;
  /** Likeness of the changed code to code of the project, 0 to 1. */
  likeness: number;
  /** The changed lines as it leaves them. */
  code: string;
  size: number;
  /** Rank in the order of search, from 0. */
  place: number;
}

/** Indexes of the calls that both lists answer, differently. */
export function differences(a: Answers, b: Answers): number[] {
  return a.flatMap((answer, index) => {
    const other = b[index];
    return answer !== undefined && other !== undefined && answer !== other ? [index] : [];
  });
}

/** Repairs that answer every call alike, the best first. */
export interface RepairGroup<T> {
  members: readonly Contender<T>[];
  /** True if it answers a call otherwise than the first group, with an input of a type that tests use. */
  isParted: boolean;
  /** Share of calls that its best answers otherwise than the program did before the repair, 0 to 1. */
  change: number;
}

/** Weight of each kind of call in the change of behaviour: a passing test says what is right, an odd input says little. */
const WEIGHT = { passing: 4, varied: 1, foreign: 0.25 } as const;

/**
 * Ranks that a repair loses, measured on repairs that pass example tests (docs/adr/0040): by a change of all behaviour, by a sign of a
 * wrong repair, by code unlike the project's.
 */
const COST = { change: 5, sign: 3, unlike: 1 } as const;

/**
 * Groups repairs by their answers, the likeliest group first: the order of search, held back by change of behaviour, signs of a wrong
 * repair and unlikeness to the project's code; of equals the smaller. Where no call tells anything, each repair is a group.
 */
export function groupRepairs<T>(
  calls: readonly ProbedCall[],
  before: Answers,
  contenders: readonly Contender<T>[],
): RepairGroup<T>[] {
  const ranked = contenders
    .map((contender) => ({ contender, ...meritOf(calls, before, contender) }))
    .sort((a, b) => a.cost - b.cost || a.contender.size - b.contender.size);
  const groups: { members: Contender<T>[]; isParted: boolean; change: number }[] = [];
  for (const { contender, change } of ranked) {
    const alike = groups.find(({ members: [first] }) => first && isAlike(calls, before, first, contender));
    if (alike) alike.members.push(contender);
    else {
      const best = groups[0]?.members[0] ?? contender;
      groups.push({ members: [contender], isParted: !answerAlike(calls, best, contender), change });
    }
  }
  return groups.map((group) => ({ ...group, members: plainFirst(group.members) }));
}

/** Belief in the most believable repair of a group. */
export function mostIn<T>(group: RepairGroup<T> | undefined): number {
  return Math.max(0, ...(group?.members ?? []).map(({ belief }) => belief));
}

/** Repairs that behave alike, with the roundabout last, which have all of another's code and more: `.sort().sort(by)` after `.sort(by)`. */
function plainFirst<T>(members: readonly Contender<T>[]): Contender<T>[] {
  const tokens = new Map(members.map((one) => [one, tokensOf(one.code)]));
  const isRoundabout = (one: Contender<T>): boolean =>
    members.some(
      (other) =>
        other.signs.length <= one.signs.length && isPart(tokens.get(other) ?? [], tokens.get(one) ?? []),
    );
  return [...members.filter((one) => !isRoundabout(one)), ...members.filter(isRoundabout)];
}

/** True if `whole` has all tokens of `part` in their order, and more. */
function isPart(part: readonly string[], whole: readonly string[]): boolean {
  if (part.length === 0 || part.length >= whole.length) return false;
  let at = 0;
  for (const token of whole) if (token === part[at]) at += 1;
  return at === part.length;
}

/**
 * True if two repairs answer alike. At least one answer must differ from that of the program before, or no call has reached the repair; and
 * one must be to an input that no test has: those of the tests are answered alike by whatever passes them. Inputs of a type that no test
 * used do not tell repairs apart.
 */
function isAlike<T>(
  calls: readonly ProbedCall[],
  before: Answers,
  a: Contender<T>,
  b: Contender<T>,
): boolean {
  // A program that could not be loaded answered nothing.
  const wasSilent = before.every((answer) => answer === undefined);
  const shared = a.answers.flatMap((answer, index) =>
    answer !== undefined && answer === b.answers[index] && calls[index]?.foreign !== true ? [index] : [],
  );
  const reached = shared.some(
    (index) => (wasSilent || before[index] !== undefined) && a.answers[index] !== before[index],
  );
  return reached && shared.some((index) => calls[index]?.origin === 'varied') && answerAlike(calls, a, b);
}

function answerAlike<T>(calls: readonly ProbedCall[], a: Contender<T>, b: Contender<T>): boolean {
  return differences(a.answers, b.answers).every((index) => calls[index]?.foreign === true);
}

function meritOf<T>(
  calls: readonly ProbedCall[],
  before: Answers,
  { answers, signs, likeness, place }: Contender<T>,
): { cost: number; change: number } {
  const change = changeOf(calls, before, answers);
  const cost = place + COST.change * change + COST.sign * signs.length + COST.unlike * (1 - likeness);
  return { cost, change };
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
