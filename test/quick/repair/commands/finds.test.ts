import { editedOf, Finds } from '../../../../src/repair/commands/finds';
import type { Mutant } from '../../../../src/repair/commands/make-mutants';
import { said } from '../../../../src/domain/run/said';

const mutant: Mutant = {
  ...{
    file: 'a.py',
    start: 0,
    end: 1,
    replacement: 'c',
    template: 'relational',
    description: said`a should be c`,
  },
  ...{ weight: 1, line: 1, suspicion: 1, precedence: 0, score: 0.5 },
};

describe('the time of a search after its find', () => {
  const search = (untried: readonly Mutant[], unverified: readonly Mutant[] = []): Finds => {
    const given = { leftMs: 60_000, most: 4, isApart: false, onTried: () => undefined };
    const passing = () => unverified.map((one) => editedOf(one, 'a < b'));
    const finds = new Finds({ ...given, untried: () => untried, unverified: passing });
    finds.add({ edits: [mutant], fixed: ['t'], green: true }, mutant, 'a < b');
    return finds;
  };
  const isLong = ({ leftMs }: Finds): boolean => leftMs > 50_000;

  it('is all that is left while few edits were tried and one waits that is nearly as likely, those that broke the build left out', () => {
    const finds = search([{ ...mutant, score: 0.45 }]);
    finds.count(160, 11);
    expect(isLong(finds)).toBe(true);
    finds.count(1);
    expect(isLong(finds)).toBe(false);
  });

  it('is all that is left while as likely edits wait', () => {
    const finds = search([{ ...mutant, score: 0.5 }]);
    finds.count(900);
    expect(isLong(finds)).toBe(true);
  });

  it('is all that is left while an edit that is as likely passes the failing tests, and is to be verified', () => {
    const rival = { ...mutant, replacement: 'd', description: said`a should be d` };
    expect(isLong(search([], [rival]))).toBe(true);
    expect(isLong(search([], [{ ...rival, weight: 0.5 }]))).toBe(false);
  });

  it('is short where none waits', () => {
    expect(isLong(search([]))).toBe(false);
  });
});
