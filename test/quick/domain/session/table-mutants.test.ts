import { CONDITIONS, type ConditionName } from '../../../../src/domain/session/conditions';
import { AgentMode } from '../../../../src/domain/session/modes';
import {
  tableProblems,
  TRANSITIONS,
  type Transition,
} from '../../../../src/domain/session/transitions/index';
import { OFFERED, offerOf, SEED_TABLE, sortedOffer } from '../../../support/mode-routes';
import { checkModes } from './mode-checker';

type Kind = 'removed' | 'retargeted' | 'priority' | 'condition';
interface Mutant {
  kind: Kind;
  table: readonly Transition[];
  changed: Transition;
}

const CONDITION_NAMES = Object.keys(CONDITIONS) as ConditionName[];

/** Every table that differs from the real one in one transition. */
function mutants(): Mutant[] {
  return TRANSITIONS.flatMap((one, at) => {
    const changed = (kind: Kind, change: Partial<Transition>): Mutant => ({
      kind,
      changed: one,
      table: TRANSITIONS.with(at, { ...one, ...change }),
    });
    return [
      { kind: 'removed' as const, changed: one, table: TRANSITIONS.filter((_, index) => index !== at) },
      ...AgentMode.options.filter((to) => to !== one.to).map((to) => changed('retargeted', { to })),
      ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 99]
        .filter((priority) => priority !== one.priority)
        .map((priority) => changed('priority', { priority })),
      ...[undefined, ...CONDITION_NAMES]
        .filter((condition) => condition !== one.condition)
        .map((condition) => changed('condition', { condition })),
    ];
  });
}

const same = (one: (typeof SEED_TABLE)[number], other: Transition) =>
  one.from === other.from &&
  one.to === other.to &&
  one.trigger === other.trigger &&
  one.priority === other.priority &&
  one.condition === other.condition;

/** Tests of the table, as they stand in the unit tests. */
const TESTS: Readonly<Record<string, (table: readonly Transition[]) => boolean>> = {
  seed: (table) => !SEED_TABLE.every((expected) => table.some((one) => same(expected, one))),
  offers: (table) => AgentMode.options.some((mode) => offerOf(table, mode) !== sortedOffer(OFFERED[mode])),
  priorities: (table) => table.some(({ priority }) => priority < 1 || priority > 10),
  problems: (table) => tableProblems(table).length > 0,
};

it('the tests of the table notice at least 95 % of all its single mutations', () => {
  const all = mutants();
  const unnoticed = all.filter(({ table }) => !Object.values(TESTS).some((notices) => notices(table)));
  const count = (kind: Kind) => {
    const of = (list: readonly Mutant[]) => list.filter((one) => one.kind === kind).length;
    return `${kind} ${of(all) - of(unnoticed)} of ${of(all)}`;
  };
  const kinds = (['removed', 'retargeted', 'priority', 'condition'] as const).map(count);
  console.log(`${all.length - unnoticed.length} of ${all.length} mutations noticed: ${kinds.join(', ')}`);
  expect(all.length).toBeGreaterThan(4_000);
  expect(1 - unnoticed.length / all.length).toBeGreaterThanOrEqual(0.95);
  // Those left are equivalent: what a mode offers, and in which order, is the same.
  for (const { table } of unnoticed)
    for (const mode of AgentMode.options) expect(offerOf(table, mode)).toBe(offerOf(TRANSITIONS, mode));
});

it('the model checker finds whatever the check of the table finds', () => {
  const defective = mutants().filter(({ table }) =>
    tableProblems(table).some((one) => !one.includes('never taken')),
  );
  const sample = defective.filter((_, at) => at % Math.ceil(defective.length / 60) === 0);
  const missed = sample.filter(
    ({ table }) => checkModes({ transitions: table }).counterexample === undefined,
  );
  console.log(
    `${sample.length - missed.length} of ${sample.length} of ${defective.length} defective tables found`,
  );
  expect(missed.map(({ kind, changed }) => ({ kind, ...changed }))).toEqual([]);
});
