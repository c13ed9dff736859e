import { Finds } from '../../../../src/repair/commands/finds';
import type { Mutant } from '../../../../src/repair/commands/make-mutants';

const mutant: Mutant = {
  ...{
    file: 'a.py',
    start: 0,
    end: 1,
    replacement: 'b',
    template: 'relational',
    description: 'a should be b',
  },
  ...{ weight: 1, line: 1, suspicion: 1, precedence: 0 },
};

describe('the time of a search after its find', () => {
  const search = (): Finds => {
    const finds = new Finds({ leftMs: 60_000, most: 4, isApart: false, onTried: () => undefined });
    finds.add({ edits: [mutant], fixed: ['t'], green: true }, mutant, 'a < b');
    return finds;
  };

  it('is all that is left while few edits were tried', () => {
    const finds = search();
    finds.count(149);
    expect([finds.hasTriedFew, finds.leftMs > 50_000]).toEqual([true, true]);
  });

  it('is short once enough edits were tried', () => {
    const finds = search();
    finds.count(150);
    expect([finds.hasTriedFew, finds.leftMs < 20_000]).toEqual([false, true]);
  });
});
