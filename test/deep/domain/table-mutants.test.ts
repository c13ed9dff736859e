import { tableProblems } from '../../support/table-problems';
import { checkModes } from '../../support/mode-checker';
import { mutants } from '../../support/table-mutants';

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
