import { AgentMode } from '../../../../src/domain/session/modes';
import { TRANSITIONS, type Transition } from '../../../../src/domain/session/transitions/index';
import { OFFERED, offerOf, SEED_TABLE, sortedOffer } from '../../../support/mode-routes';
import { tableProblems } from '../../../support/table-problems';
import { mutants, type Kind, type Mutant } from '../../../support/table-mutants';

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
