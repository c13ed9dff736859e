import { choiceOf, outcomeOf } from '../../../../src/domain/heal/choice-record';
import { chooseWinner, isSettled, isToBeCompared, rankCandidates } from '../../../../src/domain/heal/choose';
import type { RoundCandidate, RepairRound } from '../../../../src/domain/heal/proposal';
import { candidate, failedCheck, failing, verification } from '../../../support/verifications';
import { asTree } from '../../../support/hashes';

const comparison = (fixed: number, broken: number) => ({ fixed, broken, fixedIds: [], brokenIds: [] });

describe('rankCandidates', () => {
  it('puts smaller changes first, then the smaller hash', () => {
    const ranked = rankCandidates([candidate('c', 4), candidate('d', 2), candidate('b', 2)], []);
    expect(ranked.map((one) => one.tree[0])).toEqual(['b', 'd', 'c']);
  });

  it('drops what was tried and what is there twice', () => {
    const tried = [{ tree: asTree('b'.repeat(64)), proposer: 'mutation', summary: '', outcome: '' }];
    expect(
      rankCandidates([candidate('b'), candidate('c'), candidate('c')], tried).map((one) => one.tree[0]),
    ).toEqual(['c']);
  });
});

describe('a candidate', () => {
  const of = (path: string) => {
    const one = candidate('b');
    return { ...one, diff: { ...one.diff, files: one.diff.files.map((file) => ({ ...file, path })) } };
  };
  const standing = { group: 'A', confidence: 'high' as const, reason: { code: 'alone' as const } };
  const byCommands = verification({ testFiles: 0 });

  it('is to be compared where tests of the sandbox or of Python call it', () => {
    expect(isToBeCompared(of('src/sum.ts'), verification({ testFiles: 1 }))).toBe(true);
    expect(isToBeCompared(of('src/sum.ts'), byCommands)).toBe(false);
    expect(isToBeCompared(of('src/sum.py'), byCommands)).toBe(true);
    expect(isToBeCompared(of('src/sum.go'), byCommands)).toBe(false);
    expect(isToBeCompared({ ...of('src/sum.py'), standing }, byCommands)).toBe(false);
    expect(isToBeCompared(of('src/sum.py'))).toBe(false);
  });
});

describe('chooseWinner', () => {
  const current = failing(failedCheck(), { passed: 4, failed: 3 });
  const partial = (passed: number, broken = 0) =>
    failing(failedCheck(), { passed, failed: 1, comparison: comparison(1, broken) });

  it('takes the first green candidate in rank order', () => {
    const green = verification({ comparison: comparison(3, 0) });
    const candidates = [
      { candidate: candidate('b'), verification: partial(6) },
      { candidate: candidate('c'), verification: green },
      { candidate: candidate('d'), verification: green },
    ];
    expect(chooseWinner(candidates, current)?.candidate.tree[0]).toBe('c');
  });

  it('takes the one with most passing tests where none is green', () => {
    const candidates = [
      { candidate: candidate('b'), verification: partial(5) },
      { candidate: candidate('c'), verification: partial(6) },
    ];
    expect(chooseWinner(candidates, current)?.candidate.tree[0]).toBe('c');
  });

  it('never takes one that breaks a test, not even an all-green one', () => {
    const candidates = [
      { candidate: candidate('b'), verification: partial(6, 1) },
      { candidate: candidate('c'), verification: verification({ comparison: comparison(3, 1) }) },
    ];
    expect(chooseWinner(candidates, current)).toBeUndefined();
  });

  it('takes none for which only a flaky test happens to pass', () => {
    const before = { ...current, steadyPassed: 4 };
    const lucky = { candidate: candidate('b'), verification: { ...partial(6), steadyPassed: 4 } };
    const real = { candidate: candidate('c'), verification: { ...partial(5), steadyPassed: 5 } };
    expect(chooseWinner([lucky], before)).toBeUndefined();
    expect(chooseWinner([lucky, real], before)?.candidate.tree[0]).toBe('c');
  });

  it('takes none that improves nothing', () => {
    expect(chooseWinner([{ candidate: candidate('b'), verification: partial(4) }], current)).toBeUndefined();
    expect(chooseWinner([{ candidate: candidate('b') }], current)).toBeUndefined();
  });
});

describe('generated tests', () => {
  const current = failing(failedCheck(), { passed: 4, failed: 3 });
  const green = (failedFiles: string[]) =>
    verification({ comparison: comparison(3, 0), generated: { passed: 4, failedFiles } });
  const candidates = [
    { candidate: candidate('b', 1), verification: green(['a.test.ts', 'b.test.ts']) },
    { candidate: candidate('c', 2), verification: green(['a.test.ts']) },
    { candidate: candidate('d', 3), verification: green(['b.test.ts']) },
  ];
  const winnerOf = (trusted: boolean, list: readonly RoundCandidate[] = candidates) =>
    chooseWinner(list, current, trusted)?.candidate.tree[0];

  it('rank green candidates where they are trusted, then the smaller change', () => {
    expect(winnerOf(true)).toBe('c');
  });

  it('choose nothing where they are not trusted', () => {
    expect(winnerOf(false)).toBe('b');
  });

  it('never block: the least bad of all that fail them wins', () => {
    expect(winnerOf(true, candidates.slice(0, 1))).toBe('b');
  });

  it('never outweigh the tests of the user', () => {
    const partial = failing(failedCheck(), { passed: 6, comparison: comparison(1, 0) });
    expect(winnerOf(true, [{ candidate: candidate('a'), verification: partial }, ...candidates])).toBe('c');
  });

  it('settle a round only where a green candidate passes them', () => {
    expect(isSettled(green([]), true)).toBe(true);
    expect(isSettled(green(['a.test.ts']), true)).toBe(false);
    expect(isSettled(green(['a.test.ts']), false)).toBe(true);
    expect(isSettled(failing(), true)).toBe(false);
  });
});

describe('choiceOf', () => {
  const current = failing(failedCheck(), { passed: 4, failed: 3 });
  const green = verification({ comparison: comparison(3, 0) });
  const reasonOf = (
    candidates: RoundCandidate[],
    more: Partial<RepairRound> = {},
    trusted = false,
  ): string => {
    const winner = chooseWinner(candidates, current, trusted);
    const round = {
      candidates,
      rejected: [],
      stages: [],
      winner,
      debuggerInvoked: true,
      applied: [],
      notes: [],
      searched: 1,
      at: '',
      ...more,
    };
    return choiceOf({ ...round, usage: { modelCalls: 0, inputTokens: 0, outputTokens: 0 } }, 1, {
      trusted,
      current,
      language: 'en',
    }).reason;
  };

  it.each([
    ['the only green one of 2 candidates', [candidate('b'), candidate('c')], [failing(), green]],
    [
      'the smallest green change (rank 1 of 2 candidates; size 2, then hash bbbbbbbbbbbb)',
      [candidate('b'), candidate('c')],
      [green, undefined],
    ],
    [
      'none is green; of those that break nothing, this one (rank 2 of 2 candidates) has most tests passing: 1 still failing, 1 fixed, 0 broken',
      [candidate('b'), candidate('c')],
      [failing(), failing(failedCheck(), { passed: 6, comparison: comparison(1, 0) })],
    ],
    ['none of 1 candidate repairs anything without breaking something', [candidate('b')], [failing()]],
  ])('says %s', (reason, candidates, verifications) => {
    const verified = candidates.map((one, i) => ({ candidate: one, verification: verifications[i] }));
    expect(reasonOf(verified)).toBe(reason);
  });

  it('says which tests of a command were not seen again', () => {
    const unseen = [{ of: 'uncounted' as const, check: 'npm test', passed: 0, needed: 2, green: true }];
    const cheated = verification({ comparison: { ...comparison(1, 2), unseen } });
    expect(outcomeOf(cheated)).toBe(
      '0 still failing, 1 fixed, 2 broken, None of the 2 tests that "npm test" ran before was seen passing again',
    );
    expect(chooseWinner([{ candidate: candidate('b'), verification: cheated }], current)).toBeUndefined();
  });

  it('says when generated tests decided', () => {
    const candidates = [
      {
        candidate: candidate('b', 1),
        verification: { ...green, generated: { passed: 1, failedFiles: ['a'] } },
      },
      { candidate: candidate('c', 2), verification: { ...green, generated: { passed: 2, failedFiles: [] } } },
    ];
    expect(reasonOf(candidates, {}, true)).toContain(
      'passes trusted generated tests that smaller green changes fail',
    );
  });

  it('names a candidate after which the same tests fail: no progress', () => {
    expect(outcomeOf(failing(), current)).toBe(
      '1 still failing, 0 fixed, 0 broken, no progress: the same tests fail as before',
    );
    expect(outcomeOf(failing(failedCheck(), { failingHash: 'e'.repeat(64) }), current)).toBe(
      '1 still failing, 0 fixed, 0 broken',
    );
    expect(outcomeOf({ ...green, failingHash: current.failingHash }, current)).toBe(
      '0 still failing, 3 fixed, 0 broken',
    );
  });

  it('tells rejections from silence', () => {
    const rejected = [{ tree: asTree('e'.repeat(64)), proposer: 'llm', summary: '', outcome: 'a is a test' }];
    expect(reasonOf([], { rejected })).toBe('every candidate was rejected');
    expect(reasonOf([])).toBe('no candidate was proposed');
  });
});
