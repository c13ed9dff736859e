import type { ListedFailure } from '../../../../src/domain/verification/verification';
import { asTree } from '../../../support/hashes';
import { base, baseline, play, resultOf, round, start, told, won } from '../../../support/healing-machine';
import { candidate, failedCheck, failing, verification } from '../../../support/verifications';

const thrown = (id: string, errorName: string, message: string, line: number): ListedFailure =>
  failedCheck(
    { errorName, message, location: { file: 'app.py', line } },
    { id, check: 'python -m pytest', kind: 'command' },
  );

/** A round that tried nothing, because nothing was left. */
const idle = (note: string) => round({ searched: 0, note });

const wrong = (digit: string, summary: string) => ({
  candidate: { ...candidate(digit), proposer: 'llm' as const, summary },
  verification: failing(undefined, {
    comparison: { fixed: 1, broken: 1, fixedIds: [], brokenIds: ['x'] },
    tree: asTree(digit.repeat(64)),
  }),
});

describe('the message of a run that failed', () => {
  const two = [
    thrown('test_app.py > test_b', 'KeyError', "'b'", 4),
    thrown('test_app.py > test_c', 'KeyError', "'b'", 4),
    thrown('test_app.py > test_sum', 'ZeroDivisionError', 'division by zero', 9),
  ];
  const ended = () =>
    resultOf(
      play(start({ maxAttempts: 1 }), [baseline(failing(two[0], { failures: two, failed: 14 })), round()]),
    );

  it('names every group of failures with its tests, its error and its place', () => {
    expect(ended().message).toBe(
      "Not healed: test_app.py > test_b, test_app.py > test_c: KeyError: 'b' (app.py:4); " +
        'test_app.py > test_sum: ZeroDivisionError: division by zero (app.py:9); … 11',
    );
  });

  it('has the values of an expectation, whose first line says nothing', () => {
    const failed = failedCheck({ expected: '3', received: '-1' });
    const result = resultOf(play(start({ maxAttempts: 1 }), [baseline(failing(failed)), round()]));
    expect(result.message).toBe('Not healed: test/sum.test.ts > adds: -1 ≠ 3');
  });

  it('keeps the class of an error that a command tells of in finalError too', () => {
    expect(ended().finalError).toMatch(/^(?:KeyError: 'b'|ZeroDivisionError: division by zero)$/);
  });
});

describe('rounds in which nothing was left to try', () => {
  const played = () =>
    play(start(), [
      baseline(),
      round({ note: '9 edits tried' }),
      idle('all edits were tried'),
      idle('none left'),
    ]);

  it('are no attempts in the result, its histories and its report', () => {
    const result = resultOf(played());
    expect(result.status).toBe('failed_after_repair');
    expect(result.repairHistory.map(({ attemptNumber }) => attemptNumber)).toEqual([1]);
    expect(result.record).toMatchObject({
      retryCount: 1,
      errorLogs: ['Attempt 1: logic', 'Attempt 2: logic'],
      codeHistory: [{ attempt: 1, tree: base, candidates: [] }],
    });
    expect(result.choices.map(({ round: number }) => number)).toEqual([1]);
    expect(result.failureReport).toContain('❌ Automatic repair failed (1 attempt made)');
    expect(result.failureReport).toContain('  nothing was left to try: none left');
  });

  it('are told in a line of their own, without the failure that was told before', () => {
    const kinds = told(played());
    expect(kinds.filter((kind) => kind === 'attempt-failed')).toHaveLength(2);
    expect(kinds.filter((kind) => kind === 'repair-attempt')).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'nothing-proposed')).toHaveLength(3);
  });

  it('leave attempts that come after them their place', () => {
    const result = resultOf(play(start(), [baseline(), round(), idle('none'), won('d')]));
    expect(result).toMatchObject({ status: 'recovered', totalAttempts: 3 });
    expect(result.repairHistory.map(({ attemptNumber }) => attemptNumber)).toEqual([1, 2]);
    expect(result.repairs).toHaveLength(1);
  });
});

describe('the history in a failure report', () => {
  const candidates = [
    wrong('c', 'The discount is missing (src/price.js)'),
    wrong('d', 'The tax is twice in it'),
  ];
  const given = { candidates, note: 'two replies' };

  it("names each attempt's diagnosis, change and outcome", () => {
    const result = resultOf(play(start({ maxAttempts: 1 }, true), [baseline(), round(given)]));
    expect(result.failureReport).toContain(
      [
        '    - The discount is missing (src/price.js): 1 still failing, 1 fixed, 1 broken, no progress: the same tests fail as before',
        '    - The tax is twice in it: 1 still failing, 1 fixed, 1 broken, no progress: the same tests fail as before',
      ].join('\n'),
    );
  });

  it('has an entry an attempt in codeHistory with its candidates, and the verdict on the first', () => {
    const result = resultOf(play(start({ maxAttempts: 1 }, true), [baseline(), round(given)]));
    expect(result.record.codeHistory).toMatchObject([
      {
        attempt: 1,
        tree: base,
        candidates: [
          { tree: 'c'.repeat(64), diff: 'c'.repeat(64) },
          { tree: 'd'.repeat(64), diff: 'd'.repeat(64) },
        ],
      },
    ]);
    expect(result.repairHistory[0]?.verificationResult).toMatchObject({
      success: false,
      output: expect.stringContaining('1 fixed, 1 broken'),
    });
  });

  it('names a rejection by a person with its reason, below the attempt that it is of', () => {
    const rejected = {
      type: 'answered',
      answer: { status: 'rejected', reason: 'not like this', by: 'Ada', again: true },
    } as const;
    const green = won(
      'd',
      verification({ comparison: { fixed: 1, broken: 0, fixedIds: [], brokenIds: [] } }),
    );
    const compared = {
      type: 'compared',
      diff: { ...candidate('d').diff, base, tree: asTree('d'.repeat(64)), excerpt: '' },
    } as const;
    const asked = play(start({ maxAttempts: 2 }), [baseline(), green, compared]);
    expect(asked.effect.type).toBe('ask');
    const report = resultOf(play(asked, [rejected, round()])).failureReport;
    expect(report).toMatch(
      /\[Attempt 1\][^[]*\n {2}taken back: turned down by Ada: not like this\n {2}\[Attempt 2\]/,
    );
  });
});

describe('the log of a round', () => {
  it('calls no note of a search a diagnosis', () => {
    const { events } = play(start(), [baseline(), round({ note: '408 edits tried' })]);
    expect(events.find(({ kind }) => kind === 'diagnosis')).toBeUndefined();
    expect(events.find(({ kind }) => kind === 'nothing-proposed')?.text).toBe(
      'No repair is proposed: 408 edits tried',
    );
  });
});

describe('a run in another language', () => {
  const candidates = [wrong('c', '할인이 없음 没有折扣')];
  const rejected = [{ tree: asTree('e'.repeat(64)), proposer: 'llm', summary: '', outcome: '시험 测试' }];
  /** Lines of the project itself: errors, tests and their values. */
  const OF_PROJECT = /^(?:Error: expect|Expected: |Received: |test\/sum\.test\.ts)/;

  it.each([
    ['ko', /\p{Script=Hangul}/u],
    ['zh', /\p{Script=Han}/u],
  ])('says each line in it: %s', (language, own) => {
    const played = play(start({ language, maxAttempts: 3 }, true), [
      baseline(),
      round({ candidates, rejected, note: '9 edits tried' }),
      round({ note: '4 edits tried' }),
      idle('all edits were tried'),
    ]);
    const { failureReport = '', message } = resultOf(played);
    const said = [failureReport, message, ...played.events.map(({ text }) => text)]
      .flatMap((text) => text.split('\n'))
      .map((line) => line.trim())
      .filter((line) => /[A-Za-z]{3}/.test(line) && !OF_PROJECT.test(line));
    expect(said.length).toBeGreaterThan(15);
    expect(said.filter((line) => !own.test(line))).toEqual([]);
    expect(said.join('\n')).not.toMatch(/edits|tried|candidate|asked|progress|then/);
  });
});
