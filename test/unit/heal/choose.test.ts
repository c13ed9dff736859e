import { chooseWinner, rankCandidates } from '../../../src/domain/heal/choose';
import { candidate, failedCheck, failing, verification } from '../../support/verifications';

const comparison = (fixed: number, broken: number) => ({ fixed, broken, fixedIds: [], brokenIds: [] });

describe('rankCandidates', () => {
  it('puts smaller changes first, then the smaller hash', () => {
    const ranked = rankCandidates([candidate('c', 4), candidate('d', 2), candidate('b', 2)], []);
    expect(ranked.map((one) => one.tree[0])).toEqual(['b', 'd', 'c']);
  });

  it('drops what was tried and what is there twice', () => {
    const tried = [{ tree: 'b'.repeat(64), proposer: 'mutation', summary: '', outcome: '' }];
    expect(
      rankCandidates([candidate('b'), candidate('c'), candidate('c')], tried).map((one) => one.tree[0]),
    ).toEqual(['c']);
  });
});

describe('chooseWinner', () => {
  const current = failing(failedCheck(), { passed: 4, failed: 3 });
  const partial = (passed: number, broken = 0) =>
    failing(failedCheck(), { passed, failed: 1, comparison: comparison(1, broken) });

  it('takes the first green candidate in rank order', () => {
    const green = verification({ comparison: comparison(3, 0) });
    const judged = [
      { candidate: candidate('b'), verification: partial(6) },
      { candidate: candidate('c'), verification: green },
      { candidate: candidate('d'), verification: green },
    ];
    expect(chooseWinner(judged, current)?.candidate.tree[0]).toBe('c');
  });

  it('takes the one with most passing tests where none is green', () => {
    const judged = [
      { candidate: candidate('b'), verification: partial(5) },
      { candidate: candidate('c'), verification: partial(6) },
    ];
    expect(chooseWinner(judged, current)?.candidate.tree[0]).toBe('c');
  });

  it('never takes one that breaks a test, not even an all-green one', () => {
    const judged = [
      { candidate: candidate('b'), verification: partial(6, 1) },
      { candidate: candidate('c'), verification: verification({ comparison: comparison(3, 1) }) },
    ];
    expect(chooseWinner(judged, current)).toBeUndefined();
  });

  it('takes none that improves nothing', () => {
    expect(chooseWinner([{ candidate: candidate('b'), verification: partial(4) }], current)).toBeUndefined();
    expect(chooseWinner([{ candidate: candidate('b') }], current)).toBeUndefined();
  });
});
